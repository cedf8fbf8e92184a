import { builtins } from './funcs.js';
import { parse } from './parse.js';

const functions = builtins();

/** The text's own tree as text, or the message of the error. */
function parsed(text: string): string {
  try {
    return String(parse('t', text, name => functions.has(name)).get('t')!.root);
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ['{{$x}}', 'template: t:1: undefined variable "$x"'],
  ['{{$y := 1}}{{$x := 1}}\n {{print $y $z}}', 'template: t:2: undefined variable "$z"'],
  ['{{if .a}}{{$x := 1}}{{$x}}{{end}}\n{{$x}}', 'template: t:2: undefined variable "$x"'],
  ['\n{{if .a}}', 'template: t:2: unexpected EOF'],
  ['{{.a}}\n{{end}}', 'template: t:2: unexpected {{end}}'],
])('refuses %j', (text, message) => {
  expect(parsed(text)).toBe(message);
});

it.each([
  ['{{if .a}}1{{end}} 2', '{{if .a}}1{{end}} 2'],
  ['{{if .a}}1{{ end }} 2', '{{if .a}}1{{end}} 2'],
  ['{{if .a}}1 {{- end -}} 2', '{{if .a}}1{{end}}2'],
  ['{{if .a}}1 {{-  end  -}} 2', '{{if .a}}1{{end}}2'],
  ['{{if .a}}1{{\nend\n}} 2', '{{if .a}}1{{end}} 2'],
])('ends a branch by %j', (text, tree) => {
  expect(parsed(text)).toBe(tree);
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
