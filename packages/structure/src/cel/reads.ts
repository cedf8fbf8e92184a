/** What an expression reads and calls. */
import { parseCel } from './syntax.js';
import { type CelCallNode, type CelNode, celParts, celPath } from './tree.js';

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
  const visitor = new Visitor(namespaces);
  visitor.visit(tree, { bound: new Set(), guarded: false, dashed: false });
  return visitor;
}

class Visitor {
  readonly reads: CelRead[] = [];
  readonly calls: CelCall[] = [];
  readonly #namespaces: ReadonlySet<string>;
  constructor(namespaces: ReadonlySet<string>) {
    this.#namespaces = namespaces;
  }

  visit(node: CelNode, scope: Scope): void {
    const path = celPath(node);
    if (path !== undefined) {
      if (!scope.bound.has(path[0]!))
        this.reads.push({ path, at: node.at, guarded: scope.guarded || hasOptional(node), dashed: scope.dashed });
      return;
    }
    if (node.type === 'call') {
      this.#call(node, scope);
      return;
    }
    const withNull = node.type === 'binary' && (isNullLiteral(node.left) || isNullLiteral(node.right));
    const inner = { ...scope, guarded: scope.guarded || withNull, dashed: node.type === 'binary' && node.op === '-' };
    for (const part of celParts(node)) this.visit(part, inner);
  }

  #call(node: CelCallNode, scope: Scope): void {
    const { target, args } = node;
    const qualifier = target?.type === 'name' && this.#namespaces.has(target.name) ? target.name : undefined;
    const method = target !== undefined && qualifier === undefined;
    this.calls.push({ name: qualifier === undefined ? node.name : `${qualifier}.${node.name}`, at: node.at, method, args });
    if (method) this.visit(target, { ...scope, dashed: false });
    const [first, ...rest] = args;
    const variable = method && binders.has(node.name) && first?.type === 'name' && rest.length > 0 ? first.name : undefined;
    const inner: Scope = {
      bound: variable === undefined ? scope.bound : new Set([...scope.bound, variable]),
      guarded: scope.guarded || (target === undefined && guards.has(node.name)),
      dashed: false,
    };
    for (const [index, arg] of (variable === undefined ? args : rest).entries())
      this.visit(arg, node.name === 'default' && index > 0 ? { ...inner, guarded: scope.guarded } : inner);
  }
}

const isNullLiteral = (node: CelNode): boolean => node.type === 'literal' && node.of === 'null';

function hasOptional(node: CelNode): boolean {
  if (node.type !== 'select' && node.type !== 'index') return false;
  return node.optional || hasOptional(node.operand);
}
