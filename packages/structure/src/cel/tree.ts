/** The tree of a CEL expression. `at` is the offset of its first character, in UTF-16 code units. */
export type CelNode =
  | ({ readonly type: 'literal'; readonly at: number } & CelLiteral)
  | { readonly type: 'name'; readonly at: number; readonly name: string }
  | CelSelect
  | { readonly type: 'index'; readonly at: number; readonly operand: CelNode; readonly index: CelNode; readonly optional: boolean }
  | CelCallNode
  | { readonly type: 'unary'; readonly at: number; readonly op: '!' | '-'; readonly operand: CelNode }
  | { readonly type: 'binary'; readonly at: number; readonly op: string; readonly left: CelNode; readonly right: CelNode }
  | { readonly type: 'ternary'; readonly at: number; readonly condition: CelNode; readonly then: CelNode; readonly otherwise: CelNode }
  | { readonly type: 'list'; readonly at: number; readonly items: readonly CelNode[] }
  | { readonly type: 'map'; readonly at: number; readonly entries: readonly (readonly [CelNode, CelNode])[] };

export interface CelLiteral {
  /** Numbers beyond 2^53 are rounded. The text of bytes is kept as it is written. */
  readonly value: string | number | boolean | null;
  readonly of: 'string' | 'bytes' | 'int' | 'uint' | 'double' | 'bool' | 'null';
}

export interface CelSelect {
  readonly type: 'select';
  readonly at: number;
  readonly operand: CelNode;
  readonly field: string;
  readonly fieldAt: number;
  /** Written as `.?field`. */
  readonly optional: boolean;
}

/** A call of a function, or of a method if it has a target. Macros are calls too. */
export interface CelCallNode {
  readonly type: 'call';
  /** The offset of the name of the function. */
  readonly at: number;
  readonly name: string;
  readonly target: CelNode | undefined;
  readonly args: readonly CelNode[];
}

/** The parts of a node, in the order of the text. */
export function celParts(node: CelNode): readonly CelNode[] {
  switch (node.type) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
    case 'unary':
      return [node.operand];
    case 'index':
      return [node.operand, node.index];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'binary':
      return [node.left, node.right];
    case 'ternary':
      return [node.condition, node.then, node.otherwise];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flat();
  }
}

/** The names of `a.b.c` or `a["b"].c`; undefined for anything else. */
export function celPath(node: CelNode): readonly string[] | undefined {
  if (node.type === 'name') return [node.name];
  if (node.type === 'select') return added(node.operand, node.field);
  if (node.type === 'index' && node.index.type === 'literal' && typeof node.index.value === 'string')
    return added(node.operand, node.index.value);
  return undefined;
}

function added(operand: CelNode, field: string): readonly string[] | undefined {
  const path = celPath(operand);
  return path === undefined ? undefined : [...path, field];
}
