/** Clients of others against `mcpgw serve`: the Inspector's CLI, fastmcp (Python), the first line of the SDK. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { executable } from '../helpers/mcpgw.js';
import { describeUnless } from '../helpers/needs.js';
import { fromRegistry, nodeOf } from '../helpers/registry.js';
import { simple, usesEverything } from './client-cases.js';
import { type RunningFixture, startFixture } from './mcp-fixture/server.js';
import { finished } from './probe-helpers.js';
import { endAll, gatewayFile, type Served, serve } from './serve-helpers.js';

jest.setTimeout(300_000);

let fixture: RunningFixture;
let gateway: Served;
let file: string;
let url: string;

beforeAll(async () => {
  fixture = await startFixture('sessions');
  file = gatewayFile({ servers: { fixture: { url: fixture.url, trust_mode: 'auto' } }, tool_names: { prefix: false } });
  gateway = await serve(file);
  url = `http://127.0.0.1:${gateway.port}/mcp`;
});

afterAll(async () => {
  await endAll();
  await fixture.close();
});

describe('the first line of the SDK', () => {
  it('calls, is asked, hears of progress and of the log, and reads', () => usesEverything(url));

  it('speaks to it over standard input and output as well', async () => {
    const client = new Client({ name: 'v1', version: '1' });
    const args = [process.env.MCPGW_EXECUTABLE ?? executable, 'serve', '--stdio', file];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    expect(await client.callTool({ name: 'test_simple_text' })).toEqual(simple);
    await client.close();
  });

  it('is told plainly that there is no SSE transport', async () => {
    const client = new Client({ name: 'v1', version: '1' });
    await expect(client.connect(new SSEClientTransport(new URL(url)))).rejects.toMatchObject({ code: 400 });
  });
});

const node = nodeOf('22');
const launcher = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const inspector = node && fromRegistry('inspector-2.12.0', ['@modelcontextprotocol/inspector@2.12.0'], launcher);
describeUnless(inspector ? undefined : 'it, or Node 22, cannot be installed', 'the Inspector', () => {
  async function inspect(...args: string[]) {
    const { status, stdout, stderr } = await finished(spawn(node!, [inspector!, '--cli', url, '--transport', 'http', ...args]));
    return { status, said: JSON.parse(status === 0 ? stdout : stderr.slice(stderr.indexOf('{'))) };
  }

  it('lists and calls tools, and tells failures apart', async () => {
    const { status, said } = await inspect('--method', 'tools/list');
    expect(status).toBe(0);
    expect(said.tools.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['test_simple_text', 'test_image_content']),
    );
    expect(await inspect('--method', 'tools/call', '--tool-name', 'test_simple_text')).toEqual({ status: 0, said: simple });
    expect(await inspect('--method', 'tools/call', '--tool-name', 'nope')).toMatchObject({
      status: 5,
      said: { error: { code: 'tool_not_found' } },
    });
    expect(await inspect('--method', 'tools/call', '--tool-name', 'test_error_handling')).toMatchObject({
      status: 5,
      said: { error: { code: 'tool_is_error' } },
    });
  });

  it('reads resources and prompts', async () => {
    expect(await inspect('--method', 'resources/read', '--uri', 'test://static-text')).toMatchObject({
      status: 0,
      said: { contents: [{ text: 'This is the content of the static text resource.' }] },
    });
    const { said } = await inspect('--method', 'prompts/list');
    expect(said.prompts.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['test_simple_prompt']));
  });
});

const fastmcpVersion = '4.1.2';
const venv = process.env.MCPGW_E2E_VENV ?? join(tmpdir(), `mcpgw-e2e-fastmcp-${fastmcpVersion}`);
const python = join(venv, 'bin/python');

/** Whether fastmcp can be imported, once it was fetched where it was not. */
function hasFastmcp(): boolean {
  const check = () => spawnSync(python, ['-c', 'import fastmcp']).status === 0;
  if (existsSync(python) && check()) return true;
  if (spawnSync('python3', ['-m', 'venv', venv]).status !== 0) return false;
  spawnSync(python, ['-m', 'pip', 'install', '-q', `fastmcp==${fastmcpVersion}`], { timeout: 300_000 });
  return check();
}

const fastmcp = hasFastmcp();

describeUnless(fastmcp ? undefined : 'it cannot be installed', `fastmcp ${fastmcpVersion}`, () => {
  it('lists, calls, is asked, hears of progress, reads', async () => {
    const { status, stdout, stderr } = await finished(spawn(python, [join(__dirname, 'serve-clients.py'), url]));
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      tools: expect.arrayContaining(['test_simple_text', 'test_sampling']),
      text: 'This is a simple text response for testing.',
      error: [true, 'This tool intentionally returns an error for testing'],
      elicited: 'User response: action=accept, content={"username":"ada","email":"ada@example.com"}',
      sampled: 'LLM response: answer to hi',
      progress: [
        [0, 100],
        [50, 100],
        [100, 100],
      ],
      resource: { id: '7', templateTest: true, data: 'Data for ID: 7' },
      prompt: "Prompt with arguments: arg1='a', arg2='b'",
      unknown: expect.stringContaining('Unknown tool: nope'),
    });
  });
});
