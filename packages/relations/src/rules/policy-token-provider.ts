import { at, entry, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type FieldView, fieldsNamed } from '../objects/fields.js';

/** What is wrong with a set of keys; undefined if it can be used. */
function keySetProblem(source: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return 'it is not JSON';
  }
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) return 'it has no list "keys"';
  if (keys.length === 0) return 'it has no key: every token is refused';
  const all = keys as Record<string, unknown>[];
  if (all.some(key => typeof key !== 'object' || key === null || typeof key.kty !== 'string')) return 'a key has no "kty"';
  return all.every(key => key.kty === 'oct') ? 'its keys are shared secrets, with which tokens cannot be judged here' : undefined;
}

function checkProvider(node: Node, field: FieldView, report: RuleContext['report'], path: FieldView['path']): void {
  const inline = at(node, 'jwks', 'inline');
  const problem = text(inline) === undefined ? undefined : keySetProblem(text(inline)!);
  if (problem !== undefined)
    report({
      at: inline!,
      path: [...path, 'jwks', 'inline'],
      message: `the key set cannot be used: ${problem}`,
      suggestion: 'write a JWKS with public keys, or use "remote"',
      severity: 'error',
    });
  const where = at(node, 'jwks', 'remote') === undefined ? ['jwks', 'jwksPath'] : ['jwks', 'remote', 'jwksPath'];
  const keys = at(node, ...where);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text(keys) ?? ''))
    report({
      at: keys!,
      path: [...path, ...where],
      message:
        'this is a path on the server that "backendRef" names, and not an address: the keys are not found, and every token is refused',
      suggestion: `write "${text(keys)!.replace(/^[^:]+:\/\/[^/]*\/?/, '')}"`,
    });
  const audiences = get(node, 'audiences');
  if (audiences === undefined)
    report({
      at: entry(node, 'issuer')?.keySpan ?? field.node,
      path,
      message: 'a token of this issuer for any other service is accepted: no audience is asked for',
      suggestion: 'add "audiences"',
    });
  items(audiences).forEach((item, index) => {
    if (text(item) === '')
      report({
        at: item,
        path: [...path, 'audiences', index],
        message: 'the audience is empty',
        suggestion: 'write the audience of this service',
      });
  });
}

export const policyTokenProvider: Rule = {
  id: 'policy-token-provider',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Tokens that were made for another service are accepted, or no token is.',
  docs: {
    checks:
      'Every provider of tokens of jwtAuthentication and of MCP authentication: it names audiences, none of them empty, inline keys are a JWKS with at least one public key, and the path of remote keys is not an address.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a key set without keys, a string that is not a key set, and a provider without audiences are Attached=True and sent to the proxy.',
    fix: 'Add the audience that your tokens carry, and the public keys of the issuer.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: tokens}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic:
    jwtAuthentication:
      providers: [{issuer: "https://id.example", audiences: [tools], jwks: {inline: '{"keys": []}'}}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: tokens}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic:
    jwtAuthentication:
      mode: Strict
      providers:
        - issuer: https://id.example
          audiences: [tools]
          jwks: {remote: {jwksPath: keys, backendRef: {name: id, port: 80}}}
`,
  },
  check({ root, report }) {
    for (const field of fieldsNamed(root, 'providers', 'jwtAuthentication'))
      items(field.node).forEach((node, index) => {
        checkProvider(node, field, report, [...field.path, index]);
      });
    for (const field of fieldsNamed(root, 'authentication', 'mcp')) checkProvider(field.node, field, report, field.path);
  },
};
