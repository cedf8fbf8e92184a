/**
 * `@mcpgw/upstreams` installed alone brings neither a store nor metrics, and `@mcpgw/failures` no reader of OpenAPI documents either.
 * What the sources of each import stands in its package.json; packages of which only types are used do too.
 */
import { declaredBy, importsOf, othersWith, oursWith } from '../helpers/installed.js';

const loader = ['packages/loader', 'packages/mcp-config', 'packages/names', 'packages/structure'];

test('bring the packages of ours that stand below them, and not the gateway', () => {
  expect(oursWith('packages/failures')).toEqual(['packages/diagnostics', 'packages/failures', ...loader]);
  const below = ['packages/diagnostics', 'packages/failures', 'packages/go', 'packages/jsonschema'];
  expect(oursWith('packages/upstreams')).toEqual([...below, ...loader, 'packages/upstreams']);
});

test('bring neither Redis nor metrics, and only the upstreams read OpenAPI documents', () => {
  const foreign = (folder: string) => othersWith(folder).filter(name => /redis|prom-client|^@readme\/openapi-parser$/.test(name));
  expect(foreign('packages/failures')).toEqual([]);
  expect(foreign('packages/upstreams')).toEqual(['@readme/openapi-parser']);
});

test.each(['packages/failures', 'packages/upstreams', 'packages/gateway'])('%s imports nothing that it does not declare', async folder => {
  expect(declaredBy(folder)).toEqual(expect.arrayContaining(await importsOf(folder)));
});
