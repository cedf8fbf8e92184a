/** Rules that are not in the table of rules across routes say of each route what they would say of it alone. */
import { parseYaml } from '@mcpgw/structure';
import { parse, stringify } from 'yaml';
import { randomBelow } from '../../../../test/helpers/random.js';
import { seed } from '../../../../test/helpers/seed.js';
import { differencesOf } from '../../../../test/helpers/single-parts.js';
import { routeLists } from '../check/route-lists.js';
import { acrossRoutes } from './across-routes.js';
import { staticRules } from './index.js';

interface Holder {
  routes?: Record<string, unknown>[];
}

interface Configuration extends Holder {
  readonly binds?: readonly { readonly listeners?: readonly Holder[] }[];
  readonly routeGroups?: readonly Holder[];
}

const below = randomBelow(seed);
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
const texts = staticRules.flatMap(({ docs }) => (docs === undefined ? [] : [docs.wrong, docs.correct]));
const documents = texts.map(text => parse(text, { uniqueKeys: false }) as Configuration);
const alone = staticRules.filter(({ id }) => !acrossRoutes.has(id));

const holdersOf = (configuration: Configuration): Holder[] => [
  configuration,
  ...(configuration.routeGroups ?? []),
  ...(configuration.binds ?? []).flatMap(({ listeners = [] }) => listeners),
];
const routesOf = (holder: Holder) => (Array.isArray(holder.routes) ? holder.routes : []);

/** A configuration with routes of others, and with sections of others beside them. */
function mixed(): string {
  const base = structuredClone(one(documents));
  for (let count = 1 + below(4); count > 0; count--) {
    const other = structuredClone(one(documents));
    const holder = one(holdersOf(base).filter(each => each !== base || below(4) === 0)) ?? base;
    for (const route of holdersOf(other).flatMap(routesOf)) {
      if (below(3) === 0) route.name = `n${below(2)}`;
      holder.routes = [...routesOf(holder)];
      holder.routes.splice(below(3), 0, route);
    }
    if (below(2) === 0)
      for (const [name, section] of Object.entries(other))
        if (name !== 'binds' && !(name in base)) Object.assign(base, { [name]: section });
  }
  return stringify(base, { aliasDuplicateObjects: false });
}

function differences(text: string, version: string): string[] {
  const [root] = parseYaml(text, { file: 'a.yaml', dialect: 'serde' }).documents;
  const lists = root === undefined ? [] : routeLists(root);
  if (root === undefined || lists.length === 0) return [];
  const document = { root, lists, kind: 'agentgateway', version } as const;
  return differencesOf(alone, document, () => below(2) === 0).map(difference => `${difference}\n${text}`);
}

it('every rule of the table exists', () => {
  const ids = new Set(staticRules.map(({ id }) => id));
  expect([...acrossRoutes].filter(id => !ids.has(id))).toEqual([]);
});

it('in the examples of all rules', () => {
  expect(texts.length).toBeGreaterThan(400);
  expect(texts.flatMap(text => differences(text, '1.4.1'))).toEqual([]);
});

it('in configurations with routes and sections of several examples', () => {
  const versions = ['1.4.1', '1.3.0', '1.1.0'];
  const found = Array.from({ length: Number(process.env.PART_CASES ?? 60) }, mixed).flatMap(text => differences(text, one(versions)));
  expect(found).toEqual([]);
});
