/** Python clients of the template server, from PyPI into a virtual environment of their own; skipped with the reason where that fails. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpServer, createSessionToken, type KitServer, type TemporaryData, temporaryData } from '@mcpgw/kit';
import { addTools } from '../../examples/template/tools.js';
import { runScript } from './run-script.js';

jest.setTimeout(400_000);

const packages = ['fastmcp==4.1.2', 'pydantic-ai-slim[mcp]==2.68.0'];
const venv = process.env.MCPGW_E2E_KIT_VENV ?? join(tmpdir(), 'mcpgw-e2e-kit-4.1.2-2.68.0');
const python = join(venv, 'bin/python');

/** Why the clients cannot run here; undefined when they can. */
function missing(): string | undefined {
  const check = () => spawnSync(python, ['-c', 'import fastmcp, pydantic_ai.mcp'], { encoding: 'utf8' }).status === 0;
  if (existsSync(python) && check()) return undefined;
  const made = spawnSync('python3', ['-m', 'venv', venv], { encoding: 'utf8' });
  if (made.status !== 0) return `python3 -m venv failed: ${made.error?.message ?? made.stderr.trim().split('\n').at(-1)}`;
  const installed = spawnSync(python, ['-m', 'pip', 'install', '-q', ...packages], { encoding: 'utf8', timeout: 300_000 });
  if (installed.status !== 0) return `pip install failed: ${installed.stderr.trim().split('\n').at(-1)}`;
  return check() ? undefined : 'the packages are installed and cannot be imported';
}

const reason = missing();
const suite = reason === undefined ? describe : describe.skip;

suite(reason === undefined ? packages.join(', ') : `Python clients (skipped: ${reason})`, () => {
  const auth = { secret: 'a secret that only this test knows, 0123456789', issuer: 'template', audience: 'template' };
  const found = '[{"id":399,"name":"Customer 399","city":"Kyoto"}]';
  let data: TemporaryData;
  let server: KitServer;
  // biome-ignore lint/suspicious/noExplicitAny: what the script printed
  let printed: any;

  beforeAll(async () => {
    data = await temporaryData();
    server = addTools(createMcpServer('template', { auth, ...data }));
    const { url } = await server.serveHttp({ port: 0 });
    const token = await createSessionToken(auth, { userId: 'alice', sessionId: 'python' });
    const { status, stdout, stderr } = await runScript(python, [join(__dirname, 'kit-clients.py'), url, token]);
    if (status !== 0) throw new Error(stderr);
    printed = JSON.parse(stdout);
  });
  afterAll(async () => {
    await server?.close();
    await data?.remove();
  });

  it('fastmcp sees both kinds as tool errors, the fatal one by its prefix', () => {
    expect(printed.fastmcp).toEqual({
      tools: ['read_file', 'write_file', 'search_records', 'load_sensitive_dataset', 'check_status'],
      results: [
        [true, 'Query cannot be empty -- provide a search term'],
        [false, found],
        [true, '[FATAL] The archive database cannot be reached'],
      ],
    });
  });

  it('fastmcp is refused without a token', () => {
    expect(printed.without_token).toBe('refused: Server returned an error response');
  });

  it('an agent of pydantic-ai is told what to mend, and mends it', () => {
    expect(printed.mended).toEqual({
      seen: [
        ['retried', 'Query cannot be empty -- provide a search term'],
        ['success', expect.stringContaining('Customer 399')],
      ],
      answer: 'done',
    });
  });

  it('left to itself, it hands the fatal error to the model as well', () => {
    expect(printed.plain).toEqual({ seen: [['retried', '[FATAL] The archive database cannot be reached']], answer: 'done' });
  });

  it('told the prefix, it ends the run: the model hears of the mistake, never of the fatal error', () => {
    expect(printed.strict).toEqual({
      seen: [['retried', 'Query cannot be empty -- provide a search term']],
      aborted: 'The archive database cannot be reached',
    });
  });
});
