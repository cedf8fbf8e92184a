import { policySets } from '@mcpgw/agentgateway/internal';
import { entries, isNull, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const guards = new Set([
  'extAuthz',
  'jwtAuth',
  'authorization',
  'mcpAuthorization',
  'mcpAuthentication',
  'apiKey',
  'basicAuth',
  'oidc',
  'csrf',
  'cors',
  'mcpGuardrails',
  'localRateLimit',
  'remoteRateLimit',
  'extProc',
  'ai',
  'backendAuth',
  'buffer',
]);

export const nullPolicy: Rule = {
  id: 'null-policy',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A policy that is null is switched off: nothing checks the requests.',
  docs: {
    checks: 'Looks for policies of access and limits that are null.',
    seen: 'Live: v1.1.0 and v1.4.1 serve requests without a token where `jwtAuth`, `authorization` and `extAuthz` are null.',
    fix: 'Write the policy, or remove its name.',
    wrong: withRoute('policies:\n  jwtAuth: null'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    for (const { node, path } of policySets(root)) {
      for (const { key, keySpan, value } of entries(node)) {
        if (!guards.has(key) || !isNull(value) || (value.kind === 'scalar' && /^\.(?:inf|nan)$/i.test(value.text))) continue;
        report({
          at: keySpan,
          path: [...path, key],
          message: `"${key}" is null: the policy is switched off`,
          suggestion: `write the policy, or remove "${key}"`,
        });
      }
    }
  },
};
