/** Finds catch-alls: clauses that neither narrow nor rethrow, and are not for the failure of one parse or of a release. */
import { parseSync } from '@swc/core';

export interface Node {
  readonly type: string;
  readonly span: { readonly start: number };
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const [key, child] of Object.entries(value)) if (key !== 'span') yield* nodesIn(child);
}

function has(value: unknown, holds: (node: Node) => boolean): boolean {
  for (const node of nodesIn(value)) if (holds(node)) return true;
  return false;
}

/** `a.b.c()` as `c`, `f()` as `f`. */
export function calledName({ callee }: Node): string {
  const named = isNode(callee) && callee.type === 'MemberExpression' ? callee.property : callee;
  return isNode(named) ? String(named.value ?? '') : '';
}

/** An error that is rethrown, or whose class decides. */
function isNarrowed(handler: unknown): boolean {
  return has(handler, node => node.type === 'ThrowStatement' || (node.type === 'BinaryExpression' && node.operator === 'instanceof'));
}

const parsers = new Set(['parse', 'decodeURIComponent']);
const releasers = new Set(['cancel', 'close', 'terminateSession', 'unlink']);

/** A block that does nothing but read one text. */
function onlyParses(block: Node): boolean {
  const statements = block.stmts as readonly unknown[];
  const isSync = !has(block, node => node.type === 'AwaitExpression');
  return statements.length === 1 && isSync && has(block, node => node.type === 'CallExpression' && parsers.has(calledName(node)));
}

function isReleaseOf(node: Node): boolean {
  const { object } = node.callee as Node & { object: unknown };
  return isNode(object) && object.type === 'CallExpression' && releasers.has(calledName(object));
}

function catchesAll(node: Node): boolean {
  if (node.type === 'TryStatement' && node.handler) return !isNarrowed(node.handler) && !onlyParses(node.block as Node);
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') return false;
  const handlers = node.arguments as readonly unknown[];
  if (calledName(node) === 'catch') return !isNarrowed(handlers) && !isReleaseOf(node);
  return calledName(node) === 'then' && handlers.length > 1 && !isNarrowed(handlers[1]);
}

/** The number of catch-alls in `source`. */
export function catchAllsIn(source: string): number {
  return [...nodesIn(parseSync(source, { syntax: 'typescript', target: 'es2022' }))].filter(catchesAll).length;
}
