/**
 * Expressions that crash v0.12.0. Its optimizer treats a map literal as a constant (crates/cel-fork/cel/src/optimize.rs), and panics
 * if such a map, with a value that is not constant, is in a list or map of constants. `map()` puts its body into a list.
 */
import { type CelNode, celParts, parseCel } from '@mcpgw/structure';

/** How the optimizer classifies an operand: a constant, a map that is not constant, or anything else. */
type Operand = 'constant' | 'map' | 'other';

class Panic extends Error {}

/** Whether an expression crashes v0.12.0. */
export function panics(text: string): boolean {
  const tree = text.includes('{') ? parseCel(text) : undefined;
  if (tree === undefined) return false;
  try {
    operandOf(tree);
    return false;
  } catch (error) {
    if (error instanceof Panic) return true;
    throw error;
  }
}

function operandOf(node: CelNode): Operand {
  const parts = celParts(node).map(operandOf);
  switch (node.type) {
    case 'literal':
      return 'constant';
    case 'unary':
      return node.op === '-' && node.operand.type === 'literal' ? 'constant' : 'other';
    case 'list':
      return together(parts, 'other');
    case 'map':
      return together(parts, 'map');
    case 'call':
      if (node.name === 'map' && node.target !== undefined && node.args.length > 1 && parts.at(-1) === 'map') throw new Panic();
      return 'other';
    default:
      return 'other';
  }
}

/** Classifies a list or map. One of constants is itself a constant; with a non-constant map among them, the optimizer panics. */
function together(parts: readonly Operand[], otherwise: Operand): Operand {
  if (parts.includes('other')) return otherwise;
  if (parts.includes('map')) throw new Panic();
  return 'constant';
}
