/** The functions and tagged values of the Go judge (test/differential/go-template-judge/main.go), for our engine. */

import { sprint } from '@mcpgw/go/fmt';
import {
  encodeString,
  type Func,
  FuncError,
  type FuncMap,
  GoMap,
  GoObject,
  Sized,
  type SizedKind,
  typed,
  type Value,
} from '@mcpgw/go/values';
import { TemplateSet, templateFunc } from '@mcpgw/gotemplate';

/** A case as the judge reads it. */
export interface Case {
  readonly text: string;
  readonly name?: string;
  /** JSON with tagged values, e.g. `{"$int": "5"}`; a plain number is a float64. */
  readonly data?: unknown;
  readonly missingKey?: 'default' | 'zero' | 'error';
  readonly also?: Readonly<Record<string, string>>;
}

export type Outcome = { readonly output: string } | { readonly error: string };

class Point extends GoObject {
  readonly goType: string;
  readonly goKind: string;
  readonly #x: bigint;
  readonly #y: string;
  constructor(fields: { X: { $int: string } | string; Y: string }, pointer: boolean) {
    super();
    this.goType = pointer ? '*main.point' : 'main.point';
    this.goKind = pointer ? 'ptr' : 'struct';
    this.#x = BigInt(fields.X as string);
    this.#y = fields.Y;
  }
  override field(name: string): Value | undefined {
    if (name === 'X') return this.#x;
    return name === 'Y' ? this.#y : undefined;
  }
  override fieldNames(): readonly string[] {
    return ['X', 'Y'];
  }
  override method(name: string): Func | undefined {
    switch (name) {
      case 'Shift':
        return { name, params: ['int'], result: 'int', call: by => this.#x + (by as bigint) };
      case 'Name':
        return { name, params: [], result: 'string', call: () => this.#y };
      case 'Join':
        return { name, params: [], variadic: 'string', result: 'string', call: (...parts) => this.#y + parts.join('+') };
      case 'Fail':
        return {
          name,
          params: [],
          result: 'string',
          call: () => {
            throw new FuncError('no luck');
          },
        };
    }
    return undefined;
  }
}

const goFunc: Func = { name: 'func', params: ['int', 'string'], result: 'string', call: (a, b) => sprint([a!, b!]) };

function tagged(tag: string, inner: unknown): Value {
  switch (tag) {
    case '$int':
      return BigInt(inner as string);
    case '$float32':
      return new Sized('float32', Math.fround(Number(inner)));
    case '$bytes':
      return new TextEncoder().encode(inner as string);
    case '$strings':
      return typed([...(inner as string[])], '[]string');
    case '$stringMap': {
      const map = new GoMap(Object.entries(inner as Record<string, string>));
      map.goType = 'map[string]string';
      return map;
    }
    case '$point':
    case '$pointer':
      return new Point(inner as { X: string; Y: string }, tag === '$pointer');
    case '$func':
      return goFunc;
  }
  return new Sized(tag.slice(1) as SizedKind, BigInt(inner as string));
}

/** The value that tagged JSON stands for. */
export function decode(value: unknown): Value {
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return (value ?? null) as Value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]![0].startsWith('$')) return tagged(...entries[0]!);
  return new GoMap(entries.map(([key, inner]) => [key, decode(inner)]));
}

function dict(args: readonly Value[]): Value {
  const map = new GoMap();
  for (let i = 0; i + 1 < args.length; i += 2) map.set(sprint([args[i]!]), args[i + 1]!);
  return map;
}

function setKey(map: Value, key: Value, value: Value): Value {
  if ((map as GoMap).isNil) throw new FuncError('assignment to entry in nil map');
  return (map as GoMap).set(key as string, value);
}

const plain: readonly Func[] = [
  { name: 'str', params: ['string'], result: 'string', call: s => `s:${s as string}` },
  { name: 'num', params: ['int'], result: 'int', call: n => BigInt.asIntN(64, (n as bigint) + 1n) },
  {
    name: 'num64',
    params: ['int64'],
    result: 'int64',
    call: n => new Sized('int64', BigInt.asIntN(64, ((n as Sized).value as bigint) + 1n)),
  },
  { name: 'real', params: ['float64'], result: 'float64', call: f => (f as number) / 2 },
  { name: 'flag', params: ['bool'], result: 'bool', call: b => !b },
  { name: 'dict', params: [], variadic: 'any', result: 'map', call: (...args) => dict(args) },
  { name: 'list', params: [], variadic: 'any', result: '[]any', call: (...args) => args },
  { name: 'strs', params: [], variadic: 'string', result: '[]string', call: (...args) => typed(args, '[]string') },
  { name: 'joined', params: ['string', '[]string'], result: 'string', call: (sep, list) => (list as string[]).join(sep as string) },
  { name: 'size', params: ['map'], result: 'int', call: map => BigInt((map as GoMap).size) },
  { name: 'count', params: ['[]any'], result: 'int', call: list => BigInt((list as Value[]).length) },
  { name: 'same', params: ['any'], call: v => v! },
  { name: 'nothing', params: [], call: () => null },
  {
    name: 'fail',
    params: ['string'],
    result: 'string',
    call: message => {
      throw new FuncError(message as string);
    },
  },
  { name: 'set', params: ['map', 'string', 'any'], result: 'map', call: (map, key, value) => setKey(map!, key!, value!) },
];

/** The judge's functions, `include` and `tpl` bound to a set. */
export function judgeFuncs(set: () => TemplateSet): FuncMap {
  const include = templateFunc({
    name: 'include',
    params: ['string', 'any'],
    result: 'string',
    enter: (name, data) => ({ set: set(), template: set().find(name as string), data: data!, leave: out => out }),
  });
  const tpl = templateFunc({
    name: 'tpl',
    params: ['string', 'any'],
    result: 'string',
    enter: (text, data) => {
      const clone = set().clone();
      return { set: clone, template: clone.parse(clone.name, text as string), data: data!, leave: out => out };
    },
  });
  return new Map([...plain, include, tpl].map(f => [f.name, f]));
}

/** What our engine makes of a case. */
export function render(c: Case): Outcome {
  try {
    const set: TemplateSet = new TemplateSet('set', { funcs: judgeFuncs(() => set), missingKey: c.missingKey ?? 'default' });
    for (const [name, text] of Object.entries(c.also ?? {})) set.parse(name, text);
    const name = c.name ?? 't';
    set.parse(name, c.text);
    return { output: Buffer.from(encodeString(set.execute(name, decode(c.data)))).toString() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
