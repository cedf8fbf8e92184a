import { GoMap } from '@mcpgw/go/values';
import { Strings } from './code.js';
import { compile } from './compile.js';
import type { ExecError } from './errors.js';
import { builtins } from './funcs.js';
import { actionText, KnownActions } from './known-actions.js';
import type { Node } from './node.js';
import { parse } from './parse.js';
import { TemplateSet } from './template.js';

const functions = builtins();

/** The code of trees with every position, once from positions that may be another action's, or the error. */
function parsed(text: string, known?: KnownActions): unknown {
  try {
    return Array.from(parse('t', text, name => functions.has(name), known).values(), ({ name, root }) => {
      const { code, constants } = compile(root, new Strings());
      const nodes = new Map<number, Node>();
      compile(root, new Strings(), nodes);
      return [name, code, constants.map(String), Array.from(nodes, ([at, node]) => [at, node.type, node.pos, `${node}`])];
    });
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ['.a }}', '.a '],
  ['.a -}}', '.a'],
  ['.a  -}} }}', '.a '],
  ['print "}}" "-" }}', 'print "}}" "-" '],
])('what stands between the delimiters of {{%s', (input, text) => {
  expect(actionText(`{{${input}`, 2)).toBe(text);
});

it.each([
  ['no end', '.a'],
  ['a line break', '.a\n}}'],
  ['a raw string', 'print `}}`}}'],
  ['a character', "print '}'}}"],
  ['an escape', 'print "\\"" }}'],
  ['a minus without space', '.a-}}'],
  ['a tab before the minus', '.a\t-}}'],
  ['nothing', '}}'],
  ['very much', `print ${'.a '.repeat(200)}}}`],
])('takes more than a look: %s', (_what, input) => {
  expect(actionText(`{{${input}`, 2)).toBeUndefined();
});

const again =
  'x {{.a}} {{- .a -}} {{ .a }}{{.a}} {{print (index .m "k").x 1.5 true nil "s" $ | print}}{{print (index .m "k").x 1.5 true nil "s" $ | print}}';

it.each([
  again,
  '{{if .a}}1{{else if .a}}2{{end}}{{if .a}}3{{end}}{{with .a}}{{.}}{{end}}{{with .a}}{{.}}{{else}}4{{end}}',
  '{{range $i, $e := .l}}{{$i}}{{$e.x}}{{end}}{{range $i, $e := .l}}{{$i}}{{break}}{{end}}{{range .l}}{{continue}}{{end}}{{range .l}}{{end}}',
  '{{print ($x := 1) $x}}{{$x}}{{print ($x := 1) $x}}{{$x}}',
  '{{$x := 1}}{{$x = 2}}{{$x}}{{define "d"}}{{$x := 1}}{{$x}}{{end}}{{$x = 2}}{{$x}}{{template "d" .a}}{{template "d" .a}}{{block "b" .a}}{{.a}}{{end}}',
])('parses what comes again as if it had not: %s', text => {
  const known = new KnownActions();
  const expected = parsed(text);
  expect(parsed(text, known)).toEqual(expected);
  expect(parsed(text, known)).toEqual(expected);
  expect(parsed(`\n\n${text}`, known)).toEqual(parsed(`\n\n${text}`));
});

it.each([
  ['{{$x}}', 'template: t:1: undefined variable "$x"'],
  ['\n {{print $y $x}}', 'template: t:2: undefined variable "$y"'],
  ['\n{{if .a}}', 'template: t:2: unexpected EOF'],
  ['{{.a}}\n{{end}}', 'template: t:2: unexpected {{end}}'],
  ['{{if $x}}{{end}}', 'template: t:1: undefined variable "$x"'],
])('refuses %j where it stands, though it knows the action', (text, message) => {
  const known = new KnownActions();
  parsed('{{$x := 1}}{{$y := 1}}{{$x}}{{print $y $x}}{{if $x}}{{end}}{{if .a}}{{.a}}{{end}}', known);
  expect(parsed(text, known)).toBe(message);
  expect(parsed(text)).toBe(message);
});

it.each([
  ['{{if .a}}1{{end}} 2', '{{if .a}}1{{end}} 2'],
  ['{{if .a}}1{{ end }} 2', '{{if .a}}1{{end}} 2'],
  ['{{if .a}}1 {{- end -}} 2', '{{if .a}}1{{end}}2'],
  ['{{if .a}}1 {{-  end  -}} 2', '{{if .a}}1{{end}}2'],
  ['{{if .a}}1{{\nend\n}} 2', '{{if .a}}1{{end}} 2'],
])('ends a branch by %j', (text, tree) => {
  expect(String(parse('t', text, () => false).get('t')!.root)).toBe(tree);
});

it.each([
  ['{{if .a}}{{end.x}}', 'template: t:1: unexpected ".x" in end'],
  ['{{if .a}}{{ending}}', 'template: t:1: function "ending" not defined'],
  ['{{if .a}}{{end 1}}', 'template: t:1: unexpected "1" in end'],
  ['{{if .a}}{{end -}', 'template: t:1: unexpected "-" in end'],
  ['{{if .a}}{{end', 'template: t:1: unclosed action'],
])('does not end a branch by %j', (text, message) => {
  expect(parsed(text)).toBe(message);
});

it('keeps the places of errors', () => {
  const set = new TemplateSet('s', { funcs: new Map(), missingKey: 'default' });
  set.parse('a', 'x{{if .on}}{{index .m 1 2}}{{end}}');
  set.parse('b', '\n  {{if .on}}{{index .m 1 2}}{{end}}');
  const data = new GoMap([
    ['on', true],
    ['m', [1n]],
  ]);
  const message = (name: string) => {
    try {
      return set.execute(name, data);
    } catch (error) {
      return (error as ExecError).message;
    }
  };
  expect(message('a')).toBe('template: a:1:13: executing "a" at <index .m 1 2>: error calling index: reflect: slice index out of range');
  expect(message('b')).toBe('template: b:2:14: executing "b" at <index .m 1 2>: error calling index: reflect: slice index out of range');
});
