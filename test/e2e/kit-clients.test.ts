/** Python clients of the template server, from PyPI into a virtual environment of their own; skipped with the reason where that fails. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionToken, type TemporaryData, temporaryData } from '@mcpgw/kit';
import { describeUnless } from '../helpers/needs.js';
import { runScript } from './run-script.js';

jest.setTimeout(400_000);

const root = join(__dirname, '../..');
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

describeUnless(reason, packages.join(', '), () => {
  const auth = { secret: 'a secret that only this test knows, 0123456789', issuer: 'template', audience: 'template' };
  const found = '[{"id":399,"name":"Customer 399","city":"Kyoto"}]';
  let data: TemporaryData;
  let server: ChildProcess | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what the script printed
  let printed: any;

  /** Starts examples/template/server.ts as one instance; gives its address. */
  function startTemplate(dataDir: string): Promise<string> {
    const template = { MCP_INSTANCE: 'normal', PORT: '0', MCP_HOST: '127.0.0.1', JWT_SECRET: auth.secret, DATA_DIR: dataDir };
    const env = { PATH: process.env.PATH, ...template };
    const child = spawn(process.execPath, ['--import', 'tsx', 'examples/template/server.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = child;
    return new Promise((resolve, reject) => {
      child.once('exit', code => reject(new Error(`the template server ended with ${code}`)));
      child.stdout.once('data', line => resolve(String(line).trim().replace('normal instance: ', '')));
    });
  }

  beforeAll(async () => {
    data = await temporaryData();
    const url = await startTemplate(data.dataDir);
    const token = await createSessionToken(auth, { userId: 'alice', sessionId: 'python' });
    const { status, stdout, stderr } = await runScript(python, [join(__dirname, 'kit-clients.py'), url, token]);
    if (status !== 0) throw new Error(stderr);
    printed = JSON.parse(stdout);
  });
  afterAll(async () => {
    server?.kill();
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

  it('an agent of pydantic-ai is told what to fix, and fixes it', () => {
    expect(printed.fixed).toEqual({
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
