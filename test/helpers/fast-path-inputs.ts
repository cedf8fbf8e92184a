/** Inputs of the fast paths by seed, all of one generator: what is common, and what looks like it. */
import { randomBelow } from './random.js';
import { yamlText } from './yaml-texts.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface FastPathInput {
  readonly yaml: string;
  /** Two rendered documents that differ little. */
  readonly manifests: readonly [before: string, after: string];
  readonly pattern: string;
  /** What the pattern is matched against. */
  readonly subject: string;
  readonly template: string;
  readonly schema: Json;
  readonly value: Json;
}

const characters = [
  'a',
  'b',
  '[ab]',
  '[^a]',
  '.',
  '\\w',
  '\\d',
  '[a-c-]',
  '\\.',
  '\\b',
  '^',
  '$',
  '1',
  '-',
  'é',
  '[[:alpha:]]',
  '(?:a|ab)',
];
const repeats = ['', '', '', '*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}?', '{2,}'];
const operands = [
  '.',
  '.a',
  '.a.b',
  '$',
  '$x',
  '$x.a',
  '1',
  '1.5',
  '"s"',
  '"}}"',
  'nil',
  'true',
  '(len .a)',
  '(print 1 "a").b',
  '`r`',
  "'c'",
];
const values = ['a', 'b c', '12', '1.5', 'true', '"q"', "'s'", '"a: b"', '34d2', '34e2', '0x1f', '*a', '~', '|', '- a', '"', '', '{a: b}'];
const keys = ['a', 'b', 'kind', 'metadata', '"d"'];
const scalars: readonly Json[] = [null, true, 0, 1, 1.5, -3, '', 'a', 'abc', 'x-1'];

class Source {
  readonly below: (n: number) => number;

  constructor(seed: number) {
    this.below = randomBelow(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  pattern(depth = 0): string {
    const part = (): string => {
      const group = depth < 3 && this.below(4) === 0;
      const atom = group ? `${this.pick(['(', '(?:', '(?P<n>'])}${this.pattern(depth + 1)})` : this.pick(characters);
      return atom + this.pick(repeats);
    };
    const sequence = (): string => this.many(4, part).join('');
    return [sequence(), ...this.many(depth === 0 ? 1 : 2, sequence)].join('|');
  }

  manifests(): readonly [string, string] {
    const value = (): string => (this.below(4) === 0 ? this.pick(values) : this.pick(['a', 'b', 'x.y', '12', '1.5', '"q"', "'s'"]));
    const entry = (): [string, string] => [
      `${this.below(9) === 0 ? this.pick(['', '- ', '  - ', '    ']) : '  '}${this.pick(keys)}: `,
      value(),
    ];
    const head = this.pick(['apiVersion: v1\nkind: X\nmetadata:\n  name: a\n', 'kind: X\n', '']);
    const entries = this.many(5, entry);
    const at = this.below(Math.max(1, entries.length));
    const other = value();
    const text = (list: [string, string][]): string => `${head}spec:\n${list.map(([start, end]) => `${start}${end}\n`).join('')}`;
    return [text(entries), text(entries.map(([start, end], i) => [start, i === at ? other : end]))];
  }

  /** Actions that come again, with other positions. */
  template(): string {
    const pipeline = (): string =>
      [`${this.pick(['', 'print ', 'index ', 'none '])}${this.pick(operands)}`, ...this.many(2, () => this.pick(operands))].join(
        this.pick([' ', ' ', ' | print ']),
      );
    const few = [pipeline(), pipeline()];
    const action = (): string => {
      const inside = this.pick(few);
      const [open, close] = [this.pick(['{{', '{{ ', '{{- ']), this.pick(['}}', ' }}', ' -}}'])];
      switch (this.below(8)) {
        case 0:
          return `${open}if ${inside}${close}1${open}else${close}2${open}end${close}`;
        case 1:
          return `${open}range $i, $x := ${inside}${close}${open}$x${close}${open}end${close}`;
        case 2:
          return `${open}with ${inside}${close} ${open}end${close}`;
        case 3:
          return `${open}$x := ${inside}${close}`;
      }
      return `${this.pick(['', 'é', '\n'])}${open}${inside}${close}`;
    };
    return this.many(6, action).join('');
  }

  value(depth = 0): Json {
    const kind = depth < 2 ? this.below(4) : 3;
    if (kind === 0) return this.many(3, () => this.value(depth + 1));
    if (kind > 1) return this.pick(scalars);
    return Object.fromEntries(this.many(3, () => [this.pick(['a', 'b', 'x-1']), this.value(depth + 1)] as const));
  }

  schema(depth = 0): Json {
    if (depth > 2) return this.pick<Json>([true, {}, { type: 'string' }, false]);
    const below = (): Json => this.schema(depth + 1);
    const keyword = (): [string, Json] =>
      this.pick<() => [string, Json]>([
        () => ['type', this.pick<Json>(['string', 'object', 'array', 'number', 'integer', ['string', 'null', 'object'], 'wrong'])],
        () => ['properties', { a: below(), b: below() }],
        () => ['required', this.many(2, () => this.pick(['a', 'b']))],
        () => ['additionalProperties', below()],
        () => ['patternProperties', { '^x-': below() }],
        () => ['items', below()],
        () => ['enum', this.many(3, () => this.pick(scalars))],
        () => ['anyOf', [below(), below()]],
        () => ['not', below()],
        () => ['if', below()],
        () => ['then', below()],
        () => ['minimum', this.below(3)],
        () => ['maxLength', this.below(3)],
        () => ['pattern', this.pick(['^a', 'b$', '('])],
        () => ['$ref', this.pick(['#', '#/properties/a', '#/none'])],
        () => ['format', 'ipv4'],
      ])();
    return Object.fromEntries(this.many(3, keyword));
  }
}

/** The input of a seed. */
export function fastPathInput(seed: number): FastPathInput {
  const source = new Source(seed);
  const pattern = `${source.pick(['', '', '(?i)', '(?m)', '(?s)'])}${source.pattern()}`;
  return {
    yaml: yamlText(seed),
    manifests: source.manifests(),
    pattern,
    subject: source.many(12, () => source.pick(['a', 'b', 'A', '1', '-', '.', ' ', '\n', 'é', 'aa'])).join(''),
    template: source.template(),
    schema: source.schema(),
    value: source.value(),
  };
}
