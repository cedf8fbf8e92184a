import { entries, get, type Node, text } from '@mcpgw/structure';
import { type TokenCheck, tokenCheck } from './token-check.js';
import { type Placed, policiesNamed } from './views.js';

export interface TransformExpression extends Placed {
  readonly expression: string;
  readonly jwt: TokenCheck;
}

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
