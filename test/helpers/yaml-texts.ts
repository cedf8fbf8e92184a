/** YAML texts by seed: texts as programs and people write them, and texts with a one-character change. */
import { randomBelow } from './random.js';

const scalars = [
  'a', 'b c', '1', '-0', '010', '0x1F', '0o7', '0b11', '1_000', '1.50', '.5', '1e3', '1e999', '.inf', '.nan', '~', 'null', 'Null', 'yes', 'n', 'off', 'true', 'TRUE',
  '12345678901234567890', '-', '--', '-x', ':x', 'x:', 'a:b', 'a#b', '"q"', "'q'", '"a\\n\\u00e9\\"\\\\"', '"\\ud83d\\ude00"', '"\\U0001F600"', '"\\x41"', '"\\q"', "'it''s'", '""', "''", '"a\n  b"',
  '"a\n\n  b \\\n  c"', "'a\n\n    b'", 'a\n  b', 'a\n\n    b', '{}', '[]', '{a: 1}', '{a: 1, "b": [c, d]}', '[a, b]', '[a,\n  b]', '[ {a: 1}, {b: }, ]', '{a, b: 1}', '{"a":1}', '[a: b]', '&x a', '*x', '!!str 1', '!!int a', '! x',
  '2001-01-01', '{{ .Values.a }}', '${A}', '@a', '`a', '%a', '?', '? a', '<<', '=', '|', '>', 'é', '\u{1f600}', 'a  ', 'a # c', 'a #c', '1 # c', '"a" # c', '"a"# c', '[a] # c', '[a]#c', '[# c\n  a]', 'key with spaces',
]; // biome-ignore format: one list

const keys = [
  'a',
  'b',
  'c',
  'a',
  '"a"',
  "'b'",
  'a b',
  'a:b',
  'x#y',
  '<<',
  '~',
  'null',
  '1',
  'true',
  '-a',
  '?a',
  '? a',
  '&k a',
  '*k',
  '!!str a',
  '[a]',
  '{a: b}',
  '',
  '__proto__',
  '"a\\tb"',
  'a ',
  'k'.repeat(1024),
  'k'.repeat(1025),
  `"${'k'.repeat(1023)}"`,
];
const heads = ['|', '>', '|-', '>-', '|+', '>+', '|2', '>1-', '| # c', '|-  ', '>x', '|+1'];
const lines = ['x', 'x y', ' x', '  x', '', '  ', '# no comment', '---', '...', '- a', 'a: 1', '\tx', 'x\t', '{{ if }}', 'x ', '%x'];
const comments = ['# c', '  # c', '      # c', '#', ' #'];
const insertions = [
  '\t',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '---\n',
  '...\n',
  '--- ',
  '\n---\n',
  '\n...\n',
  '%YAML 1.2\n',
  '# c\n',
  ': ',
  '- ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '!!str ',
  '|\n',
  '>\n',
  '  ',
  '\n\n',
  '\\',
  ' #',
  '//',
  '/* c */',
];

class Writer {
  readonly below: (n: number) => number;
  out = '';

  constructor(seed: number) {
    this.below = randomBelow(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  one(in_: number): boolean {
    return this.below(in_) === 0;
  }

  /** A step of indent: mostly two columns, at times another one. */
  deeper(indent: number): number {
    return indent + (this.one(6) ? this.pick([0, 1, 3, 4]) : 2);
  }

  line(indent: number, text: string): void {
    if (this.one(12)) this.out += `${this.pick(comments)}\n`;
    if (this.one(14)) this.out += this.pick(['\n', '  \n', '\n\n']);
    this.out += `${' '.repeat(this.one(25) ? indent + 1 : indent)}${text}`;
  }

  /** What follows a key or a dash, with its line end. */
  value(indent: number, depth: number): void {
    const choice = this.below(10);
    if (depth < 4 && choice < 3) {
      this.out += this.pick(['\n', '\n', '\n', ' \n', ' # c\n']);
      this.block(this.deeper(indent), depth + 1);
    } else if (choice === 3) this.blockScalar(indent);
    else if (choice === 4) this.out += this.pick(['\n', ' \n', '   # c\n']);
    else this.out += `${this.one(15) ? '  ' : ' '}${this.pick(scalars)}${this.one(10) ? ' # c' : ''}\n`;
  }

  blockScalar(indent: number): void {
    this.out += ` ${this.one(3) ? this.pick(heads) : this.pick(['|', '>', '|-'])}\n`;
    const column = this.one(20) ? 0 : this.deeper(indent);
    for (let left = this.below(4); left >= 0; left--) {
      const text = this.one(3) ? this.pick(lines) : this.pick(['x', 'x y', 'a: 1']);
      this.out += text === '' || this.one(30) ? `${text}\n` : `${' '.repeat(column)}${text}\n`;
    }
  }

  block(indent: number, depth: number): void {
    const isList = this.one(3);
    for (let left = this.below(4); left >= 0; left--) {
      if (isList && this.one(3) && depth < 4) {
        this.line(indent, '- ');
        this.out += `${this.key()}:`;
        this.value(indent + 2, depth + 1);
        if (this.one(2)) {
          this.line(indent + 2, `${this.key()}:`);
          this.value(indent + 2, depth + 1);
        }
      } else {
        this.line(indent, isList ? '-' : `${this.key()}:`);
        this.value(indent, depth);
      }
    }
  }

  key(): string {
    return this.one(4) ? this.pick(keys) : this.pick(['a', 'b', 'c', 'name', 'kind']);
  }

  document(): void {
    if (this.one(15)) this.blockScalar(0);
    else if (this.one(10)) this.out += `${this.pick(scalars)}\n`;
    else this.block(this.one(20) ? 2 : 0, 0);
  }

  /** Inserts something unexpected, or removes something. */
  damage(): void {
    const at = this.below(this.out.length + 1);
    const cut = this.one(3) ? this.below(4) : 0;
    this.out = this.out.slice(0, at) + (this.one(4) ? '' : this.pick(insertions)) + this.out.slice(at + cut);
  }
}

/** The text of a seed: block and flow style, every kind of scalar, comments, odd indents, several documents; a part of them is damaged. */
export function yamlText(seed: number): string {
  const writer = new Writer(seed);
  if (writer.one(8)) writer.out += writer.pick(['---\n', '--- # c\n', '# c\n', '\n', '%YAML 1.2\n---\n']);
  writer.document();
  while (writer.one(6)) {
    writer.out += writer.pick(['---\n', '---\n', '--- \n', '---\n---\n', '...\n', '...\n---\n', '--- # c\n']);
    if (!writer.one(5)) writer.document();
  }
  while (writer.one(4)) writer.damage();
  if (writer.one(5)) writer.out = writer.out.replace(/\n+$/, writer.pick(['', '', ' ', '  ', '\n\n']));
  if (writer.one(40)) writer.out = writer.out.replaceAll('\n', '\r\n');
  if (writer.one(40)) writer.out = `\ufeff${writer.out}`;
  return writer.out;
}

/** A value as text, whatever the order of its members; equal texts are equal values. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shownValue)}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${name}: ${shownValue(item)}`).join(', ')}}`;
}
