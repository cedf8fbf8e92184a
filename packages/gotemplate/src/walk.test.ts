import { ParseError } from './errors.js';
import { parseText, type Visitor, walk } from './walk.js';

/** Every node that the visitor is called with, as `KIND TEXT`. */
function seen(text: string, out: readonly (keyof Visitor)[] = []): string[] {
  const found: string[] = [];
  const kinds = ['text', 'action', 'branch', 'template', 'pipe', 'command', 'field', 'variable', 'chain', 'identifier', 'string'] as const;
  const visitor = Object.fromEntries(
    kinds.map(kind => [
      kind,
      (node: object) => {
        found.push(`${kind} ${node}`);
        return !out.includes(kind);
      },
    ]),
  );
  for (const tree of parseText('t', text).values()) walk(tree, visitor);
  return found;
}

test.each<[string, readonly string[]]>([
  ['a{{/* .Values.no */}}b', ['text a', 'text b']],
  ['{{ .a.b }}', ['action {{.a.b}}', 'pipe .a.b', 'command .a.b', 'field .a.b']],
  ['{{ $x := $.a }}', ['action {{$x := $.a}}', 'pipe $x := $.a', 'variable $x', 'command $.a', 'variable $.a']],
  [
    '{{ (f "s" 1 true nil .).k }}',
    [
      'action {{(f "s" 1 true nil .).k}}',
      'pipe (f "s" 1 true nil .).k',
      'command (f "s" 1 true nil .).k',
      'chain (f "s" 1 true nil .).k',
      'pipe f "s" 1 true nil .',
      'command f "s" 1 true nil .',
      'identifier f',
      'string "s"',
    ],
  ],
  [
    '{{ if .a }}x{{ else if .b }}y{{ else }}z{{ end }}',
    [
      'branch {{if .a}}x{{else}}{{if .b}}y{{else}}z{{end}}{{end}}',
      'pipe .a',
      'command .a',
      'field .a',
      'text x',
      'branch {{if .b}}y{{else}}z{{end}}',
      'pipe .b',
      'command .b',
      'field .b',
      'text y',
      'text z',
    ],
  ],
  ['{{ range . }}{{ break }}{{ end }}', ['branch {{range .}}{{break}}{{end}}', 'pipe .', 'command .']],
  [
    '{{ template "a" }}{{ template "b" .c }}',
    ['template {{template "a"}}', 'template {{template "b" .c}}', 'pipe .c', 'command .c', 'field .c'],
  ],
  ['{{ `{{/* ` }}', ['action {{`{{/* `}}', 'pipe `{{/* `', 'command `{{/* `', 'string `{{/* `']],
])('%s', (text, expected) => {
  expect(seen(text)).toEqual(expected);
});

test('a visitor that returns false keeps the walk out', () => {
  expect(seen('{{ f .a }}{{ with .b }}x{{ end }}', ['pipe'])).toEqual([
    'action {{f .a}}',
    'pipe f .a',
    'branch {{with .b}}x{{end}}',
    'pipe .b',
    'text x',
  ]);
});

test('a define is a tree of its own, a block is one and runs it', () => {
  const trees = parseText('t', '{{ define "d" }}in d{{ end }}{{ block "b" .x }}in b{{ end }}');
  expect([...trees.keys()].sort()).toEqual(['b', 'd', 't']);
  expect(seen('{{ define "d" }}in d{{ end }}')).toEqual(['text in d']);
});

test('positions are those of the text, behind trimmed space too', () => {
  const text = 'a: 1\n{{- "x" }}\n  {{- /* c */ -}}\n  b: 2';
  const found: string[] = [];
  walk(parseText('t', text).get('t')!, {
    text: ({ pos, text: part }) => void found.push(`${part === text.slice(pos, pos + part.length)} ${JSON.stringify(part)}`),
    string: ({ pos, quoted }) => void found.push(`${text.slice(pos, pos + quoted.length)}`),
  });
  expect(found).toEqual(['true "a: 1"', '"x"', 'true "b: 2"']);
});

test('deep nesting takes no stack', () => {
  const depth = 300;
  let fields = 0;
  walk(parseText('t', `{{ ${'('.repeat(depth)}.a${')'.repeat(depth)} }}`).get('t')!, { field: () => void fields++ });
  expect(fields).toBe(1);
});

test('what does not parse throws ParseError', () => {
  expect(() => parseText('t', '{{ if }}')).toThrow(ParseError);
  expect(() => parseText('t', '{{ if }}')).toThrow('template: t:1: missing value for if');
});
