import { scene, server, tool } from './fixtures.js';

const waiting = { state: 'waiting', error: 'connection refused', attempts: 3, since: 0 } as const;
const servers = [
  server('config', [tool('a'), tool('b'), tool('c')], { disabledTools: ['a'], protocol: 'stdio' }),
  server('off', [tool('a')], { enabled: false, connection: { state: 'disabled', error: null, attempts: 0, since: 0 } }),
  server('held', [tool('a')], { quarantined: true }),
  server('lost', [], { connection: waiting }),
];

it('lists servers with their state, and counts only where a tool is locked', async () => {
  const { value } = await (await scene(servers)).use('upstream_servers', { operation: 'list' });
  expect(value.total).toBe(4);
  expect(value.servers.map(({ name, tools, health }: Record<string, unknown>) => [name, tools, health])).toEqual([
    ['config', { callable: 2, disabled_by_config: 1 }, { level: 'healthy', summary: 'connected' }],
    ['off', { callable: 0, server_disabled: 1 }, { level: 'healthy', summary: 'switched off' }],
    ['held', { callable: 0, server_quarantined: 1 }, { level: 'degraded', summary: 'in quarantine until somebody has reviewed it' }],
    ['lost', undefined, { level: 'degraded', summary: 'not reached; it is tried again' }],
  ]);
  expect(value.servers[3].connection_status).toEqual({
    state: 'waiting',
    last_error: 'connection refused',
    retry_count: 3,
    since: '1970-01-01T00:00:00.000Z',
  });
});

it('servers out of scope are not there', async () => {
  const made = await scene(servers);
  expect((await made.use('upstream_servers', { operation: 'list' }, ['off'])).value).toMatchObject({
    servers: [{ name: 'off' }],
    total: 1,
  });
  await expect(made.use('upstream_servers', { operation: 'restart', name: 'config' }, ['off'])).rejects.toMatchObject({
    message: "Tool 'upstream_servers' validation failed: there is no server 'config'",
  });
  expect(made.acted).toEqual([]);
});

it('does what the gateway allows, and nothing else', async () => {
  const made = await scene(servers);
  expect((await made.use('upstream_servers', { operation: 'restart', name: 'config' })).value).toEqual({
    operation: 'restart',
    name: 'config',
    done: true,
  });
  expect(made.acted).toEqual(['restart config']);
  for (const [args, problem] of [
    [{ operation: 'enable', name: 'off' }, "'operation' must be one of list, restart"],
    [{ operation: 'restart' }, "'name' is required"],
    [{}, "'operation' is required"],
    [{ operation: 'toString', name: 'off' }, "'operation' must be one of list, restart"],
  ] as const)
    await expect(made.use('upstream_servers', args)).rejects.toMatchObject({
      message: `Tool 'upstream_servers' validation failed: ${problem}`,
    });
  expect(made.acted).toEqual(['restart config']);
});

it('who may only read lists, and is told what acting needs', async () => {
  const made = await scene(servers);
  await expect(made.use('upstream_servers', { operation: 'restart', name: 'config' }, undefined, false)).rejects.toMatchObject({
    mode: 'not_allowed',
    message: "Tool 'upstream_servers': restart needs one of the keys of auth.admin_keys; this client may list servers",
  });
  expect((await made.use('upstream_servers', { operation: 'list' }, undefined, false)).value.total).toBe(4);
  expect(made.acted).toEqual([]);
});
