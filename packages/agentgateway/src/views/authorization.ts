import { entries, get, items, type Node, text } from '@mcpgw/structure';
import { type TokenCheck, tokenCheck } from './token-check.js';
import { listed, type Placed, type PolicyView, policiesNamed } from './views.js';

/** One rule of an authorization policy. */
export interface AuthorizationRule extends Placed {
  readonly effect: 'allow' | 'deny' | 'require';
  readonly expression: string;
  /** All rules of the same policy, including this one. */
  readonly siblings: readonly Node[];
  readonly jwt: TokenCheck;
}

/** Every rule of `authorization` and `mcpAuthorization`. */
export function authorizationRules(root: Node): AuthorizationRule[] {
  return ['authorization', 'mcpAuthorization'].flatMap(name =>
    policiesNamed(root, name).flatMap(({ node, path, set }) => rulesOf(root, { node, path }, set)),
  );
}

function rulesOf(root: Node, policy: Placed, set: PolicyView): AuthorizationRule[] {
  const jwt = tokenCheck(root, set);
  const siblings = items(get(policy.node, 'rules'));
  return listed(get(policy.node, 'rules'), [...policy.path, 'rules']).flatMap(({ node, path }) => {
    const [effect, expression] = readRule(node);
    return expression === undefined ? [] : [{ node, path, effect, expression, siblings, jwt }];
  });
}

function readRule(node: Node): readonly [AuthorizationRule['effect'], string | undefined] {
  if (node.kind === 'scalar') return ['allow', text(node)];
  const entry = entries(node).find(({ key }) => key === 'allow' || key === 'deny' || key === 'require');
  return [(entry?.key ?? 'allow') as AuthorizationRule['effect'], text(entry?.value)];
}

/** Whether a rule allows requests. A bare expression does. */
export function isAllow(node: Node): boolean {
  return readRule(node)[0] === 'allow';
}
