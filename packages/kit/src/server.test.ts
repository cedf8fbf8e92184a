import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SecretAuth } from './auth.js';
import { contextResult } from './context.js';
import { CONNECT, READ, type ToolPermission, toolPermission, WRITE } from './permissions.js';
import { privateData } from './private-data.js';
import { createMcpServer, type McpServerOptions } from './server.js';
import { getSessionId, getUserId } from './session.js';
import { connectInMemory, type TemporaryData, temporaryData } from './testing.js';
import type { ToolHandler } from './tool.js';
import { readWorkspaceFile } from './workspace-files.js';

jest.setTimeout(60_000);

const auth: SecretAuth = { issuer: 'https://issuer.example', audience: 'template', secret: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js' };

let data: TemporaryData;
beforeEach(async () => {
  data = await temporaryData();
});
afterEach(() => data.remove());

const newServer = (options: McpServerOptions = {}) =>
  createMcpServer('test', {
    dataDir: data.dataDir,
    onError: () => {},
    ...options,
  });

const ok: ToolHandler<object> = () => 'ok';

describe('identity', () => {
  const who: ToolHandler<object> = () => `${getUserId()}/${getSessionId()}`;

  test('comes from the connection', async () => {
    const server = newServer().tool('who', {}, toolPermission(READ)(who));
    const clients = await Promise.all(['a', 'b', 'c'].map(userId => connectInMemory(server, { userId })));
    expect(await Promise.all(clients.map(({ call }) => call('who')))).toEqual(
      ['a', 'b', 'c'].map(userId => ({ text: `${userId}/test-session`, isError: false })),
    );
    await server.close();
  });

  test('is kept in the era without a handshake', async () => {
    const server = newServer().tool('who', {}, toolPermission(READ)(who));
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await server.connect(serverSide, { userId: 'alice', sessionId: 's1' });
    const client = new Client({ name: 'modern', version: '0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(clientSide);
    expect((await client.callTool({ name: 'who' })).content).toEqual([{ type: 'text', text: 'alice/s1' }]);
    await client.close();
  });

  test('comes from a token in memory, which is looked at on each call', async () => {
    let now = new Date();
    const server = newServer({ auth: { ...auth, clock: () => now } }).tool('who', {}, toolPermission(READ)(who));
    const { createSessionToken } = await import('./tokens.js');
    const token = await createSessionToken(auth, { userId: 'alice', sessionId: 's1' }, 60);
    const { call } = await connectInMemory(server, { token });
    expect(await call('who')).toEqual({ text: 'alice/s1', isError: false });
    now = new Date(now.getTime() + 120_000);
    await expect(call('who')).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining('Unauthorized: The token has expired'),
    });
    await server.close();
  });

  test.each([
    ['a bad token', { token: 'x' }, "Unauthorized: The token's signature or form is not valid"],
    ['an empty token', { token: '' }, 'Unauthorized: A bearer token is required'],
  ])('%s is refused in memory, for the list of tools too', async (_name, credentials, message) => {
    const server = newServer({ auth }).tool('who', {}, toolPermission(READ)(who));
    const { call, client } = await connectInMemory(server, credentials);
    await expect(call('who')).rejects.toThrow(message);
    await expect(client.listTools()).rejects.toThrow(message);
    await server.close();
  });

  test('a message may bring its own token; without one there is no user', async () => {
    const { createSessionToken } = await import('./tokens.js');
    const server = newServer({ auth }).tool('who', {}, toolPermission(READ)(who));
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await server.connect(serverSide);
    const answers: unknown[] = [];
    clientSide.onmessage = message => answers.push(message);
    await clientSide.start();
    const call = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'tools/call', params: { name: 'who', arguments: {} } });
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } };
    await clientSide.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
    const token = await createSessionToken(auth, { userId: 'bob', sessionId: 's2' });
    await clientSide.send(call(1), { authInfo: { token, clientId: 'x', scopes: [], extra: { userId: 'root' } } });
    await clientSide.send(call(2), { authInfo: { token: 'forged', clientId: 'x', scopes: [], extra: { userId: 'root', sessionId: 'x' } } });
    await clientSide.send(call(3));
    while (answers.length < 4) await new Promise(setImmediate);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: expect.objectContaining({ content: [{ type: 'text', text: 'bob/s2' }] }) }),
        expect.objectContaining({ id: 2, error: expect.objectContaining({ message: expect.stringContaining('Unauthorized') }) }),
        expect.objectContaining({
          id: 3,
          error: expect.objectContaining({ message: expect.stringContaining('A bearer token is required') }),
        }),
      ]),
    );
    await server.close();
  });

  test('there is none outside of a call', () => {
    expect(() => getUserId()).toThrow('There is no session here: this runs in a tool call, or inside runInSession');
    expect(() => getSessionId()).toThrow('There is no session here');
  });
});

