import type { Span } from '@mcpgw/diagnostics';
import { HelmError, mergeUserValues } from '@mcpgw/helm';
import type { Node } from '@mcpgw/structure';
import fc from 'fast-check';
import { seed } from '../../../test/helpers/seed.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { setFlags } from './set-flags.js';

/** Each value as `path=text@from-to`, keys with their own places. */
function places(node: Node | undefined, path = ''): string[] {
  if (node?.kind === 'map')
    return node.entries.flatMap(({ key, keySpan, value }) => [
      `${path}${key}@${keySpan.start}-${keySpan.end}`,
      ...places(value, `${path}${key}.`),
    ]);
  if (node?.kind === 'list') return node.items.flatMap((item, index) => places(item, `${path}${index}.`));
  return node === undefined ? [] : [`${path.slice(0, -1)}=${node.text}@${node.span.start}-${node.span.end}`];
}

const rootOf = (flags: Partial<typeof validateFlags>) => setFlags({ ...validateFlags, ...flags })[0]?.root;

it.each<[string, string[]]>([
  ['a=b', ['a@0-1', 'a=b@2-3']],
  ['a.b=c', ['a@0-1', 'a.b@2-3', 'a.b=c@4-5']],
  ['a.b=c,a.d=e', ['a@0-1', 'a.b@2-3', 'a.b=c@4-5', 'a.d@8-9', 'a.d=e@10-11']],
  ['a=1,b=2', ['a@0-1', 'a=1@2-3', 'b@4-5', 'b=2@6-7']],
  ['a\\.b=c\\,d', ['a.b@0-4', 'a.b=c,d@5-9']],
  ['a[1].b=c', ['a@0-1', 'a.0=@2-3', 'a.1.b@5-6', 'a.1.b=c@7-8']],
  ['a[0][0]=b', ['a@0-1', 'a.0.0=b@8-9']],
  ['a={b,c},d=e', ['a@0-1', 'a.0=b@3-4', 'a.1=c@5-6', 'd@8-9', 'd=e@10-11']],
  ['a=', ['a@0-1', 'a=@2-2']],
  ['a=é,b=😀', ['a@0-1', 'a=é@2-3', 'b@4-5', 'b=😀@6-8']],
  ['a', []],
  ['a[x]=1', []],
  ['a[99999]=1', []],
  ['__proto__.b=c', ['__proto__@0-9', '__proto__.b@10-11', '__proto__.b=c@12-13']],
])('--set %j', (text, expected) => expect(places(rootOf({ set: [text] }))).toEqual(expected));

it.each<[string, string[]]>([
  ['{"a": {"b": 1}}', ['a@1-4', 'a.b@7-10', 'a.b=1@12-13']],
  ['a={"b": [1, "}"]}, c=2', ['a@0-1', 'a.b@3-6', 'a.b.0=1@9-10', 'a.b.1=}@12-15', ' c@18-20', ' c=2@21-22']],
  ['a="x,y",b=1', ['a@0-1', 'a=x,y@2-7', 'b@8-9', 'b=1@10-11']],
])('--set-json %j', (text, expected) => expect(places(rootOf({ setJson: [text] }))).toEqual(expected));

it.each<[string, string[]]>([['a.b=c,d=\\e', ['a@0-1', 'a.b@2-3', 'a.b=c,d=\\e@4-10']]])('--set-literal %j', (text, expected) =>
  expect(places(rootOf({ setLiteral: [text] }))).toEqual(expected),
);

it('the flags stand in the order of Helm, each by its name and number', () => {
  const flags = { set: ['a=1', 'a=2'], setJson: ['a=0'], setString: ['a=3'], setFile: ['a=f'], setLiteral: ['a=5'] };
  expect(setFlags({ ...validateFlags, ...flags }).map(({ file, text }) => `${file} ${text}`)).toEqual([
    '--set-json a=0',
    '--set a=1',
    '--set#2 a=2',
    '--set-string a=3',
    '--set-file a=f',
    '--set-literal a=5',
  ]);
});

/** Texts of the characters that mean something to the parser, and assignments put together from parts. */
const setTexts = fc.oneof(
  fc.array(fc.constantFrom(...'ab.[]=,{}01\\é'), { maxLength: 14 }).map(parts => parts.join('')),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('a', 'a.b', 'a[1]', 'b[0].c', 'a[0][2]', 'c\\.d', 'é'),
        fc.constantFrom('1', '{x,y}', '', '\\,', '{}', '😀'),
      ),
    )
    .map(pairs => pairs.map(([key, value]) => `${key}=${value}`).join(',')),
);

it(`has a place for exactly the values that Helm sets (seed ${seed})`, () => {
  let taken = 0;
  fc.assert(
    fc.property(setTexts, text => {
      const values = setBy(text);
      if (values === undefined) return;
      taken++;
      const root = rootOf({ set: [text] })!;
      expect(textsOf(root)).toEqual(Object.fromEntries(leaves(values).map(([path, value]) => [JSON.stringify(path), value ?? ''])));
      expect(placesOf(root).filter(({ start, end }) => start < 0 || end < start || end > text.length)).toEqual([]);
    }),
    { seed, numRuns: 5000 },
  );
  expect(taken).toBeGreaterThan(500);
});

/** What Helm sets, undefined where it refuses the text. */
function setBy(text: string): unknown {
  try {
    return toPlainMap(mergeUserValues({ stringValues: [text] }, () => new Uint8Array()));
  } catch (error) {
    if (error instanceof HelmError) return undefined;
    throw error;
  }
}

/** The text of each scalar by its path. */
const textsOf = (node: Node): Record<string, string> =>
  Object.fromEntries(leavesOf(node).map(({ path, text }) => [JSON.stringify(path), text]));

const placesOf = (node: Node): Span[] => leavesOf(node).map(({ span }) => span);

function leavesOf(node: Node, path: (string | number)[] = []): { path: (string | number)[]; text: string; span: Span }[] {
  if (node.kind === 'list') return node.items.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (node.kind !== 'map') return [{ path, text: node.text, span: node.span }];
  const last = new Map(node.entries.map(entry => [entry.key, entry.value]));
  return [...last].flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

function toPlainMap(value: unknown): unknown {
  if (value instanceof Map || (typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value)))
    return Object.fromEntries([...(value as Map<string, unknown>).entries()].map(([key, item]) => [key, toPlainMap(item)]));
  return Array.isArray(value) ? value.map(toPlainMap) : value;
}

function leaves(value: unknown, path: (string | number)[] = []): [(string | number)[], unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, index]));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
  return [[path, value]];
}
