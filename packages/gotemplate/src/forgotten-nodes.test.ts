/** Sets compile a text at once and forget its nodes: code and nodes are those of a text that was only parsed. */
import { fastPathInput } from '../../../test/helpers/fast-path-inputs.js';
import { seed } from '../../../test/helpers/seed.js';
import { Strings } from './code.js';
import { compile } from './compile.js';
import { builtins } from './funcs.js';
import { type Node, NodeIdentifier } from './node.js';
import { parse } from './parse.js';
import { TemplateSet } from './template.js';
import type { Tree } from './tree.js';
import { encodeTree } from './tree-codec.js';

const functions = builtins();

function outcome(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    return (error as Error).message;
  }
}

function nodesOf(root: Tree['root']): unknown {
  const nodes = new Map<number, Node>();
  compile(root, new Strings(), nodes);
  return Array.from(nodes, ([at, node]) => [at, node.type, node.pos, `${node}`]);
}

const ofSet = (text: string): unknown =>
  outcome(() => {
    const set = new TemplateSet('s', { funcs: new Map(), missingKey: 'default' });
    set.parse('other', '{{ .other | print "other" }}');
    const strings = new Strings();
    return Array.from(set.add('t', text).values(), tree => {
      const { name, isBlank, code, start, end, constants } = encodeTree(tree, strings);
      return [name, isBlank, code, start, end, constants, nodesOf(tree.root), [...strings.list]];
    });
  });

const parsedOnly = (text: string): unknown =>
  outcome(() => {
    const strings = new Strings();
    return Array.from(parse('t', text, name => functions.has(name)).values(), ({ name, isBlank, root }) => {
      const { code, constants } = compile(root, strings);
      return [name, isBlank, code, 0, code.length, constants.length, nodesOf(root), [...strings.list]];
    });
  });

test('the code and the nodes of random texts', () => {
  let parsed = 0;
  for (let number = seed; number < seed + 1000; number++) {
    const { template } = fastPathInput(number);
    const text = `${template}{{define "d"}}\n${template}{{block "b" .}}${template}{{end}}{{end}}`;
    const expected = parsedOnly(text);
    if (Array.isArray(expected)) parsed++;
    expect({ number, text, got: ofSet(text) }).toEqual({ number, text, got: expected });
  }
  expect(parsed).toBeGreaterThan(300);
});

test.each([
  '{{ template "b" 1 }}{{ (index .m "k").x }}{{ .a.b 1 }}{{ $.a.b 1 }}{{ call .f.g 1 }}{{ $x := `1` }}{{ $x = 1e3 }}',
  `{{ \`${'raw '.repeat(50)}\` }}{{ range $i, $e := .l }}{{ break }}{{ continue }}{{ else }}{{ with .a }}{{ . }}{{ end }}{{ end }}`,
])('the code and the nodes of %s', text => {
  expect(Array.isArray(ofSet(text))).toBe(true);
  expect(ofSet(text)).toEqual(parsedOnly(text));
});

test('break is a function where the set has one, also when the nodes are made again', () => {
  const set = new TemplateSet('s', { funcs: new Map([['break', { name: 'break', params: [], call: () => 'B' }]]), missingKey: 'default' });
  const tree = set.parse('t', '{{ break }}{{ range .l }}{{ continue }}{{ end }}').tree;
  expect(String(tree.root)).toBe('{{break}}{{range .l}}{{continue}}{{end}}');
  expect(nodesOf(tree.root)).toContainEqual([0, NodeIdentifier, 3, 'break']);
});
