import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Approvals } from '@mcpgw/approvals';
import { Catalogue } from '@mcpgw/gateway';
import type { ServerLoadOutcome } from '@mcpgw/loader';
import { defaultServeConfig } from '@mcpgw/mcp-config';
import { Names } from '@mcpgw/names';
import { memoryStore } from '@mcpgw/store';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Inventory, InventoryServer } from './inventory-server.js';
import { makeToolsReport, needsAttention } from './report.js';
import { formatToolsTable } from './table.js';

const tool = (name: string, description = '') => ({ name, description, inputSchema: { type: 'object' as const } });
const failed = { status: 'permanent', error: 'connection refused', layer: 'tcp', code: 'ECONNREFUSED' } as ServerLoadOutcome;

function server(name: string, more: Partial<InventoryServer> = {}): InventoryServer {
  return { name, enabled: true, quarantined: false, trustMode: 'auto', tools: [], ...more };
}

async function inventoryOf(servers: readonly InventoryServer[]): Promise<Inventory> {
  const approvals = new Approvals(memoryStore(), () => new Date('2026-11-21T10:00:00Z'));
  const catalogue = new Catalogue(approvals, { servers: () => servers });
  for (const { name, tools, trustMode } of servers) await approvals.observe(name, tools, trustMode);
  const clientNames = new Names(
    servers.map(({ name }) => name),
    defaultServeConfig.naming,
  );
  return { servers, approvals, catalogue, clientNames, close: async () => {} };
}

const everything = [
  server('github', {
    tools: [tool('list_issues', 'List the issues of a repository'), tool('delete_repo')],
    disabledTools: ['delete_repo'],
  }),
  server('my server', { tools: [tool("it's"), tool('changed', 'one')], trustMode: 'manual' }),
  server('off', { enabled: false, tools: [tool('a')] }),
  server('held', { quarantined: true, tools: [tool('a')] }),
  server('gone', { outcome: failed }),
];

async function everyStatus(): Promise<Inventory> {
  const servers = [...everything];
  const inventory = await inventoryOf(servers);
  await inventory.approvals.approve('my server', 'changed', { by: 'me' });
  await inventory.approvals.observe('my server', [tool("it's"), tool('changed', 'two')], 'manual');
  await inventory.approvals.disable('github', 'list_issues', 'me');
  servers[1] = { ...everything[1]!, tools: [tool("it's"), tool('changed', 'two')] };
  return inventory;
}

it('fits its published schema', async () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/tools-report.json'), 'utf8'));
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);
  const report = makeToolsReport(await everyStatus(), {});
  expect([validate(JSON.parse(JSON.stringify(report))), validate.errors]).toEqual([true, null]);
  expect(validate({ ...report, extra: 1 })).toBe(false);
  expect(validate({ ...report, summary: { total: 1, locked: 1 } })).toBe(false);
});

it('names the one reason and the way out of each tool', async () => {
  const { tools, summary } = makeToolsReport(await everyStatus(), {});
  expect(tools.map(({ name, status, reason, remedy }) => [name, status, reason, remedy])).toEqual([
    [
      'github:delete_repo',
      'disabled_by_config',
      'the configuration keeps it out of use',
      'change enabled_tools or disabled_tools of github in the configuration',
    ],
    ['github:list_issues', 'disabled_by_user', 'switched off by a user', 'mcpgw tools enable github:list_issues'],
    ['held:a', 'server_quarantined', 'its server is in quarantine', 'review held, then take "quarantined": true out of the configuration'],
    ['my server:changed', 'pending_approval', 'changed since it was approved', "look at it, then mcpgw tools approve 'my server:changed'"],
    ["my server:it's", 'pending_approval', 'new, and not approved yet', "look at it, then mcpgw tools approve 'my server:it'\\''s'"],
    ['off:a', 'server_disabled', 'its server is switched off in the configuration', 'set "enabled": true for off in the configuration'],
  ]);
  expect(summary).toEqual({
    total: 6,
    changed: 1,
    disabled_by_config: 1,
    disabled_by_user: 1,
    pending_approval: 2,
    server_disabled: 1,
    server_quarantined: 1,
  });
});

it('shows what was asked for', async () => {
  const inventory = await everyStatus();
  const names = (flags: Parameters<typeof makeToolsReport>[1]) => makeToolsReport(inventory, flags).tools.map(({ name }) => name);
  expect(names({ status: ['pending_approval', 'server_disabled'] })).toEqual(['my server:changed', "my server:it's", 'off:a']);
  expect(names({ search: 'repository issues' })).toEqual(['github:list_issues', 'github:delete_repo']);
  expect(names({ search: 'repository issues', status: ['callable'] })).toEqual([]);
});

