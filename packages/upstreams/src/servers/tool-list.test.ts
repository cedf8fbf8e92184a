import { Deadline } from '@mcpgw/loader/internal';
import type { SourceTool } from '../tools/source.js';
import type { LiveConnection } from './live-connection.js';
import { sameJson, ToolList } from './tool-list.js';

const tool = (name: string, description = ''): SourceTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { a: {} } },
});

/** A connection whose readings of the list end with what `pages` give. */
function connection(...pages: (() => Promise<readonly unknown[]>)[]): LiveConnection {
  const request = async () => ({ tools: await pages.shift()!() });
  return { capabilities: { tools: {} }, isModern: false, transport: 'stdio', request } as unknown as LiveConnection;
}
const deadline = () => new Deadline(60_000, new AbortController().signal);
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('tools that stay the same stay the same objects; only others are prepared', async () => {
  const prepared: string[] = [];
  const list = new ToolList(({ name, description }) => void prepared.push(`${name} ${description}`));
  const first = [tool('a'), tool('b'), tool('c')];
  const live = connection(
    async () => first,
    async () => [copy(first[2]!), tool('b', 'another'), copy(first[0]!)],
    async () => [copy(first[2]!), tool('b', 'another'), copy(first[0]!)],
  );
  const readings = [];
  for (let round = 0; round < 3; round++) {
    const limit = deadline();
    readings.push((await list.read(live, limit)).isAnother);
    limit.clear();
  }
  expect(readings).toEqual([true, true, false]);
  expect(prepared).toEqual(['a ', 'b ', 'c ', 'b another']);
  expect([list.tools[0] === first[2], list.tools[2] === first[0], list.find('b')?.description]).toEqual([true, true, 'another']);
});

it('of two readings at once, the one that began last counts', async () => {
  let end: (tools: readonly unknown[]) => void = () => {};
  const slow = new Promise<readonly unknown[]>(resolve => {
    end = resolve;
  });
  const list = new ToolList(() => {});
  const live = connection(
    () => slow,
    async () => [tool('new')],
  );
  const limits = [deadline(), deadline()];
  const first = list.read(live, limits[0]!);
  expect(await list.read(live, limits[1]!)).toMatchObject({ isAnother: true });
  end([tool('old')]);
  expect(await first).toMatchObject({ isAnother: false });
  expect(list.tools.map(({ name }) => name)).toEqual(['new']);
  for (const limit of limits) limit.clear();
});

it('a reading that fails changes nothing', async () => {
  const list = new ToolList(() => {});
  const live = connection(
    async () => [tool('a')],
    () => Promise.reject(new Error('away')),
  );
  const limit = deadline();
  await list.read(live, limit);
  await expect(list.read(live, limit)).rejects.toThrow('away');
  expect(list.tools.map(({ name }) => name)).toEqual(['a']);
  limit.clear();
});

it.each<[unknown, unknown, boolean]>([
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [[], {}, false],
  [[1, 2], [1], false],
  [null, {}, false],
  ['1', 1, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  [JSON.parse('{"__proto__":1}'), {}, false],
])('%j and %j are the same: %s', (a, b, isSame) => {
  expect(sameJson(a, b)).toBe(isSame);
});
