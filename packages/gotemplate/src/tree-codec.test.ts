import { builtins } from './funcs.js';
import type { BranchNode } from './node.js';
import type { Tree } from './parse.js';
import { parse } from './parse.js';
import { TemplateSet } from './template.js';
import { decodeTree, type EncodedTree, encodeTree } from './tree-codec.js';
import { GoMap } from './value.js';

const functions = builtins();

function parsed(text: string): Map<string, Tree> {
  return parse('t', text, name => functions.has(name));
}

/** What was parsed, as it comes back from JSON. */
function encoded(text: string): EncodedTree[] {
  return [...parsed(text).values()].map(encodeTree).map(({ name, isBlank, body }) => {
    const json = JSON.stringify(body());
    return { name, isBlank, body: () => JSON.parse(json) };
  });
}

function restored(text: string): Map<string, Tree> {
  return new Map(encoded(text).map(tree => [tree.name, decodeTree(tree, { parseName: 't', text })]));
}

it.each([
  'text {{.}} {{ . | print }} {{- "q" -}} {{`raw`}}',
  '{{$x := 1}}{{$x = 2}}{{$x.a.b}}{{range $i, $e := .list}}{{$i}}{{continue}}{{break}}{{else}}none{{end}}',
  '{{if .a}}1{{else if .b.c}}2{{else}}3{{end}}{{with .d}}{{.}}{{else with .e}}{{.f}}{{end}}',
  '{{(index .m "k").x.y}}{{print nil true false}}',
  "{{print 1 -2 0x1F 1_000 1e3 1.5 'a' 1i 2+3i 1e+5i 0x1p4 '\\n' 99999999999999999999.0}}",
  '{{define "a"}}A{{template "b" .}}{{end}}{{define "b"}}{{block "c" .x}}C{{end}}{{end}}{{define "blank"}} {{end}}{{template "a"}}',
])('gives back the trees of %s', text => {
  const before = parsed(text);
  const after = restored(text);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, tree] of before) {
    expect(String(after.get(name)!.root)).toBe(String(tree.root));
    expect(after.get(name)!.root).toEqual(tree.root);
    expect(after.get(name)!.isBlank).toBe(tree.isBlank);
  }
});

it('puts a body together when somebody asks for it', () => {
  const text = '{{if .a}}1{{.b}}2{{.c}}3{{else}}short{{end}}';
  const [branch] = restored(text).get('t')!.root.nodes as [BranchNode];
  expect([branch.list.isPending, branch.elseList!.isPending]).toEqual([true, false]);
  expect(String(branch.list)).toBe('1{{.b}}2{{.c}}3');
  expect(branch.list.isPending).toBe(false);
});

it('serves a set that asks for trees of a known text, and only for that text', () => {
  const text = '{{define "a"}}A{{.}}{{end}}{{template "a" .}}';
  const asked: string[] = [];
  const set = new TemplateSet('s', {
    funcs: new Map(),
    missingKey: 'default',
    parsed: (name, wanted) => {
      asked.push(name);
      return wanted === text ? encoded(text) : undefined;
    },
  });
  set.parse('t', text);
  set.parse('other', '{{template "a" "!"}}');
  expect(set.execute('t', 'x')).toBe('Ax');
  expect(set.execute('other', new GoMap())).toBe('A!');
  expect(asked).toEqual(['t', 'other']);
});