describe('the start', () => {
  test('is refused with tools that declare nothing, each by its name', async () => {
    const server = newServer().tool('one', {}, ok).tool('two', {}, toolPermission(READ)(ok)).tool('three', {}, contextResult()(ok));
    const fix = 'wrap its function in toolPermission(READ), toolPermission(WRITE) or toolPermission(CONNECT)';
    await expect(connectInMemory(server)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `tools.one: Tool 'one' declares no permission: ${fix}\ntools.three: Tool 'three' declares no permission: ${fix}`,
    });
    await expect(server.serveHttp({ port: 0 })).rejects.toThrow("Tool 'one' declares no permission");
  });

  test.each([
    ['inside of the workspaces', { workspaceDir: 'w', privateDataDir: 'w/state' }],
    ['the workspaces', { workspaceDir: 'w', privateDataDir: 'w' }],
    ['around the workspaces', { workspaceDir: 'p/w', privateDataDir: 'p' }],
    ['inside, by a link', { workspaceDir: 'w', privateDataDir: 'link/state' }],
  ])('is refused with state %s', async (_name, folders) => {
    mkdirSync(join(data.dataDir, 'w'));
    symlinkSync('w', join(data.dataDir, 'link'));
    const paths = Object.fromEntries(Object.entries(folders).map(([key, path]) => [key, join(data.dataDir, path)]));
    const server = newServer(paths).tool('t', {}, toolPermission(READ)(ok));
    await expect(connectInMemory(server)).rejects.toThrow('privateDataDir: must lie outside of workspaceDir, and the other way round');
  });

  test('is refused with a folder that cannot be made', async () => {
    writeFileSync(join(data.dataDir, 'file'), '');
    const server = newServer({ workspaceDir: join(data.dataDir, 'file/w') });
    await expect(connectInMemory(server)).rejects.toThrow('workspaceDir: cannot be made: ENOTDIR');
  });

  test('is refused with a weak secret, when the server is made', () => {
    expect(() => newServer({ auth: { ...auth, secret: 'secret' } })).toThrow('auth.secret: must have at least 32 bytes, and has 6');
  });

  test('a name is taken once', () => {
    expect(() => newServer().tool('t', {}, ok).tool('t', {}, ok)).toThrow("There are two tools named 't'");
  });

  test.each(['', 'two words', 'a/b', 'ä', 'x'.repeat(129), 'a\nb'])('%j is no name of a tool', name => {
    expect(() => newServer().tool(name, {}, ok)).toThrow('is not a name of a tool: 1 to 128 of letters');
  });

  test('a name that some clients refuse gets a warning', () => {
    const [name, problem] = ['2d', 'begins with a digit or "-", and some models accept only a letter or "_" there'];
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
    newServer().tool('fine-name_1', {}, ok).tool(name, {}, ok);
    expect(warn.mock.calls).toEqual([[`The name of the tool '${name}' ${problem}`, { code: 'MCPGW_TOOL_NAME' }]]);
    warn.mockRestore();
  });

  test('arguments are an object', () => {
    expect(() => newServer().tool('t', { inputSchema: z.string() as never }, ok)).toThrow("Tool 't': inputSchema must describe an object");
    expect(() => newServer().tool('t', { inputSchema: { type: 'string' } as never }, ok)).toThrow(
      "Tool 't': inputSchema must describe an object",
    );
  });
});

