import { apiKeys, type Placed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const guessable =
  /^(?:changeme|change-me|secret|password|passw0rd|admin|test|demo|default|example|todo|none|null|12345\d*|abc123|your[-_ ].*|<.*>|x{3,})$/i;

function secrets(root: Node): (Placed & { readonly what: string; readonly least: number })[] {
  const found = apiKeys(root).map(({ node, path }) => ({ node: get(node, 'key'), path: [...path, 'key'], what: 'the API key', least: 8 }));
  const oidc = policiesNamed(root, 'oidc').map(({ node, path }) => ({
    node: get(node, 'clientSecret'),
    path: [...path, 'clientSecret'],
    what: 'the client secret',
    least: 8,
  }));
  return [...found, ...oidc].flatMap(each => (each.node === undefined || isNull(each.node) ? [] : [{ ...each, node: each.node }]));
}

function problem(value: string, least: number): string | undefined {
  if (value.trim() === '') return undefined;
  if (value !== value.trim()) return 'begins or ends with a space or a line break, which clients do not send';
  if (value.includes('$')) return undefined;
  if (guessable.test(value.trim())) return 'is a placeholder that anybody guesses';
  if (/^(.{1,4})\1+$/.test(value) || /^(?:0123456789abcdef)+$/i.test(value)) return 'is a repeated pattern that anybody guesses';
  return value.length < least ? `has ${value.length} characters: it is guessed in a short time` : undefined;
}

export const weakSecret: Rule = {
  id: 'weak-secret',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Anyone who guesses the key passes as its owner, or logs in as the gateway.',
  docs: {
    checks:
      'API keys and client secrets are not placeholders, no repeated patterns and not short, begin and end with no space, and no API key occurs twice.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 refuse the right key with 401 when it is configured with a space before it. Of two entries with one key the metadata of the last count.',
    fix: 'Make one with `openssl rand -hex 32`, and give it to the proxy as a variable.',
    wrong: onRoute('apiKey: {mode: strict, keys: [{key: changeme}]}'),
    correct: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}'),
  },
  check({ root, report }) {
    for (const { node, path, what, least } of secrets(root)) {
      const message = problem(text(node) ?? '', least);
      if (message !== undefined)
        report({ at: node, path, message: `${what} ${message}`, suggestion: 'make one with "openssl rand -hex 32"' });
    }
    const seen = new Set<string>();
    for (const { node, path } of apiKeys(root)) {
      const name = text(get(node, 'key')) ?? text(get(node, 'keyHash'));
      const again = name !== undefined && seen.has(`${path.slice(0, -1).join('.')} ${name}`);
      if (name !== undefined) seen.add(`${path.slice(0, -1).join('.')} ${name}`);
      if (again)
        report({
          at: node,
          path,
          message: 'another entry has the same key: only the metadata of the last one is used',
          suggestion: 'keep one of them',
        });
    }
  },
};
