import { entries, get, isNull, items, memo, type Node, text } from '@mcpgw/structure';
import { type TokenCheck, tokenCheck } from './token-check.js';
import { child, listed, type Placed, type PolicyView, policiesNamed } from './views.js';

export type RuleEffect = 'allow' | 'deny' | 'require';

interface ReadRule {
  readonly node: Node;
  readonly effect: RuleEffect;
  readonly expression: string;
}

/** One rule of an authorization policy. */
export interface AuthorizationRule extends Placed, ReadRule {
  /** All rules of the same policy, including this one. */
  readonly siblings: readonly ReadRule[];
  readonly jwt: TokenCheck;
}

/** Every rule of `authorization` and `mcpAuthorization`. */
export const authorizationRules = memo((root): readonly AuthorizationRule[] =>
  ['authorization', 'mcpAuthorization'].flatMap(name =>
    policiesNamed(root, name).flatMap(({ node, path, set }) => rulesOf(root, { node, path }, set)),
  ),
);

/** Every policy that has rules: of requests, of MCP, of connections, and of models. */
export function ruleSets(root: Node): Placed[] {
  const named = ['authorization', 'mcpAuthorization'].flatMap(name => policiesNamed(root, name));
  const frontend = child({ node: root, path: [] }, 'frontendPolicies');
  const network = frontend === undefined ? undefined : child(frontend, 'networkAuthorization');
  const models = listed(get(get(root, 'llm'), 'models'), ['llm', 'models']).map(model => child(model, 'authorization'));
  return [...named, network, ...models].flatMap(placed => (placed === undefined || isNull(placed.node) ? [] : [placed]));
}

function rulesOf(root: Node, policy: Placed, set: PolicyView): AuthorizationRule[] {
  const jwt = tokenCheck(root, set);
  const siblings = items(get(policy.node, 'rules')).flatMap(node => readRule(node) ?? []);
  return listed(get(policy.node, 'rules'), [...policy.path, 'rules']).flatMap(({ node, path }) => {
    const rule = readRule(node);
    return rule === undefined ? [] : [{ ...rule, path, siblings, jwt }];
  });
}

function readRule(node: Node): ReadRule | undefined {
  const entry = entries(node).find(({ key }) => key === 'allow' || key === 'deny' || key === 'require');
  const expression = text(node) ?? text(entry?.value);
  return expression === undefined ? undefined : { node, effect: (entry?.key ?? 'allow') as RuleEffect, expression };
}
