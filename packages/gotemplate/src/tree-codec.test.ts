import { GoMap, type Value } from '@mcpgw/go/values';
import { Strings } from './code.js';
import type { ExecError } from './errors.js';
import { builtins } from './funcs.js';
import { parse } from './parse.js';
import { TemplateSet } from './template.js';
import { type EncodedTree, encodeTree } from './tree-codec.js';

const functions = builtins();

/** What was compiled, as it comes back from a file: all numbers in one array, after others. */
function encoded(text: string): EncodedTree[] {
  const strings = new Strings(['', 'of', 'another', 'text']);
  const trees = Array.from(parse('t', text, name => functions.has(name)).values(), tree => encodeTree(tree, strings));
  const numbers = [-1, -1, -1];
  const parts = trees.map(({ name, isBlank, code, start, end, constants }) => {
    const at = numbers.length;
    numbers.push(...Array.from(code).slice(start, end));
    return { name, isBlank, start: at, end: numbers.length, constants };
  });
  const file = JSON.parse(JSON.stringify({ strings: strings.list, parts })) as { strings: string[]; parts: typeof parts };
  return file.parts.map(part => ({ ...part, code: Int32Array.from(numbers), strings: file.strings }));
}

const makeSet = (): TemplateSet => new TemplateSet('s', { funcs: new Map(), missingKey: 'default' });

function outcome(set: TemplateSet, data: Value): string | readonly (string | number)[] {
  try {
    return set.execute('t', data);
  } catch (error) {
    const { message, line, column, context } = error as ExecError;
    return [message, line, column, context];
  }
}

const data = (): GoMap =>
  new GoMap([
    ['a', 'A'],
    ['no', false],
    ['list', [1n, 2n, 'x']],
    ['m', new GoMap([['k', new GoMap([['x', new GoMap([['y', 'deep']])]])]])],
    ['empty', []],
  ]);

it.each<[string, string | readonly (string | number)[]]>([
  ['text {{.a}} {{ .a | print }} {{- "q" -}} {{`raw`}}', 'text A Aqraw'],
  [
    '{{$x := 1}}{{$x = .m}}{{$x.k.x.y}}{{range $i, $e := .list}}{{$i}}{{if eq $i 1}}{{break}}{{end}}{{continue}}!{{else}}none{{end}}',
    'deep01',
  ],
  [
    '{{range .empty}}{{.}}{{else}}none{{end}}{{range $i, $e := .list}}{{$e}}{{end}}{{$v := 0}}{{range $v = .list}}{{$v}},{{end}}',
    'none12x1,2,x,',
  ],
  ['{{if .no}}1{{else if .a}}2{{else}}3{{end}}{{with .no}}{{.}}{{else with .a}}{{.}}{{end}}{{.a}}', '2AA'],
  ['{{(index .m "k").x.y}} {{print nil true false .none}}', 'deep <nil> true false <nil>'],
  ["{{print 1 -2 0x1F 1_000 1e3 1.5 'a' 1i '\\n'}} {{1_0}}{{true}}{{false}}{{1.5}}", '1 -2 31 1000 1000 1.5 97 (0+1i) 10 10truefalse1.5'],
  [`{{ .a }}é{{ \`${'{{ raw }}\n'.repeat(20)}\` }}`, `Aé${'{{ raw }}\n'.repeat(20)}`],
  ['{{and .a .no}} {{or .no 0 "" .a .none.x}} {{and true nil | print}} {{not (and true 1 "x")}}', 'false A <nil> false'],
  [
    '{{define "a"}}A{{template "b" .}}{{end}}{{define "b"}}{{block "c" .a}}C{{.}}{{end}}{{end}}{{define "blank"}} {{end}}{{template "a" .}}',
    'ACA',
  ],
  ['x\n  {{ .a.b.c }}', ['template: t:2:7: executing "t" at <.a.b.c>: can\'t evaluate field b in type interface {}', 2, 7, '.a.b.c']],
  [
    '{{define "b"}}\n{{ index .list 7 }}{{end}}{{template "b" .}}',
    ['template: t:2:3: executing "b" at <index .list 7>: error calling index: index out of range: 7', 2, 3, 'index .list 7'],
  ],
  [
    '{{ slice "abc" "x" }}',
    [
      'template: t:1:3: executing "t" at <slice "abc" "x">: error calling slice: cannot index slice/array with type string',
      1,
      3,
      'slice "abc" "x"',
    ],
  ],
  ['{{ len }}', ['template: t:1:3: executing "t" at <len>: wrong number of args for len: want 1 got 0', 1, 3, 'len']],
  ['{{ and }}', ['template: t:1:3: executing "t" at <and>: wrong number of args for and: want at least 1 got 0', 1, 3, 'and']],
  ['{{ (print).x }}', ['template: t:1:4: executing "t" at <print>: can\'t evaluate field x in type string', 1, 4, 'print']],
  ['{{ nil }}', ['template: t:1:3: executing "t" at <nil>: nil is not a command', 1, 3, 'nil']],
  ['{{ 1 | .a }}', ['template: t:1:7: executing "t" at <.a>: a is not a method but has arguments', 1, 7, '.a']],
  ['{{ 1 | (print) }}', ['template: t:1:3: executing "t" at <1>: can\'t give argument to non-function print', 1, 3, '1']],
  [
    '{{ range $i, $e := 3 }}{{ end }}',
    ['template: t:1:19: executing "t" at <3>: can\'t use 3 to iterate over more than one variable', 1, 19, '3'],
  ],
  [
    '{{ template "none" }}',
    ['template: t:1:12: executing "t" at <{{template "none"}}>: template "none" not defined', 1, 12, '{{template "none"}}'],
  ],
])('runs %s as if it had been parsed', (text, expected) => {
  const parsed = makeSet();
  parsed.parse('t', text);
  const restored = makeSet();
  const trees = restored.addEncoded({ parseName: 't', text }, encoded(text));
  expect(outcome(parsed, data())).toEqual(expected);
  expect(outcome(restored, data())).toEqual(expected);
  expect(outcome(restored, data())).toEqual(expected);
  expect([...trees.values()].map(({ name, isBlank, root }) => [name, isBlank, root])).toEqual(
    [...parse('t', text, name => functions.has(name)).values()].map(({ name, isBlank, root }) => [name, isBlank, root]),
  );
});

it('reads a text that runs without an error for its texts alone', () => {
  const text = '{{define "a"}}{{.a}}{{end}}{{template "a" .}}';
  let asked = 0;
  const set = makeSet();
  const source = {
    parseName: 't',
    get text() {
      asked++;
      return text;
    },
  };
  set.addEncoded(source, encoded(text));
  expect([set.execute('t', data()), asked]).toEqual(['A', 0]);
});

it('does not replace a template by a blank one', () => {
  const set = makeSet();
  set.parse('first', '{{define "a"}}A{{end}}');
  const text = '{{define "a"}} {{end}}{{template "a"}}';
  set.addEncoded({ parseName: 't', text }, encoded(text));
  expect(set.execute('t', data())).toBe('A');
});