it('the table, on no terminal', async () => {
  const plain = { width: Number.POSITIVE_INFINITY, paint: (text: string) => text };
  expect(formatToolsTable(makeToolsReport(await everyStatus(), {}), plain)).toBe(
    `off: off
held: quarantined
gone: permanent: connection refused
    → nothing listens there: check that the server runs, and its port

TOOL                STATUS              REASON OR DESCRIPTION
github:delete_repo  disabled by config  the configuration keeps it out of use
github:list_issues  disabled by user    switched off by a user
held:a              server quarantined  its server is in quarantine
my server:changed   pending approval    changed since it was approved
my server:it's      pending approval    new, and not approved yet
off:a               server disabled     its server is switched off in the configuration

pending approval:
    → look at it, then mcpgw tools approve 'my server:changed'
    → look at it, then mcpgw tools approve 'my server:it'\\''s'
disabled by user:
    → mcpgw tools enable github:list_issues
disabled by config:
    → change enabled_tools or disabled_tools of github in the configuration
server disabled:
    → set "enabled": true for off in the configuration
server quarantined:
    → review held, then take "quarantined": true out of the configuration

names for clients, since some refuse the own ones:
    my server:changed is my_server__changed_2515bf
    my server:it's is my_server__it_s_798b12

6 tools of 5 servers, 2 pending approval, 1 disabled by user, 1 disabled by config, 1 server disabled, 1 server quarantined, 1 changed since approval
`,
  );
});

it('the table on a narrow terminal fits it, and names all ways out but the first few by number', async () => {
  const tools = Array.from({ length: 9 }, (_, index) => tool(`tool_${index}`, 'x'.repeat(500)));
  const inventory = await inventoryOf([server('a', { tools, trustMode: 'manual' }), server('b', { tools: [tool('c', 'y'.repeat(500))] })]);
  const text = formatToolsTable(makeToolsReport(inventory, {}), { width: 60, paint: text => text });
  expect(text.split('\n').filter(line => line.length > 60)).toEqual([]);
  expect(text).toContain('\n    … and 4 more: mcpgw tools approve --all\n');
});

it('tools that are left out are counted', async () => {
  const inventory = await inventoryOf([server('s', { tools: [tool('a')], unusable: 2 })]);
  const text = formatToolsTable(makeToolsReport(inventory, {}), { width: 80, paint: text => text });
  expect(text.split('\n')[0]).toBe('s: 2 tools left out: a name cannot be shown');
});

it('hostile names and descriptions are one printable line', async () => {
  const inventory = await inventoryOf([server('s', { tools: [tool('a\u001b[31m\nb', 'x\u0000\n\u202ey'.repeat(1_000))] })]);
  const text = formatToolsTable(makeToolsReport(inventory, {}), { width: Number.POSITIVE_INFINITY, paint: text => text });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(text.split('\n')[1]).toMatch(/^s:a b\s+callable\s+x y/);
});

it.each<[string, readonly InventoryServer[], boolean]>([
  ['all may be called', [server('a', { tools: [tool('b')] })], false],
  ['locked on purpose', [server('a', { tools: [tool('b')], disabledTools: ['b'] }), server('c', { enabled: false })], false],
  ['something waits', [server('a', { tools: [tool('b')], trustMode: 'manual' })], true],
  ['a server failed', [server('a', { outcome: failed })], true],
])('attention: %s', async (_name, servers, expected) => {
  expect(needsAttention(makeToolsReport(await inventoryOf(servers), {}))).toBe(expected);
});

it('gives the names that clients use, and lists those that were mapped', async () => {
  const report = makeToolsReport(await inventoryOf([server('s', { tools: [tool('issues.list'), tool('plain')] })]), {});
  expect(report.tools.map(({ name, clientName, mapped }) => [name, clientName, mapped])).toEqual([
    ['s:issues.list', 's__issues_list_800d95', true],
    ['s:plain', 's__plain', false],
  ]);
  const lines = formatToolsTable(report, { width: 100, paint: text => text }).split('\n');
  const at = lines.indexOf('names for clients, since some refuse the own ones:');
  expect(lines.slice(at, at + 3)).toEqual([
    'names for clients, since some refuse the own ones:',
    '    s:issues.list is s__issues_list_800d95',
    '',
  ]);
});
