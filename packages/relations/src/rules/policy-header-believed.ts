import { believedHeader } from '@mcpgw/agentgateway';
import { expressions } from '@mcpgw/agentgateway/internal';
import { at, type Node, type Rule } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import { ofKind } from '../objects/objects.js';
import { translationsOf } from '../translation/translation.js';

/** Parts of a policy that check who calls, or may set headers after such a check. */
const checks: readonly (readonly string[])[] = [
  ...['jwtAuthentication', 'basicAuthentication', 'apiKeyAuthentication', 'extAuth', 'extProc', 'transformation', 'headerModifiers'].map(
    key => ['traffic', key],
  ),
  ['backend', 'mcp', 'authentication'],
  ['backend', 'extAuth'],
  ['frontend', 'networkAuthorization'],
];

const someoneChecks = (stream: Node): boolean =>
  ofKind(stream, 'AgentgatewayPolicy').some(({ node }) => checks.some(path => at(node, 'spec', ...path) !== undefined));

export const policyHeaderBelieved: Rule = {
  id: 'policy-header-believed',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Clients write their headers themselves: anyone who adds the header has the role, the name or the address that the rule asks for.',
  docs: {
    checks:
      'Rules that allow or require, and read nothing but headers that say who calls (x-user, x-role, x-forwarded-for and the like), when no given policy checks callers or sets headers, and none limits who may connect.',
    seen: 'Live, in a static configuration: v1.1.0 and v1.4.1 let a request with `x-role: admin` in by the rule of the example, and 403 was the answer without the header.',
    fix: 'Check a token, a key or a client certificate, and read jwt, apiKey or source. Behind another proxy that removes these headers, limit who may connect with networkAuthorization.',
    wrong: onGateway(`traffic: {authorization: {policy: {matchExpressions: ['request.headers["x-role"] == "admin"']}}}`),
    correct: onGateway(
      `traffic:\n  apiKeyAuthentication: {secretRef: {name: keys}}\n  authorization: {policy: {matchExpressions: ['apiKey.role == "admin"']}}`,
    ),
  },
  check({ root, version, report }) {
    if (someoneChecks(root)) return;
    for (const { root: translated, pathOf } of translationsOf(root))
      for (const { node, use, reads } of expressions(translated, version)) {
        if (use !== 'allow' && use !== 'require') continue;
        const [path, header] = [pathOf(node), believedHeader(reads)];
        if (path === undefined || header === undefined) continue;
        report({
          at: node,
          path,
          message: `the rule believes the header "${header}", which any client can send: no given policy checks who calls`,
          suggestion: 'check a token or a key, and read "jwt" or "apiKey"',
        });
      }
  },
};
