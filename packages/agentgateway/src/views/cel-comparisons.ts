/** What expressions compare variables with. */
import { type CelNode, celParts, celPath } from '@mcpgw/structure';

/** The texts that an expression compares with a path such as `mcp.tool.name`, by "==" or "in". */
export function comparedTexts(node: CelNode, name: string): string[] {
  const own = node.type === 'binary' ? textsBeside(node, name) : [];
  return [...own, ...celParts(node).flatMap(part => comparedTexts(part, name))];
}

/**
 * The texts of each comparison with a path, of which one is enough: those of a list after "in", and of comparisons joined by "||".
 * Comparisons beside another condition joined by "||" are left out, because the expression may hold without them.
 */
export function comparedAlternatives(node: CelNode, name: string): string[][] {
  if (node.type === 'binary' && node.op === '||') {
    const [left, right] = [comparedAlternatives(node.left, name), comparedAlternatives(node.right, name)];
    return left.length === 1 && right.length === 1 ? [[...left[0]!, ...right[0]!]] : [];
  }
  const own = node.type === 'binary' ? textsBeside(node, name) : [];
  return [...(own.length > 0 ? [own] : []), ...celParts(node).flatMap(part => comparedAlternatives(part, name))];
}

function textsBeside({ op, left, right }: Extract<CelNode, { type: 'binary' }>, name: string): string[] {
  if (op !== '==' && op !== 'in') return [];
  const other = celPath(left)?.join('.') === name ? right : celPath(right)?.join('.') === name ? left : undefined;
  return other === undefined ? [] : textsIn(other);
}

const textsIn = (node: CelNode): string[] =>
  (node.type === 'list' ? node.items : [node]).flatMap(item =>
    item.type === 'literal' && typeof item.value === 'string' ? [item.value] : [],
  );

/** What has to hold for an expression to be true: the texts that each path may have. Parts of it that are no comparison are left out. */
export function neededTexts(node: CelNode, found = new Map<string, readonly string[]>()): ReadonlyMap<string, readonly string[]> {
  if (node.type !== 'binary') return found;
  if (node.op === '&&') return neededTexts(node.right, neededTexts(node.left, found) as Map<string, readonly string[]>);
  for (const side of [node.left, node.right]) {
    const name = celPath(side)?.join('.');
    const texts = name === undefined ? [] : textsBeside(node, name);
    const literals = node.op === 'in' && node.right.type === 'list' ? node.right.items.length : 1;
    if (name !== undefined && texts.length === literals)
      found.set(
        name,
        texts.filter(text => found.get(name)?.includes(text) ?? true),
      );
  }
  return found;
}

/** The beginnings that a path such as `request.path` has to have for an expression to be true, by "startsWith" outside of "||". */
export function neededPrefixes(node: CelNode, name: string): string[] {
  if (node.type === 'binary' && node.op === '&&') return [...neededPrefixes(node.left, name), ...neededPrefixes(node.right, name)];
  const of = node.type === 'call' && node.name === 'startsWith' && node.target !== undefined ? celPath(node.target)?.join('.') : undefined;
  return node.type === 'call' && of === name ? node.args.flatMap(textsIn) : [];
}
