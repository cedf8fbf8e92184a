/** Edits of inputs: bytes, tokens of the parser, lines, and parts of other inputs. */
import type { Random } from './random.js';

/** Tokens of most parsers. */
const common = [
  '\0', '\n', '\r', '\r\n', '\t', ' ', '  ', '"', "'", '\\', '/', '.', '..', ',', ':', '-', '#', '{', '}', '[', ']', '(', ')', '<', '>', '$', '%', '&', '*', '|',
  '0', '1', '-1', '00', '1e999', '-0', '0.1', '9007199254740993', '18446744073709551616', '-9223372036854775808', '2147483648', '1e-400', '0x10', 'NaN',
  'null', 'true', 'false', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then',
  '\ufeff', '\u0085', '\u2028', '\u00e9', '\u{1f600}', '\u202e', '\u0301', '\u0130', '\u001b[31m', '::error::',
]; // biome-ignore format: one list

/** Bytes that are invalid UTF-8, or only part of a character. */
const rawBytes = ['ff', 'fe', 'c0af', 'eda080', 'f0', '80', 'e282', 'f4908080', '00', '7f'].map(hex => Buffer.from(hex, 'hex'));

type Edit = (input: Buffer, random: Random, others: Others) => Buffer;

interface Others {
  readonly tokens: readonly Buffer[];
  readonly corpus: readonly Buffer[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function range(input: Buffer, random: Random, longest = 64): Range {
  const from = random.below(input.length + 1);
  return { from, to: Math.min(input.length, from + random.small(longest) + 1) };
}

function splice(input: Buffer, { from, to }: Range, piece: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, from), piece, input.subarray(to)]);
}

function place(input: Buffer, random: Random): Range {
  const from = random.below(input.length + 1);
  return { from, to: from };
}

function line(input: Buffer, random: Random): Range {
  const at = random.below(input.length + 1);
  const end = input.indexOf(10, at);
  return { from: input.lastIndexOf(10, Math.max(0, at - 1)) + 1, to: end === -1 ? input.length : end + 1 };
}

/** A run of digits, letters, or of one other byte. */
function word(input: Buffer, random: Random): Range {
  const at = random.below(Math.max(1, input.length));
  const isWord = (byte: number | undefined) => byte !== undefined && /[\w.+-]/.test(String.fromCharCode(byte));
  let [from, to] = [at, at];
  while (from > 0 && isWord(input[from - 1])) from--;
  while (isWord(input[to])) to++;
  return { from, to };
}

const edits: readonly Edit[] = [
  (input, random) => splice(input, range(input, random), Buffer.alloc(0)),
  (input, random) => splice(input, range(input, random, 1), Buffer.of(random.below(256))),
  (input, random) => splice(input, range(input, random, 1), Buffer.of(32 + random.below(95))),
  (input, random) => splice(input, place(input, random), random.pick(rawBytes)),
  (input, random, { tokens }) => splice(input, place(input, random), random.pick(tokens)),
  (input, random, { tokens }) => splice(input, place(input, random), random.pick(tokens)),
  (input, random, { tokens }) => splice(input, range(input, random, 4), random.pick(tokens)),
  (input, random, { tokens }) => splice(input, word(input, random), random.pick(tokens)),
  (input, random) => splice(input, line(input, random), Buffer.alloc(0)),
  (input, random) => {
    const { from, to } = range(input, random, 200);
    return splice(input, place(input, random), input.subarray(from, to));
  },
  (input, random) => {
    const { from, to } = line(input, random);
    return splice(input, { from, to: from }, input.subarray(from, to));
  },
  (input, random) => {
    const { from, to } = line(input, random);
    const other = line(input, random);
    return splice(input, other, input.subarray(from, to));
  },
  (input, random) => {
    const { from } = line(input, random);
    return splice(input, { from, to: from }, Buffer.from(' '.repeat(1 + random.small(8))));
  },
  (input, random, { corpus }) => {
    const other = random.pick(corpus);
    const { from, to } = range(other, random, 400);
    return splice(input, range(input, random, 100), other.subarray(from, to));
  },
  (input, random, { corpus }) => {
    const other = random.pick(corpus);
    return Buffer.concat([input.subarray(0, random.below(input.length + 1)), other.subarray(random.below(other.length + 1))]);
  },
  // Nesting and long runs: a piece again and again.
  (input, random, { tokens }) => {
    const { from, to } = range(input, random, 24);
    const piece = random.below(2) === 0 ? random.pick(tokens) : input.subarray(from, to);
    const times = random.pick([2, 3, 8, 40, 300, 3000]);
    return splice(input, place(input, random), Buffer.from(piece.toString('latin1').repeat(times), 'latin1'));
  },
];

/** Makes further inputs from known ones. */
export class Mutator {
  readonly #tokens: readonly Buffer[];
  readonly #maxBytes: number;

  constructor(tokens: readonly string[], maxBytes: number) {
    // What the parser itself knows is three times as likely as what all know.
    const own = tokens.map(token => Buffer.from(token));
    this.#tokens = [
      ...common.map(token => Buffer.from(token)),
      ...Array(own.length === 0 ? 0 : Math.ceil((3 * common.length) / own.length))
        .fill(own)
        .flat(),
    ];
    this.#maxBytes = maxBytes;
  }

  mutate(input: Buffer, random: Random, corpus: readonly Buffer[]): Buffer {
    let next = input;
    const others = { tokens: this.#tokens, corpus };
    for (let count = 1 + random.small(8); count > 0; count--) next = random.pick(edits)(next, random, others).subarray(0, this.#maxBytes);
    return next;
  }
}