describe('permissions', () => {
  test.each([[[]], [['admin']], [[undefined]], [['READ']]])('toolPermission(%p) is none', names => {
    expect(() => toolPermission(...(names as unknown as ToolPermission[]))).toThrow('toolPermission takes READ, WRITE or CONNECT');
  });

  test('tools that need more than a server grants are neither listed nor run', async () => {
    const handler = jest.fn(ok);
    const server = newServer({ permissions: [READ] })
      .tool('read', {}, toolPermission(READ)(ok))
      .tool('write', {}, toolPermission(WRITE)(handler))
      .tool('both', {}, toolPermission(READ, CONNECT, WRITE)(handler));
    const { call, client } = await connectInMemory(server);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read']);
    expect(await call('write')).toEqual({ text: "Tool 'write' requires write", isError: true });
    expect(await call('both')).toEqual({ text: "Tool 'both' requires connect, write", isError: true });
    expect(handler).not.toHaveBeenCalled();
    await server.close();
  });

  const blocked = { text: "Tool 'send' blocked: session contains private data", isError: true };
  const leakServer = (sent: string[], options: McpServerOptions = {}) =>
    newServer(options)
      .tool(
        'load',
        { inputSchema: z.object({ level: z.enum(['public', 'internal', 'confidential', 'secret']) }) },
        toolPermission(READ)(async ({ level }) => {
          await privateData().addPrivateDataset('patients', level);
          return 'loaded';
        }),
      )
      .tool(
        'send',
        { inputSchema: z.object({ text: z.string() }) },
        toolPermission(CONNECT)(async ({ text }) => {
          sent.push(text);
          return 'sent';
        }),
      );

  test('CONNECT ends with the first private data, for that session', async () => {
    const sent: string[] = [];
    const server = leakServer(sent);
    const [here, elsewhere] = await Promise.all([connectInMemory(server), connectInMemory(server, { sessionId: 'other' })]);
    expect(await here.call('send', { text: 'before' })).toEqual({ text: 'sent', isError: false });
    await here.call('load', { level: 'public' });
    expect(await here.call('send', { text: 'public' })).toEqual({ text: 'sent', isError: false });
    await here.call('load', { level: 'internal' });
    expect(await here.call('send', { text: 'after' })).toEqual(blocked);
    expect(await elsewhere.call('send', { text: 'other' })).toEqual({ text: 'sent', isError: false });
    expect(sent).toEqual(['before', 'public', 'other']);
    await server.close();
  });

  test('neither a new connection nor a restart opens it again', async () => {
    const sent: string[] = [];
    const first = leakServer(sent);
    await (await connectInMemory(first)).call('load', { level: 'secret' });
    expect(await (await connectInMemory(first)).call('send', { text: 'again' })).toEqual(blocked);
    await first.close();
    const second = leakServer(sent);
    expect(await (await connectInMemory(second)).call('send', { text: 'restarted' })).toEqual(blocked);
    expect(sent).toEqual([]);
    await second.close();
  });

  test('of calls at the same time, none begins to send after the data was recorded', async () => {
    const order: string[] = [];
    const server = newServer()
      .tool(
        'load',
        {},
        toolPermission(READ)(async () => {
          await privateData().addPrivateDataset('patients', 'secret');
          order.push('recorded');
          return 'loaded';
        }),
      )
      .tool(
        'send',
        {},
        toolPermission(CONNECT)(() => {
          order.push('sent');
          return 'sent';
        }),
      );
    for (let round = 0; round < 20; round++) {
      const clients = await Promise.all(Array.from({ length: 4 }, () => connectInMemory(server, { sessionId: `s${round}` })));
      order.length = 0;
      await Promise.all(clients.flatMap(({ call }, index) => [call('send'), ...(index === round % 4 ? [call('load')] : []), call('send')]));
      expect(order.slice(order.indexOf('recorded') + 1)).toEqual([]);
    }
    await server.close();
  });

  test('damaged state closes it', async () => {
    const sent: string[] = [];
    const store = { read: async () => '{"sensitivity":"public"}', update: async () => undefined } as never;
    const server = leakServer(sent, { store });
    expect(await (await connectInMemory(server)).call('send', { text: 'x' })).toEqual(blocked);
    expect(sent).toEqual([]);
    await server.close();
  });

  test('the state is out of reach for tools that use the workspace', async () => {
    const server = leakServer([]).tool(
      'read',
      { inputSchema: z.object({ path: z.string() }) },
      toolPermission(READ)(({ path }) => readWorkspaceFile(path)),
    );
    const { call } = await connectInMemory(server);
    await call('load', { level: 'secret' });
    expect(existsSync(join(data.dataDir, 'private_data'))).toBe(true);
    expect(await call('read', { path: '../../../private_data' })).toEqual({ text: 'Path traversal not allowed', isError: true });
    await server.close();
  });
});

