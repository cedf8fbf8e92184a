/**
 * `@mcpgw/loader` installed alone brings no Redis client, no metrics and no reader of OpenAPI documents, and what its sources import is
 * what its package.json and those below it declare.
 */
import { declaredBy, importsOf, othersWith, oursWith } from '../helpers/installed.js';

const isServerOnly = (name: string): boolean => /redis|prom-client|openapi/.test(name);

test('brings four packages of ours', () => {
  expect(oursWith('packages/loader')).toEqual([
    'packages/diagnostics',
    'packages/loader',
    'packages/mcp-config',
    'packages/names',
    'packages/structure',
  ]);
});

test('brings neither Redis nor metrics nor OpenAPI, which the gateway does', () => {
  expect(othersWith('packages/loader').filter(isServerOnly)).toEqual([]);
  expect(othersWith('packages/loader')).toEqual(expect.arrayContaining(['@modelcontextprotocol/client', 'undici', 'yaml', 'semver']));
  expect(othersWith('packages/gateway').filter(isServerOnly)).toEqual(
    expect.arrayContaining(['@redis/client', 'prom-client', '@readme/openapi-parser']),
  );
});

test('imports what it declares, and no more', async () => {
  expect(await importsOf('packages/loader')).toEqual(declaredBy('packages/loader'));
});
