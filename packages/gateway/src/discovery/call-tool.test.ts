import { type DisabledToolStatus, remedies, remedyOf } from '@mcpgw/approvals';
import type { UpstreamState } from '@mcpgw/upstreams';
import { refusalNow } from './call-tool.js';
import { scene, server, tool } from './fixtures.js';

const servers = [
  server('github', [tool('list'), tool('delete')], { disabledTools: ['delete'] }),
  server('off', [tool('list')], { enabled: false }),
  server('held', [tool('list')], { quarantined: true }),
  server('waits', [tool('list')], { trustMode: 'manual' }),
  server('away', [], { connection: { state: 'connecting', error: null, attempts: 0, since: 0 } }),
];

it('calls a tool that may be called, with its arguments', async () => {
  const made = await scene(servers);
  expect(await made.use('call_tool', { name: 'github:list', args: { owner: 'me' } })).toMatchObject({ text: 'done', isError: false });
  await made.use('call_tool', { name: 'github:list' });
  await made.use('call_tool', { name: 'github:list', args_json: '{"__proto__":1}' });
  expect(made.calls).toEqual([
    ['github', 'list', { owner: 'me' }],
    ['github', 'list', {}],
    ['github', 'list', JSON.parse('{"__proto__":1}')],
  ]);
});

it('a server that is not there yet answers for itself', async () => {
  const made = await scene(servers);
  await made.use('call_tool', { name: 'away:anything' });
  expect(made.calls).toEqual([['away', 'anything', {}]]);
});

it('a call that was admitted while its server was away is refused once the server has listed the tool, which nobody approved', async () => {
  const made = await scene(servers);
  const decided = (name: string, at: readonly UpstreamState[]) =>
    refusalNow(made, {
      name,
      address: { server: name.split(':')[0]!, tool: name.split(':')[1]! },
      args: {},
      scope: undefined,
      stateOf: of => at.find(each => each.name === of),
    });
  expect(decided('away:anything', servers)).toBeUndefined();
  const there = [...servers.slice(0, -1), server('away', [tool('anything')], { trustMode: 'manual' })];
  await made.approvals.observe('away', [tool('anything')], 'manual');
  made.setServers(there);
  expect(decided('away:anything', there)).toMatchObject({ isError: true, _meta: { 'mcpgw/locked': 'pending_approval' } });
  expect(decided('github:list', there)).toBeUndefined();
  expect(() => decided('away:other', there)).toThrow('Unknown tool: away:other');
});

it.each<[string, DisabledToolStatus]>([
  ['github:delete', 'disabled_by_config'],
  ['off:list', 'server_disabled'],
  ['held:list', 'server_quarantined'],
  ['waits:list', 'pending_approval'],
  ['off:anything', 'server_disabled'],
  ['held:anything', 'server_quarantined'],
])('refuses %s with its reason, and calls nothing', async (name, status) => {
  const made = await scene(servers);
  const { text, isError } = await made.use('call_tool', { name });
  expect([text, isError, made.calls]).toEqual([
    `TOOL_BLOCKED: ${name} cannot be called (${status}). ${status === 'pending_approval' ? remedyOf({ status, approval: 'new' }) : remedies[status]} Run retrieve_tools with include_disabled:true to see locked tools and what unlocks them.`,
    true,
    [],
  ]);
});

it.each([
  ['an unknown tool', 'github:nope', undefined],
  ['an unknown server', 'nope:list', undefined],
  ['a locked tool out of scope', 'github:delete', ['off']],
  ['a callable tool out of scope', 'github:list', ['off']],
  ['a built-in tool', 'retrieve_tools', undefined],
  ['any tool of a server that is off, out of scope', 'off:anything', ['github']],
  ['any tool of a server that is away, out of scope', 'away:anything', ['github']],
  ['a prototype', '__proto__:constructor', undefined],
])('%s is unknown, in the same words', async (_case, name, scope) => {
  const made = await scene(servers);
  await expect(made.use('call_tool', { name }, scope)).rejects.toMatchObject({
    name: 'ContractViolation',
    mode: 'unknown_tool',
    message: `Unknown tool: ${name}`,
  });
  expect(made.calls).toEqual([]);
});

it.each<[Record<string, unknown>, string]>([
  [{}, "'name' is required"],
  [{ name: 5 }, "'name' must be of the type string"],
  [{ name: 'github:list', args: [] }, "'args' must be of the type object"],
  [{ name: 'github:list', args: null }, "'args' must be of the type object"],
  [{ name: 'github:list', args_json: '[1]' }, "'args_json' must be an object as JSON"],
  [{ name: 'github:list', args_json: '{' }, "'args_json' must be an object as JSON"],
  [{ name: 'github:list', args: {}, args_json: '{}' }, "'args' and 'args_json' exclude each other"],
  [{ name: 'github:list', owner: 'me' }, "Unknown argument 'owner' - tool 'call_tool' does not accept this parameter"],
])('refuses %j', async (args, problem) => {
  const made = await scene(servers);
  await expect(made.use('call_tool', args)).rejects.toMatchObject({ message: `Tool 'call_tool' validation failed: ${problem}` });
  expect(made.calls).toEqual([]);
});
