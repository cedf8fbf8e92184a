/** What an expression reads and calls. */
import { parseCel } from './syntax.js';
import { type CelNode, celParts, celPath } from './tree.js';

/** A read of a variable, with the names of the fields that follow it. */
export interface CelRead {
  readonly path: readonly string[];
  readonly at: number;
  /** The expression has a value without it: inside has(), default(), coalesce(), after `.?`, or compared with null. */
  readonly guarded: boolean;
  /** A name joined by "-" with something else, as in `request.headers.x-user`, which is a subtraction. */
  readonly dashed: boolean;
}

/** A call. The name is qualified if the function belongs to a namespace: `base64.encode`. */
export interface CelCall {
  readonly name: string;
  readonly at: number;
  readonly method: boolean;
  readonly args: readonly CelNode[];
}

/** Macros and functions whose first argument is the name of a variable for the others. */
const binders = new Set(['exists', 'all', 'exists_one', 'existsOne', 'map', 'filter', 'with', 'mapValues', 'filterKeys']);
const guards = new Set(['has', 'default', 'coalesce', 'type']);
/** Longer expressions are not analyzed. */
const maxLength = 4096;

/** The tree of an expression for analysis; undefined if its syntax is wrong or it is very long. */
export const celTree = (text: string): CelNode | undefined => (text.length > maxLength ? undefined : parseCel(text));

interface Scope {
  readonly bound: ReadonlySet<string>;
  readonly guarded: boolean;
  readonly dashed: boolean;
}

/** Every read and every call of an expression. `namespaces` are the names before the dot of qualified functions. */
export function celUses(tree: CelNode, namespaces: ReadonlySet<string>): { readonly reads: CelRead[]; readonly calls: CelCall[] } {
  const reads: CelRead[] = [];
  const calls: CelCall[] = [];
  const visit = (node: CelNode, scope: Scope): void => {
    const path = celPath(node);
    if (path !== undefined) {
      if (!scope.bound.has(path[0]!)) reads.push({ path, at: node.at, guarded: scope.guarded || hasOptional(node), dashed: scope.dashed });
      return;
    }
    if (node.type === 'call') {
      const qualifier = node.target?.type === 'name' && namespaces.has(node.target.name) ? node.target.name : undefined;
      const name = qualifier === undefined ? node.name : `${qualifier}.${node.name}`;
      calls.push({ name, at: node.at, method: node.target !== undefined && qualifier === undefined, args: node.args });
      if (node.target !== undefined && qualifier === undefined) visit(node.target, { ...scope, dashed: false });
      const [first, ...rest] = node.args;
      const binds = node.target !== undefined && binders.has(node.name) && first?.type === 'name' && rest.length > 0;
      const inner: Scope = {
        bound: binds ? new Set([...scope.bound, first.name]) : scope.bound,
        guarded: scope.guarded || (node.target === undefined && guards.has(node.name)),
        dashed: false,
      };
      for (const [index, arg] of (binds ? rest : node.args).entries())
        visit(arg, node.name === 'default' && index > 0 ? { ...inner, guarded: scope.guarded } : inner);
      return;
    }
    const withNull = node.type === 'binary' && (isNullLiteral(node.left) || isNullLiteral(node.right));
    const inner = { ...scope, guarded: scope.guarded || withNull, dashed: node.type === 'binary' && node.op === '-' };
    for (const part of celParts(node)) visit(part, inner);
  };
  visit(tree, { bound: new Set(), guarded: false, dashed: false });
  return { reads, calls };
}

const isNullLiteral = (node: CelNode): boolean => node.type === 'literal' && node.of === 'null';

function hasOptional(node: CelNode): boolean {
  if (node.type !== 'select' && node.type !== 'index') return false;
  return node.optional || hasOptional(node.operand);
}
