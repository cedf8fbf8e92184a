/**
 * `@mcpgw/kit` installed alone brings the stores, and neither the gateway nor its metrics nor its reader of OpenAPI documents. Whoever
 * keeps state on files never loads the Redis client.
 */
import { declaredBy, importsOf, othersWith, oursWith } from '../helpers/installed.js';

const belowStore = [
  'packages/diagnostics',
  'packages/loader',
  'packages/mcp-config',
  'packages/names',
  'packages/store',
  'packages/structure',
];
const isServerOnly = (name: string): boolean => /prom-client|openapi/.test(name);

test('bring the packages of ours that stand below them, and not the gateway', () => {
  expect(oursWith('packages/store')).toEqual(belowStore);
  expect(oursWith('packages/kit')).toEqual(['packages/access', 'packages/diagnostics', 'packages/kit', ...belowStore.slice(1)]);
});

test.each(['packages/store', 'packages/kit'])('%s brings neither metrics nor OpenAPI, and no gateway in its bundle', async folder => {
  expect(othersWith(folder).filter(isServerOnly)).toEqual([]);
  const bundled = await importsOf(folder, { follow: true });
  expect(bundled.filter(isServerOnly)).toEqual([]);
  expect(bundled).toEqual(expect.arrayContaining(['@modelcontextprotocol/client', '@redis/client', 'undici', 'yaml']));
});

test('the gateway would be found', async () => {
  expect(othersWith('packages/gateway').filter(isServerOnly)).toEqual(expect.arrayContaining(['prom-client', '@readme/openapi-parser']));
  expect((await importsOf('packages/gateway', { follow: true })).filter(isServerOnly)).toEqual(['@readme/openapi-parser', 'prom-client']);
});

test.each(['packages/store', 'packages/kit'])('%s loads the Redis client when it is used and not before', async folder => {
  const loaded = await importsOf(folder, { follow: true, lazy: false });
  expect(loaded).not.toContain('@redis/client');
  expect(loaded).toContain('undici');
});

test.each(['packages/store', 'packages/kit'])('%s imports what it declares, and no more', async folder => {
  expect(await importsOf(folder)).toEqual(declaredBy(folder));
});
