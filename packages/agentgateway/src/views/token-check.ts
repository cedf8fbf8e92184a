import { get, isNull, type Node, text } from '@mcpgw/structure';
import { type PolicyView, policiesNamed } from './views.js';

/** Whether a token is checked before a policy runs: not at all, only if present, or required. */
export type TokenCheck = 'none' | 'optional' | 'strict';

const strength: Record<TokenCheck, number> = { none: 0, optional: 1, strict: 2 };

/** The strictest token check before a set of policies: its own, those of its route and its listener, and attached ones. */
export function tokenCheck(root: Node, set: PolicyView): TokenCheck {
  const around = [set.node, set.route?.policies, set.listener?.policies];
  let best: TokenCheck = policiesNamed(root, 'jwtAuth').some(policy => policy.set.level === 'attached') ? 'strict' : 'none';
  for (const policies of around) {
    for (const [name, standard] of [
      ['jwtAuth', 'optional'],
      ['mcpAuthentication', 'strict'],
      ['oidc', 'strict'],
    ] as const) {
      const policy = get(policies, name);
      if (policy === undefined || isNull(policy)) continue;
      const mode = text(get(policy, 'mode')) ?? standard;
      const found: TokenCheck = mode === 'strict' ? 'strict' : 'optional';
      if (strength[found] > strength[best]) best = found;
    }
  }
  return best;
}
