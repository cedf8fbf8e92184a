/** Rules that are not in the table of rules across servers say of each server what they would say of it alone. */
import { parseYaml, partList } from '@mcpgw/structure';
import { parse, stringify } from 'yaml';
import { randomBelow } from '../../../../test/helpers/random.js';
import { seed } from '../../../../test/helpers/seed.js';
import { differencesOf } from '../../../../test/helpers/single-parts.js';
import { detectMcpFormat } from '../formats/detect.js';
import { detectServe } from '../formats/detect-serve.js';
import { acrossServers } from './across-servers.js';
import { serverRules } from './index.js';
import { pathOfServers } from './mcp-servers-of.js';

type Plain = Record<string, unknown>;
const below = randomBelow(seed);
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
const texts = serverRules.flatMap(({ docs }) => (docs === undefined ? [] : [docs.wrong, docs.correct]));
const documents = texts.map(text => parse(text, { uniqueKeys: false }) as Plain);
const alone = serverRules.filter(({ id }) => !acrossServers.has(id));
const kindOf = (text: string) => {
  const [root] = parseYaml(text, { file: 'a.yaml', dialect: 'core' }).documents;
  return root === undefined ? undefined : detectServe('gateway.yaml', root) ? ('serve' as const) : detectMcpFormat(root);
};

/** A document with servers of others, and with settings of others beside them. */
function mixed(): string {
  const base = structuredClone(one(documents));
  const key = ['servers', 'mcpServers', 'mcp_servers', 'mcp'].find(each => base[each] !== undefined);
  const servers = key === undefined ? undefined : base[key];
  for (let count = 1 + below(4); count > 0 && key !== undefined; count--) {
    const other = structuredClone(one(documents));
    const more = other[key];
    if (Array.isArray(servers) && Array.isArray(more)) servers.splice(below(2), 0, ...more);
    else if (typeof servers === 'object' && servers !== null && typeof more === 'object')
      for (const [name, server] of Object.entries(more as Plain)) (servers as Plain)[below(3) === 0 ? name : `${name}${below(9)}`] = server;
    if (below(2) === 0) for (const [name, value] of Object.entries(other)) base[name] ??= value;
  }
  return stringify(base, { aliasDuplicateObjects: false });
}

function differences(text: string): string[] {
  const kind = kindOf(text);
  const [root] = parseYaml(text, { file: 'a.yaml', dialect: 'core' }).documents;
  const list =
    kind === undefined || root === undefined || pathOfServers(kind).length === 0 ? undefined : partList(root, pathOfServers(kind));
  if (kind === undefined || root === undefined || list === undefined) return [];
  const document = { root, kind, version: '0.0.0', lists: [list] };
  return differencesOf(alone, document, () => below(2) === 0).map(difference => `${difference}\n${text}`);
}

it('every rule of the table exists', () => {
  const ids = new Set(serverRules.map(({ id }) => id));
  expect([...acrossServers].filter(id => !ids.has(id))).toEqual([]);
});

it('in the examples of all rules', () => {
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.flatMap(differences)).toEqual([]);
});

it('in documents with servers and settings of several examples', () => {
  const found = Array.from({ length: Number(process.env.PART_CASES ?? 150) }, mixed).flatMap(differences);
  expect(found).toEqual([]);
});
