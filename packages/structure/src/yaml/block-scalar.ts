/** Scalars of the fast path in `block.ts`. */
import type { ScalarNode } from './node.js';
import { resolvePlain, type YamlDialect } from './scalar.js';

class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Thrown if the complete parser must read the text. */
export const giveUp = new GiveUp('the text is not of the common form');

/** Joins the lines of a block scalar; `ended` is true if the last line has a line end. */
export function join(lines: string[], folded: boolean, chomp: string, ended: boolean): string {
  let last = lines.length;
  while (last > 0 && lines[last - 1] === '') last--;
  const tail = lines.length - last;
  if (last === 0) return chomp === '+' ? '\n'.repeat(tail) : '';
  const body = folded ? fold(lines.slice(0, last)) : lines.slice(0, last).join('\n');
  if (chomp === '-' || (!ended && tail === 0)) return body;
  return chomp === '+' ? body + '\n'.repeat(tail + (ended ? 1 : 0)) : `${body}\n`;
}

function fold(lines: readonly string[]): string {
  let out = lines[0]!;
  let breaks = 1;
  for (const line of lines.slice(1)) {
    if (line.startsWith(' ')) throw giveUp;
    if (line === '') breaks++;
    else {
      out += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + line;
      breaks = 1;
    }
  }
  if (lines[0] === '' || lines[0]!.startsWith(' ')) throw giveUp;
  return out;
}

/** Folds line ends in quotes: a single one becomes a space, n become n - 1. Spaces around them are dropped. */
export function foldQuoted(inner: string, double: boolean): string {
  if (!inner.includes('\n')) return inner;
  const lines = inner.split('\n');
  const last = lines.length - 1;
  let out = '';
  let breaks = 0;
  let joined = true;
  for (const [index, line] of lines.entries()) {
    const left = index === 0 ? line : line.trimStart();
    const content = index === last ? left : left.trimEnd();
    if (content === '' && index > 0 && index < last) {
      if (joined) throw giveUp;
      breaks++;
      continue;
    }
    const escaped = index < last && double && /(?<!\\)(?:\\\\)*\\$/.test(content);
    if (escaped && content.length !== left.length) throw giveUp;
    if (!joined) out += breaks === 0 ? ' ' : '\n'.repeat(breaks);
    out += escaped ? content.slice(0, -1) : content;
    joined = escaped;
    breaks = 0;
  }
  return out;
}

export function nullAt(at: number): ScalarNode {
  return { kind: 'scalar', value: null, text: '', plain: true, isFloat: false, span: { start: at, end: at } };
}

export function scalar(text: string, start: number, end: number): ScalarNode {
  return { kind: 'scalar', value: text, text, plain: false, isFloat: false, span: { start, end } };
}

/** Letters with which no null, boolean or number begins in any dialect. */
const plainWords = /^[a-eg-mp-su-xzA-EG-MP-SU-XZ/_]/;
const smallInteger = /^(?:0|[1-9]\d{0,14})$/;

export function plainScalar(text: string, start: number, end: number, dialect: YamlDialect): ScalarNode {
  const span = { start, end };
  if (plainWords.test(text)) return { kind: 'scalar', value: text, text, plain: true, isFloat: false, span };
  if (smallInteger.test(text)) return { kind: 'scalar', value: Number(text), text, plain: true, isFloat: false, span };
  const { value, isFloat } = resolvePlain(text, dialect);
  return { kind: 'scalar', value, text, plain: true, isFloat, span };
}
