/** The index beside the ranking said simply: the same tools, the same scores, in the same order, also while servers come, change and go. */

import { bestScored } from '@mcpgw/search';
import type { SourceTool } from '@mcpgw/upstreams';
import fc from 'fast-check';
import { seed } from '../../../../test/helpers/seed.js';
import { simpleSearch } from '../../../search/src/simple-search.js';
import { scene, server, tool } from './fixtures.js';

const stems = [
  'create',
  'creator',
  'list',
  'issue',
  'issues',
  'pull',
  'request',
  'a',
  'b',
  'x1',
  'プルリ',
  'the',
  'invoice',
  'in',
  'inv',
  '__proto__',
  'constructor',
];
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...stems) },
  { weight: 1, arbitrary: fc.nat(150).map(number => `in${number.toString(36)}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
);
const text = (most: number) => fc.array(word, { maxLength: most }).map(found => found.join(' '));
const listed: fc.Arbitrary<SourceTool> = fc
  .record({ name: fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(9)), title: fc.option(text(3)), description: text(8) })
  .map(({ name: [parts, number], title, description }) =>
    tool(`${parts.join('_')}${number}`, description, title === null ? {} : { title }),
  );
const tools = fc.uniqueArray(listed, { maxLength: 25, selector: ({ name }) => name });
/** More words with one beginning than one word of a query stands for, each in a tool of its own. */
const manyWords = fc.integer({ min: 60, max: 90 }).map(count => Array.from({ length: count }, (_, index) => tool(`in${index}`)));
const serverNames = ['s', 's0', 'git', 'create'];

type Step =
  | { readonly kind: 'list'; readonly name: string; readonly tools: readonly SourceTool[] }
  | { readonly kind: 'edit'; readonly name: string; readonly at: number; readonly tool: SourceTool }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'index' };
const name = fc.constantFrom(...serverNames);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('list' as const), name, tools: fc.oneof(tools, manyWords) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), name, at: fc.nat(), tool: listed }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('index' as const) }) },
);

/** The lists after a step; what stays is the same object, as it is in the gateway. */
function after(lists: ReadonlyMap<string, readonly SourceTool[]>, step: Step): Map<string, readonly SourceTool[]> {
  const next = new Map(lists);
  if (step.kind === 'list') next.set(step.name, step.tools);
  if (step.kind === 'remove') next.delete(step.name);
  const before = 'name' in step ? lists.get(step.name) : undefined;
  if (step.kind === 'edit' && before !== undefined && before.length > 0 && !before.some(({ name }) => name === step.tool.name))
    next.set(step.name, before.with(step.at % before.length, step.tool));
  return next;
}

const nameOf = (serverName: string, toolName: string) => `${serverName}:${toolName}`;

it('finds what the simple ranking finds, whatever servers came, changed and went', async () => {
  const asked = fc.record({ query: text(6), scope: fc.option(fc.subarray(serverNames)), limit: fc.constantFrom(1, 3, 15, 100, 1_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, asked), { maxLength: 12 }), async rounds => {
      const { catalogue, setServers } = await scene([]);
      let lists: ReadonlyMap<string, readonly SourceTool[]> = new Map();
      for (const [step, { query, scope, limit }] of rounds) {
        lists = after(lists, step);
        const states = [...lists].map(([each, own]) => server(each, own));
        setServers(states);
        if (step.kind === 'index') catalogue.indexNext();
        const inScope = states.filter(({ name: each }) => scope === null || scope.includes(each));
        const found = catalogue.search(query, limit, scope === null ? undefined : new Set(scope)).callable;
        expect(found.map(({ name: each, score }) => [each, score])).toEqual(
          simpleSearch(query, inScope, nameOf)
            .slice(0, limit)
            .map(({ name: each, score }) => [each, score]),
        );
      }
    }),
    { seed, numRuns: 300 },
  );
});

it('finds the same where tools are locked or filtered: the first callable ones that are accepted, and the reviewed locked ones among the first 100', async () => {
  const many = fc.array(fc.tuple(word, fc.boolean(), fc.boolean()), { minLength: 90, maxLength: 260 });
  await fc.assert(
    fc.asyncProperty(many, text(3), fc.integer({ min: 1, max: 100 }), async (drawn, query, limit) => {
      const own = drawn.map(([first, , reads], index) => tool(`${first}_${index}`, 'the list', { annotations: { readOnlyHint: reads } }));
      const disabledTools = drawn.flatMap(([first, isLocked], index) => (isLocked ? [`${first}_${index}`] : []));
      const { catalogue } = await scene([server('s', own, { disabledTools })]);
      const accept = ({ annotations }: SourceTool) => annotations?.readOnlyHint === true;
      const { callable, locked } = catalogue.search(query, limit, undefined, accept);
      const all = simpleSearch(query, [{ name: 's', tools: own }], nameOf);
      const isLocked = (each: string) => disabledTools.includes(each.slice(2));
      const reads = new Set(own.filter(accept).map(({ name: each }) => `s:${each}`));
      const names = all.map(({ name: each }) => each);
      expect(callable.map(({ name: each }) => each)).toEqual(names.filter(each => !isLocked(each) && reads.has(each)).slice(0, limit));
      expect(locked.map(({ name: each }) => each)).toEqual(names.slice(0, 100).filter(isLocked));
    }),
    { seed, numRuns: 60 },
  );
});

it('of scores, the best are those that sorting all of them gives', () => {
  const scores = fc.array(fc.nat(5), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 30 }), (drawn, count) => {
      const before = (a: number, b: number) => (a * 7) % 61 < (b * 7) % 61;
      const sorted = [...drawn.keys()]
        .filter(number => drawn[number]! > 0)
        .sort((a, b) => drawn[b]! - drawn[a]! || (before(a, b) ? -1 : 1));
      expect([...bestScored(Float64Array.from(drawn), count, before)]).toEqual(sorted.slice(0, count));
    }),
    { seed },
  );
});
