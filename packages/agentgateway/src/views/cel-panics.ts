/**
 * Expressions that crash v0.12.0. Its optimizer treats a map literal as a constant (crates/cel-fork/cel/src/optimize.rs), and panics
 * if such a map, with a value that is not constant, is in a list or map of constants. `map()` puts its body into a list.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { Environment } from '@marcbachmann/cel-js/evaluator';
import { checkCel } from '@mcpgw/structure';

/** How the optimizer classifies an operand: a constant, a map that is not constant, or anything else. */
type Operand = 'constant' | 'map' | 'other';

class Panic extends Error {}

let made: Environment | undefined;

/** Expressions are only parsed, so no functions are registered. */
function environment(): Environment {
  made ??= new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  return made;
}

/** Whether an expression crashes v0.12.0. */
export function panics(text: string): boolean {
  if (!/\{/.test(text) || checkCel(text) !== undefined) return false;
  let ast: ASTNode;
  try {
    ({ ast } = environment().parse(text));
  } catch {
    return false;
  }
  try {
    partOf(ast);
    return false;
  } catch (error) {
    if (error instanceof Panic) return true;
    throw error;
  }
}

function partOf(node: ASTNode): Operand {
  const { op, args } = node as { op: string; args: unknown };
  if (op === 'value') return 'constant';
  if (op === 'list') return together((args as ASTNode[]).map(partOf), 'other');
  if (op === 'map') return together((args as [ASTNode, ASTNode][]).flat().map(partOf), 'map');
  if (op === 'rcall') {
    const [name, receiver, given] = args as [string, ASTNode, ASTNode[]];
    const parts = [receiver, ...given].map(partOf);
    if (name === 'map' && given.length > 1 && parts.at(-1) === 'map') throw new Panic();
    return 'other';
  }
  inside(args);
  return 'other';
}

/** Classifies a list or map. One of constants is itself a constant; with a non-constant map among them, the optimizer panics. */
function together(parts: readonly Operand[], otherwise: Operand): Operand {
  if (parts.includes('other')) return otherwise;
  if (parts.includes('map')) throw new Panic();
  return 'constant';
}

function inside(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) inside(item);
  else if (typeof value === 'object' && value !== null && 'op' in value) partOf(value as ASTNode);
}
