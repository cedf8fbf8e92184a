import { entries, get, memo, type Node, text } from '@mcpgw/structure';
import { type TokenCheck, tokenCheck } from './token-check.js';
import { type Placed, policiesNamed, walk } from './views.js';

export interface TransformExpression extends Placed {
  readonly expression: string;
  readonly jwt: TokenCheck;
}

/** The sides `request` and `response` of every transformation, also of the conditional ones. */
export const transformSides = memo((root): readonly Placed[] => {
  const found: Placed[] = [];
  walk(
    { node: root, path: [] },
    placed => {
      const [side, holder] = [placed.path.at(-1), placed.path.filter(step => typeof step === 'string').slice(-3)];
      const ofTransformation = holder.at(-2) === 'transformations' || (holder[0] === 'transformations' && holder[1] === 'conditional');
      if ((side === 'request' || side === 'response') && ofTransformation) found.push(placed);
    },
    ({ last }) => last === 'request' || last === 'response',
  );
  return found;
});

/** Every expression of every transformation. */
export function transformExpressions(root: Node): TransformExpression[] {
  return policiesNamed(root, 'transformations').flatMap(({ node, path, set }) => {
    const jwt = tokenCheck(root, set);
    return entries(node).flatMap(({ key, value }) => expressionsOf(value, [...path, key], jwt));
  });
}

function expressionsOf(side: Node, path: Placed['path'], jwt: TokenCheck): TransformExpression[] {
  const maps = ['add', 'set', 'metadata'].flatMap(name =>
    entries(get(side, name)).map(({ key, value }) => ({ node: value, path: [...path, name, key] })),
  );
  const body = get(side, 'body');
  const all = body === undefined ? maps : [...maps, { node: body, path: [...path, 'body'] }];
  return all.flatMap(placed => {
    const expression = text(placed.node);
    return expression === undefined ? [] : [{ ...placed, expression, jwt }];
  });
}
