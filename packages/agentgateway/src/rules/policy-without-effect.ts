import { get, inRange, isNull, type Rule, type RuleContext } from '@mcpgw/structure';
import { backendKinds } from '../views/backend-kinds.js';
import { withRoute } from '../views/examples.js';
import { entrySpan, type PolicyView, policySets } from '../views/views.js';

/** Policies that only one kind of backend reads, and until which version. */
const needs: Readonly<Record<string, readonly [kind: string, until?: string]>> = {
  mcpAuthorization: ['mcp'],
  mcpAuthentication: ['mcp', '1.1.0'],
  mcpGuardrails: ['mcp'],
  ai: ['ai'],
};
/** Policies about a call that a route without a call never makes. */
const aboutCalls = ['urlRewrite', 'requestMirror', 'retry', 'backendTLS', 'backendAuth', 'backendTunnel', 'requestHeaderModifier'];
const isSet = (set: PolicyView, key: string): boolean => {
  const policy = get(set.node, key);
  return policy !== undefined && !isNull(policy);
};

export const policyWithoutEffect: Rule = {
  id: 'policy-without-effect',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy is accepted where nothing reads it, so it protects or changes nothing.',
  docs: {
    checks:
      'Looks for MCP and LLM policies on routes and backends of another kind, for policies of calls on routes that answer themselves, and for sets of policies that are null.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 forward requests of a route with `ai` or `mcpAuthorization` and a plain backend unchanged, and answer with the direct response before any rewrite.',
    fix: 'Move the policy to the route or backend that it is meant for, or use a policy for plain HTTP, such as `authorization`.',
    wrong: withRoute('policies:\n  mcpAuthorization:\n    rules:\n    - mcp.tool.name == "echo"'),
    correct: withRoute(
      'policies:\n  mcpAuthorization:\n    rules:\n    - mcp.tool.name == "echo"\nbackends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://srv:3001/mcp"',
    ),
  },
  check(context) {
    for (const set of policySets(context.root)) {
      if (isNull(set.node) && ['route', 'listener', 'backend'].includes(set.level))
        context.report({
          at: set.node,
          path: set.path,
          message: '"policies" is null: there are none',
          suggestion: 'remove it',
          severity: 'info',
        });
      if (set.level === 'route' || set.level === 'backend') checkKinds(set, context);
      if (set.level === 'route' || set.level === 'backend') checkAnswer(set, context);
    }
  },
};

function checkKinds(set: PolicyView, { root, version, report }: RuleContext): void {
  const kinds = backendKinds(root, set);
  for (const [key, [wanted, until]] of Object.entries(needs)) {
    if (!isSet(set, key) || kinds === undefined || kinds.has(wanted) || !inRange(version, until === undefined ? {} : { until })) continue;
    const message = `"${key}" works for ${wanted === 'mcp' ? 'MCP' : 'AI'} backends only, and there is none here`;
    const suggestion = key === 'mcpAuthorization' ? 'use "authorization"' : 'move it to the route of such a backend';
    report({ at: entrySpan(set.node, key)!, path: [...set.path, key], message, suggestion });
  }
}

/** A redirect or a direct response ends a request before most other policies are asked. */
function checkAnswer(set: PolicyView, { report }: RuleContext): void {
  const answer = ['requestRedirect', 'directResponse'].find(key => isSet(set, key));
  if (answer === undefined || get(get(set.node, answer), 'conditional') !== undefined) return;
  for (const key of [...aboutCalls, ...(answer === 'requestRedirect' ? ['directResponse'] : [])]) {
    const message = `"${answer}" answers the request, so "${key}" has no effect`;
    if (isSet(set, key)) report({ at: entrySpan(set.node, key)!, path: [...set.path, key], message, suggestion: 'keep one of them' });
  }
  if (set.level !== 'route' || (set.route?.backends.length ?? 0) === 0) return;
  const message = `"${answer}" answers every request: the backends of the route get none`;
  report({ at: entrySpan(set.node, answer)!, path: [...set.path, answer], message, suggestion: 'remove the backends', severity: 'info' });
}
