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
  ['a colon in what may be a plain text', change("'serve'", "'a: b'")],
  ['a quote in quotes', change('web:1.0', "web:'")],
])('leaves alone what differs in %s', (_name, after) => {
  expect(hasSameHead(deployment, after)).toBe(false);
});

const safe = fc.constantFrom('a', 'kind', 'x.y', '12', '1.5', '34d2', 'true', '"q"', '"a: b"', '"4"', "'s'", "'x y'");
const hostile = fc.constantFrom(
  ...['1e999', '0x1f', '34e2', '"a\'b"', "'it''s'", '*a', '&a b', '!!int 1', '[1]', '{a: b', '{a: b}', '~', '.inf', 'a b', 'a: b'],
  ...['a #b', '|', '- a', '"', ''],
);
const value = fc.oneof({ weight: 4, arbitrary: safe }, { weight: 1, arbitrary: hostile });
const head = fc.constantFrom(
  'apiVersion: v1\n',
  'kind: X\n',
  'metadata:\n  name: a\n  annotations:\n    helm.sh/hook: test\n',
  '# kind: Y\n',
  '',
);
const key = fc.constantFrom('a', 'b', 'c', 'kind', 'metadata', 'KIND', 'name', '"d"');
const indent = fc.oneof({ weight: 5, arbitrary: fc.constant('  ') }, { weight: 1, arbitrary: fc.constantFrom('', '- ', '  - ', '    ') });
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.tuple(indent, key).map(parts => `${parts.join('')}: `),
      value,
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('- ', '  - ', '    - '), value) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('spec:', 'data:', '  t: |', '  u:', 'kind:', '  v: "x', '---'), fc.constant('')) },
);
const text = (heads: readonly string[], lines: readonly (readonly [string, string])[]): string =>
  `${heads.join('')}spec:\n${lines.map(parts => `${parts.join('')}\n`).join('')}`;

function headOf(content: string): unknown {
  try {
    return readHead(content);
  } catch {
    return undefined;
  }
}

it('is true only for heads that Helm reads the same, for every text', () => {
  let alike = 0;
  fc.assert(
    fc.property(fc.array(head, { maxLength: 3 }), fc.array(line, { maxLength: 6 }), fc.nat(5), value, (heads, lines, at, other) => {
      const before = text(heads, lines);
      const after = text(
        heads,
        lines.map(([start, end], i) => (i === at ? [start, other] : [start, end])),
      );
      const known = headOf(before);
      if (known === undefined || before === after || !hasSameHead(before, after)) return;
      alike++;
      expect(headOf(after)).toEqual(known);
    }),
    { numRuns: 30_000 },
  );
  expect(alike).toBeGreaterThan(100);
});
