import { ToolFatalError, ToolRetryError } from './errors.js';
import { READ, toolPermission } from './permissions.js';
import { createMcpServer, type McpServerOptions } from './server.js';
import { getSession } from './session.js';
import { connectInMemory, type TemporaryData, temporaryData } from './testing.js';
import type { UnexpectedError } from './tool-errors.js';
import { sessionFolder } from './workspace-walk.js';

jest.setTimeout(60_000);

let data: TemporaryData;
let unexpected: UnexpectedError[];
beforeEach(async () => {
  data = await temporaryData();
  unexpected = [];
});
afterEach(() => data.remove());

const newServer = (options: McpServerOptions = {}) =>
  createMcpServer('test', {
    dataDir: data.dataDir,
    onError: (_error, about) => {
      if (about) unexpected.push(about);
    },
    ...options,
  });

async function errorOf(thrower: () => unknown, sessionId = 's1'): Promise<string> {
  const server = newServer().tool(
    't',
    {},
    toolPermission(READ)(async () => thrower() as string),
  );
  const { call } = await connectInMemory(server, { userId: 'alice', sessionId });
  const { text, isError } = await call('t');
  await server.close();
  expect(isError).toBe(true);
  return text;
}
const fail = (error: unknown) => () => {
  throw error;
};

test.each<[string, unknown, string]>([
  ['a retryable error', new ToolRetryError('SQL cannot be empty'), 'SQL cannot be empty'],
  ['a retryable error of two lines', new ToolRetryError('line 1\nline 2'), 'line 1\nline 2'],
  ['a fatal error', new ToolFatalError('Database unreachable'), '[FATAL] Database unreachable'],
  ['a retryable error that repeats the mark', new ToolRetryError('[FATAL] says the file'), 'Error: [FATAL] says the file'],
  [
    'a password in an address',
    new ToolFatalError('cannot reach postgres://app:hunter2@db.internal:5432/x?sslkey=abc'),
    '[FATAL] cannot reach postgres://db.internal:5432/x?***',
  ],
  ['a token', new ToolRetryError('refused: Authorization: Bearer abcdefghijklmnop'), 'refused: Authorization: *** ***'],
  ['a stack', new ToolRetryError('bad\n    at run (/srv/app/server.js:10:5)'), 'bad\n'],
])('%s', async (_name, error, text) => {
  expect(await errorOf(fail(error))).toBe(text);
  expect(unexpected).toEqual([]);
});

test("host paths of the workspace are the agent's own", async () => {
  const text = await errorOf(() => {
    const { workspaceDir } = getSession();
    const own = sessionFolder(getSession());
    throw new ToolRetryError(
      `no such file '${own}/a.txt' in ${own}, nor ${workspaceDir}/bob/s1, ${process.cwd()}/x; /workspace/b and https://x.example/data stay`,
    );
  });
  expect(text).toBe(
    "no such file '/workspace/a.txt' in /workspace, nor [path]/bob/s1, [path]/x; /workspace/b and https://x.example/data stay",
  );
});

test("a server that runs in a folder called /workspace still names the agent's files", async () => {
  const cwd = jest.spyOn(process, 'cwd').mockReturnValue('/workspace');
  const text = await errorOf(() => {
    throw new ToolRetryError(`no ${sessionFolder(getSession())}/a.txt, see file://${sessionFolder(getSession())}/b`);
  });
  cwd.mockRestore();
  expect(text).toBe('no /workspace/a.txt, see file:///workspace/b');
});

test('an error as long as a book is cut', async () => {
  const text = await errorOf(fail(new ToolRetryError(`${'word '.repeat(1_000_000)}\n`.repeat(3))));
  expect(text.length).toBeLessThanOrEqual(1000);
  expect((await errorOf(fail(new ToolRetryError('line\n'.repeat(1_000_000))))).split('\n')).toHaveLength(50);
});

test.each<[string, unknown]>([
  ['a bug', new TypeError("Cannot read properties of undefined (reading 'secret-value')")],
  ['an error of the system', Object.assign(new Error("ENOENT: no such file or directory, open '/srv/secret-value'"), { code: 'ENOENT' })],
  ['an error with a cause', new Error('secret-value', { cause: new Error('secret-value') })],
  ['an error named as a tool error', Object.assign(new Error('secret-value'), { name: 'ToolRetryError' })],
  ['text', 'secret-value'],
  ['nothing', undefined],
  ['an object', { message: 'secret-value', toString: () => 'secret-value' }],
])('%s becomes a reference to the log', async (_name, error) => {
  const text = await errorOf(fail(error));
  expect(text).toMatch(/^Tool 't' failed unexpectedly \(reference [0-9a-f]{8}\)$/);
  expect(unexpected).toEqual([{ error, reference: text.slice(-9, -1), tool: 't', userId: 'alice', sessionId: 's1' }]);
});

test('an error that cannot be reported is answered all the same', async () => {
  const onError = jest.fn(() => {
    throw new Error('secret-value');
  });
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const server = newServer({ onError }).tool('t', {}, toolPermission(READ)(fail(new Error('bug'))));
  const { call } = await connectInMemory(server);
  expect((await call('t')).text).toMatch(/^Tool 't' failed unexpectedly \(reference [0-9a-f]{8}\)$/);
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/^\[tool t, reference [0-9a-f]{8}\] onError failed$/));
  log.mockRestore();
  await server.close();
});

test('a result that is none is a bug of the tool', async () => {
  for (const result of [undefined, 7, { rows: 1 }, { content: 'text' }]) {
    expect(await errorOf(() => result)).toMatch(/^Tool 't' failed unexpectedly/);
  }
});
