/** The work of each rule grows with the number of objects, not with its square: it is counted in nodes that are read. */
import { type Node, type Rule, runRules } from '@mcpgw/structure';
import { streamOf, streamRules } from '../src/index.js';
import { read } from './objects.js';

let reads = 0;
const wrapped = new WeakMap<object, object>();

/** The same tree, each read of which is counted. */
function counted<T extends object>(value: T): T {
  const known = wrapped.get(value);
  if (known !== undefined) return known as T;
  const proxy = new Proxy(value, {
    get(target, key) {
      reads++;
      const found: unknown = Reflect.get(target, key);
      return typeof found === 'object' && found !== null ? counted(found) : found;
    },
  });
  wrapped.set(value, proxy);
  return proxy;
}

const texts = streamRules.flatMap(({ docs }) => (docs === undefined ? [] : [docs.wrong, docs.correct]));

/** Every example, as often as asked for, each copy in a namespace of its own. */
function documents(copies: number): Node[] {
  const found: Node[] = [];
  for (let copy = 0; copy < copies; copy++)
    texts.forEach((text, index) => {
      const named = text
        .replaceAll(/^metadata: \{/gm, `metadata: {namespace: n${copy}-${index}, `)
        .replaceAll(/^metadata:\n/gm, `metadata:\n  namespace: n${copy}-${index}\n`)
        .replaceAll(/(namespace: [^,]*, [^\n]*), namespace: [\w-]+/g, '$1');
      for (const node of read(named)) found.push(counted(node));
    });
  return found;
}

const nothing: Rule = { id: 'reference-not-found', severity: 'info', kinds: ['manifest'], why: '', check: () => undefined };

function readsOf(rules: readonly Rule[], stream: Node): number {
  reads = 0;
  runRules(rules, stream, 'manifest', '1.4.1', 'f');
  return reads;
}

const [few, many] = [streamOf(documents(2), []), streamOf(documents(8), [])];

it('there is something to count', () => {
  expect(readsOf([nothing], few)).toBe(0);
  expect(readsOf(streamRules, streamOf(documents(1), []))).toBeGreaterThan(10_000);
});

/** Rules that compare each object of one kind with each of another, because the format asks for it. */
const product: Readonly<Record<string, string>> = {
  'mcp-backend': 'a selector of all namespaces is compared with every Service',
  'mcp-selected-names': 'a selector of all namespaces is compared with every Service',
  'policy-answers-all': 'Gateways of one name are looked for in routes of all namespaces',
};
const linear = streamRules.filter(({ id }) => product[id] === undefined);

it.each(linear.map(rule => [rule.id, rule] as const))('%s reads at most five times as much of four times as many objects', (_, rule) => {
  const [one, four] = [readsOf([rule], few), readsOf([rule], many)];
  expect(four).toBeLessThanOrEqual(5 * one + 1000);
});
