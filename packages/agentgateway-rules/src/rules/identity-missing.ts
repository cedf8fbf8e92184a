import { appliesAround, expressions, servesKind } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The policies that give a variable its value. */
const givers: Readonly<Record<string, readonly string[]>> = {
  jwt: ['jwtAuth', 'mcpAuthentication', 'oidc'],
  apiKey: ['apiKey'],
  basicAuth: ['basicAuth'],
  extauthz: ['extAuthz'],
  extproc: ['extProc'],
  mcpGuardrails: ['mcpGuardrails'],
};

export const identityMissing: Rule = {
  id: 'identity-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The variable gets its value from a policy that is not there: the expression fails for every request.',
  docs: {
    checks:
      'Expressions that read `apiKey`, `basicAuth`, `extauthz`, `extproc` or `mcpGuardrails` stand beside the policy that sets it, `llm` beside an AI backend, and `jwt` in logs (an info), limits and other policies beside a token check.',
    seen: 'Live: v1.1.0 and v1.4.1: a remote rate limit by `jwt.sub` without jwtAuth limits nobody, a header from `apiKey.key` without apiKey is not set.',
    fix: 'Add the policy, or guard the read: `has(jwt.sub) ? jwt.sub : "anonymous"`.',
    wrong: onRoute(`authorization: {rules: ['apiKey.team == "a"']}`),
    correct: onRoute(`
apiKey: {mode: strict, keys: [{key: $KEY_A, metadata: {team: a}}]}
authorization: {rules: ['apiKey.team == "a"']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, set, use, effect, phase } of expressions(root, version)) {
      const isRule = use === 'allow' || use === 'deny' || use === 'require';
      const transforms = path.includes('transformations');
      const missing = reads.find(({ path: [name], guarded }) => {
        if (guarded || (name === 'jwt' && (isRule || transforms))) return false;
        const policies = givers[name!];
        if (policies !== undefined) return !appliesAround(root, set, policies);
        return name === 'llm' && set !== undefined && servesKind(root, set, 'ai') === false;
      });
      // A value that is left out may be intended, where some requests have an identity and others have none.
      const mayLack = use === 'value' && !effect.includes('limited');
      if (missing === undefined || (mayLack && phase !== 'log')) continue;
      const name = missing.path[0]!;
      report({
        at: node,
        path,
        severity: mayLack ? 'info' : 'warning',
        message:
          name === 'llm'
            ? `no backend here is an AI backend, so "llm" has no value: ${effect}`
            : `no policy here sets "${name}": ${effect}`,
        suggestion: name === 'llm' ? 'move it to the route of the AI backend' : `add ${givers[name]![0]}, or guard the read with has()`,
      });
    }
  },
};