describe('what clients are told', () => {
  test('permissions are hints, and authors may give others', async () => {
    const server = newServer()
      .tool('read', {}, toolPermission(READ)(ok))
      .tool('write', { annotations: { destructiveHint: false } }, toolPermission(WRITE)(ok))
      .tool('connect', { annotations: { readOnlyHint: true } }, toolPermission(READ, CONNECT)(ok));
    const { client } = await connectInMemory(server);
    expect((await client.listTools()).tools.map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, openWorldHint: false },
      { readOnlyHint: false, openWorldHint: false, destructiveHint: false },
      { readOnlyHint: true, openWorldHint: true },
    ]);
    await server.close();
  });

  test('a result is what its schema says, or the tool has a bug', async () => {
    const outputSchema = z.object({ rows: z.number() });
    const give = (structuredContent?: Record<string, unknown>) => ({ content: [], ...(structuredContent && { structuredContent }) });
    const server = newServer()
      .tool(
        'good',
        { outputSchema },
        toolPermission(READ)(() => give({ rows: 1 })),
      )
      .tool(
        'wrong',
        { outputSchema },
        toolPermission(READ)(() => give({ rows: 'many' })),
      )
      .tool(
        'text',
        { outputSchema },
        toolPermission(READ)(() => 'rows: 1'),
      )
      .tool(
        'error',
        { outputSchema },
        toolPermission(READ)(() => ({ isError: true, content: [{ type: 'text', text: 'none' }] })),
      );
    const { call, client } = await connectInMemory(server);
    expect((await client.listTools()).tools[0]!.outputSchema).toMatchObject({ type: 'object', required: ['rows'] });
    expect((await client.callTool({ name: 'good' })).structuredContent).toEqual({ rows: 1 });
    expect((await call('wrong')).text).toMatch(/^Tool 'wrong' failed unexpectedly/);
    expect((await call('text')).text).toMatch(/^Tool 'text' failed unexpectedly/);
    expect(await call('error')).toEqual({ text: 'none', isError: true });
    await server.close();
  });
});

test('the log shows no control characters of a client', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const bug = () => {
    throw new Error('\u001b[2Jcleared\rover\u009b\n[tool t, reference 00000000] no\n::error::no');
  };
  const server = createMcpServer('test', { dataDir: data.dataDir }).tool('t', {}, toolPermission(READ)(bug));
  await (await connectInMemory(server)).call('t');
  expect(log.mock.calls[0]![0]).toMatch(
    /^\[tool t, reference [0-9a-f]{8}\] Error: \ufffd\[2Jcleared\ufffdover\ufffd\n {2}\[tool t, reference 00000000\] no\n {2}: :error::no\n/,
  );
  log.mockRestore();
  await server.close();
});

describe('arguments', () => {
  test('are checked by a zod schema, which may fill in and change', async () => {
    const inputSchema = z.object({
      path: z.string().min(1),
      limit: z.number().int().max(10).default(5),
      tags: z.array(z.string()).optional(),
    });
    const server = newServer().tool(
      't',
      { inputSchema },
      toolPermission(READ)(args => JSON.stringify(args)),
    );
    const { call, client } = await connectInMemory(server);
    expect(await call('t', { path: 'x' })).toEqual({ text: '{"path":"x","limit":5}', isError: false });
    const wrong = await call('t', { path: '', limit: 11, tags: ['a', 7] });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toMatch(/^Invalid arguments for tool 't': path: .*; limit: .*; tags\.1: .*string/);
    expect((await client.listTools()).tools[0]!.inputSchema).toMatchObject({ type: 'object', required: ['path'] });
    await server.close();
  });

  test('are checked by a JSON Schema', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false } as const;
    const server = newServer().tool(
      't',
      { inputSchema },
      toolPermission(READ)(args => JSON.stringify(args)),
    );
    const { call, client } = await connectInMemory(server);
    expect(await call('t', { n: 1 })).toEqual({ text: '{"n":1}', isError: false });
    expect(await call('t', { n: 'x', y: 1 })).toMatchObject({
      text: expect.stringContaining("Invalid arguments for tool 't': "),
      isError: true,
    });
    expect((await client.listTools()).tools[0]!.inputSchema).toEqual(inputSchema);
    await server.close();
  });

  test('are refused by a tool that takes none', async () => {
    const server = newServer().tool('t', {}, toolPermission(READ)(ok));
    const { call } = await connectInMemory(server);
    expect(await call('t')).toEqual({ text: 'ok', isError: false });
    expect((await call('t', { x: 1 })).isError).toBe(true);
    await server.close();
  });

  test('a tool that does not exist is an error of the protocol', async () => {
    const server = newServer().tool('t', {}, toolPermission(READ)(ok));
    const { call } = await connectInMemory(server);
    await expect(call('nope')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Unknown tool: nope') });
    await expect(call('__proto__')).rejects.toMatchObject({ code: -32602 });
    await server.close();
  });
});

test('a large result is cut and kept, with its declaration', async () => {
  const server = newServer().tool('big', {}, toolPermission(READ)(contextResult('log_search')(() => 'line\n'.repeat(10_000))));
  const { call } = await connectInMemory(server, { userId: 'alice', sessionId: 's1' });
  const { text } = await call('big');
  const path = /^Results saved to \/workspace\/(results\/result_[0-9a-f]{8}\.txt) \(50000 chars\)/.exec(text)![1]!;
  const folder = join(data.dataDir, 'workspaces/alice/s1');
  expect(readFileSync(join(folder, path), 'utf8')).toBe('line\n'.repeat(10_000));
  await server.close();
});
