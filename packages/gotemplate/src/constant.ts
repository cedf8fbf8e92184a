/** Untyped number constants: behaviour of idealConstant in Go 1.26 text/template/exec.go. */
import { Complex } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import type { NumberNode } from './node.js';

const isHexInt = (s: string): boolean => /^0[xX]./.test(s) && !/[pP]/.test(s);

/** The value of a number where no type is asked for: the literal's syntax decides. Null where an int cannot hold it. */
export function idealConstant(node: NumberNode): Value {
  const { complex, float, int } = node.value;
  if (complex !== undefined) return new Complex(complex.re, complex.im);
  const looksFloat = !isHexInt(node.text) && node.text[0] !== "'" && /[.eEpP]/.test(node.text);
  if (float !== undefined && looksFloat) return float;
  return int ?? null;
}
