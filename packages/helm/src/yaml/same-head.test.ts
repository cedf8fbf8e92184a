import fc from 'fast-check';
import { readHead } from './head.js';
import { hasSameHead } from './same-head.js';

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    helm.sh/hook: post-install
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: main
          image: "registry.example.com/web:1.0"
          args: [--port=8080]
          command:
            - 'serve'
            - "http://a.example/x?y=1"
          sum: 34968072d7450c55
data:
  config.yaml: |
    targets:
      - host: a.example
        port: 80
`;
const change = (from: string, to: string): string => deployment.replace(from, to);

it.each([
  ['nothing', deployment],
  ['a number', change('replicas: 1', 'replicas: 12')],
  ['a text in quotes', change('web:1.0', 'web:1.1-rc')],
  ['a value of an item', change('name: main', 'name: other')],
  ['items', change("'serve'", "'run'").replace('a.example/x', 'b.example/y')],
  ['a sum', change('34968072d7450c55', 'd2da8c239467e3fd')],
  ['values in a text', change('host: a.example', 'host: b.example').replace('port: 80', 'port: 9090')],
])('%s', (_name, after) => {
  expect(hasSameHead(deployment, after)).toBe(true);
});

it.each([
  ['the name', change('name: web', 'name: other')],
  ['an annotation', change('post-install', 'pre-install')],
  ['the kind', change('kind: Deployment', 'kind: StatefulSet')],
  ['a key', change('replicas: 1', 'replica: 1')],
  ['the indentation', change('  replicas: 1', '   replicas: 1')],
  ['a line more', `${deployment}    more: 1\n`],
  ['a line less', change('        port: 80\n', '')],
  ['no line end', deployment.trimEnd()],
  ['a blank line more', `${deployment}\n`],
  ['a list', change('[--port=8080]', '[--port=9090]')],
  ['quotes that go', change('"registry.example.com/web:1.0"', 'web')],
  ['a number that is infinite', change('replicas: 1', 'replicas: 1e999')],
  ['a value that opens something', change('replicas: 1', 'replicas: *a')],
  ['a sum that is a number', change('34968072d7450c55', '34968072e7450')],
  ['other quotes', change("'serve'", '"serve"')],
  ['the last value, gone', change('        port: 80\n', '        port: \n')],
  ['a quote in quotes', change('web:1.0', "web:'")],
])('leaves alone what differs in %s', (_name, after) => {
  expect(hasSameHead(deployment, after)).toBe(false);
});

const word = fc.constantFrom(
  'a',
  'kind',
  'x.y',
  '12',
  '1.5',
  '1e999',
  '"q"',
  '"a\'b"',
  "'s'",
  '*a',
  '[1]',
  '{a: b',
  'true',
  '~',
  '.inf',
  'a b',
  'a: b',
  '',
);
const line = fc.tuple(
  fc.constantFrom('', '  ', '    ', '- ', '  - ', '#'),
  fc.constantFrom('a', 'b', 'kind', 'KIND', 'metadata', 'name', 'annotations', 'spec', '"c"', '<<', '- d', "'"),
  fc.constantFrom(': ', ':', ' ', ': |\n  ', ': "', ": '"),
  word,
);
const text = (lines: readonly (readonly string[])[]): string => lines.map(parts => parts.join('')).join('\n');

function headOf(content: string): unknown {
  try {
    return readHead(content);
  } catch {
    return undefined;
  }
}

it('holds of heads that Helm reads alike, whatever the text', () => {
  let alike = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.nat(7), word, (lines, at, value) => {
      const before = text(lines);
      const after = text(lines.map((parts, i) => (i === at ? [...parts.slice(0, 3), value] : parts)));
      const head = headOf(before);
      if (head === undefined || before === after || !hasSameHead(before, after)) return;
      alike++;
      expect(headOf(after)).toEqual(head);
    }),
    { numRuns: 20_000 },
  );
  expect(alike).toBeGreaterThan(0);
});
