/** Number literals: behaviour of newNumber in Go 1.26 text/template/parse/node.go. */

import { sprintf } from '@mcpgw/go/fmt';
import { NumError, parseFloat64, parseInt64, parseUint64, unquoteChar } from '@mcpgw/go/strconv';
import type { NumberValue } from './node.js';
import { itemCharConstant, itemComplex } from './tokens.js';

type Fail = (message: string) => never;

const plainDecimal = /^(?:0|[1-9][0-9]{0,14})$/;

/** The value, or undefined where Go's strconv returns an error. */
function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof NumError) return undefined;
    throw error;
  }
}

/** The value of a number token under every type that can hold it. */
export function parseNumber(type: number, text: string, fail: Fail): NumberValue {
  if (plainDecimal.test(text)) {
    const int = BigInt(text);
    return { int, uint: int, float: Number(text) };
  }
  if (type === itemCharConstant) return charConstant(text, fail);
  if (type === itemComplex) return complexConstant(text, fail);
  if (text.endsWith('i')) {
    const im = attempt(() => parseFloat64(text.slice(0, -1)));
    if (im !== undefined) return simplifyComplex(0, im);
  }
  return realConstant(text, fail);
}

function charConstant(text: string, fail: Fail): NumberValue {
  const char = unquoteChar(text, 1, "'");
  if (char === null) return fail('invalid syntax');
  if (text.slice(1 + char.length) !== "'") return fail(`malformed character constant: ${text}`);
  const rune = char.isByte && text[1] !== '\\' ? 0xfffd : char.value;
  return { int: BigInt(rune), uint: BigInt(rune), float: rune };
}

/** One part of a complex constant, as fmt.Sscan takes it in. */
const part = String.raw`(?:0[xX][0-9a-fA-F_]*\.?[0-9a-fA-F_]*(?:[pP][+-]?[0-9_]*)?|[0-9_]*\.?[0-9_]*(?:[eE][+-]?[0-9_]*)?)`;
const complexSyntax = new RegExp(`^([+-]i|[+-]?${part})([+-]${part})i$`);

function complexConstant(text: string, fail: Fail): NumberValue {
  const match = complexSyntax.exec(text);
  if (match === null || /^[+-]$/.test(match[2]!)) return fail('syntax error scanning complex number');
  try {
    return simplifyComplex(parseFloat64(match[1]!), parseFloat64(match[2]!));
  } catch (error) {
    if (error instanceof NumError) return fail(error.message);
    throw error;
  }
}

function fitted(float: number): { int?: bigint; uint?: bigint } {
  if (!Number.isInteger(float)) return {};
  const n = BigInt(float);
  return {
    ...(BigInt.asIntN(64, n) === n ? { int: n } : {}),
    ...(BigInt.asUintN(64, n) === n ? { uint: n } : {}),
  };
}

function simplifyComplex(re: number, im: number): NumberValue {
  return im === 0 ? { complex: { re, im }, float: re, ...fitted(re) } : { complex: { re, im } };
}

function realConstant(text: string, fail: Fail): NumberValue {
  let uint = attempt(() => parseUint64(text, 0));
  const int = attempt(() => parseInt64(text, 0));
  if (int === 0n) uint = 0n;
  if (int !== undefined) return { int, float: Number(int), ...(uint === undefined ? {} : { uint }) };
  if (uint !== undefined) return { uint, float: Number(uint) };
  const float = attempt(() => parseFloat64(text));
  if (float === undefined) return fail(sprintf('illegal number syntax: %q', [text]));
  if (!/[.eEpP]/.test(text)) return fail(sprintf('integer overflow: %q', [text]));
  return { float, ...fitted(float) };
}
