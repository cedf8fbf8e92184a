import { believedHeader } from '@mcpgw/agentgateway';
import { callerChecks, expressions, policySets } from '@mcpgw/agentgateway/internal';
import { at, isGiven, type Node, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Policies that check who calls, or may set headers after such a check. */
const checks = [...callerChecks, 'extProc', 'transformations', 'requestHeaderModifier'];

const someoneChecks = (root: Node): boolean =>
  policySets(root).some(({ node }) => checks.some(key => isGiven(node, key))) ||
  at(root, 'frontendPolicies', 'networkAuthorization') !== undefined ||
  at(root, 'config', 'xdsAddress') !== undefined;

export const headerBelieved: Rule = {
  id: 'header-believed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients write their headers themselves: anyone who adds the header has the role, the name or the address that the rule asks for.',
  docs: {
    checks:
      'Rules that allow or require, and read nothing but headers that say who calls (x-user, x-role, x-forwarded-for and the like), when no policy of the file checks callers or sets headers, and none limits who may connect.',
    seen: 'Live: v1.1.0 and v1.4.1 let a request with `x-role: admin` in by the rule of the example, and 403 was the answer without the header.',
    fix: 'Check a token, a key or a client certificate, and read jwt, apiKey or source. Behind another proxy that removes these headers, limit who may connect with networkAuthorization.',
    wrong: onRoute(`authorization: {rules: ['request.headers["x-role"] == "admin"']}`),
    correct: onRoute(`
apiKey: {mode: strict, keys: [{key: $ADMIN_KEY, metadata: {role: admin}}]}
authorization: {rules: ['apiKey.role == "admin"']}`),
  },
  check({ root, version, report }) {
    if (someoneChecks(root)) return;
    for (const { node, path, use, reads } of expressions(root, version)) {
      const header = use === 'allow' || use === 'require' ? believedHeader(reads) : undefined;
      if (header !== undefined)
        report({
          at: node,
          path,
          message: `the rule believes the header "${header}", which any client can send: no policy checks who calls`,
          suggestion: 'check a token or a key, and read "jwt" or "apiKey"',
        });
    }
  },
};
