import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ValuesSchemaError } from '@mcpgw/helm';
import { Command } from 'commander';
import { chartYaml, writeTree } from '../../../test/helpers/command.js';
import { addRenderFlags, type RenderFlags } from './flags.js';
import { loadChartAt, rendererOf, renderWithFlags } from './run.js';

/** A server in a process of its own: a render waits for the address without letting anything else run. */
const program = `
require('node:http').createServer((request, response) => {
  response.statusCode = request.url === '/s.json' ? 200 : 404;
  response.end('{"properties": {"num": {"type": "integer"}}}');
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;
let server: ChildProcess;
let address = '';
let folder = '';

beforeAll(async () => {
  server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>(done => server.stdout!.once('data', data => done(String(data).trim())));
  address = `http://127.0.0.1:${port}`;
  folder = mkdtempSync(join(tmpdir(), 'remote-schemas-'));
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});

function refusal(url: string, values: string, argv: string[]): string | undefined {
  writeTree({ 'Chart.yaml': chartYaml('c'), 'values.yaml': values, 'values.schema.json': JSON.stringify({ $ref: url }) }, folder);
  const flags = addRenderFlags(new Command()).parse(argv, { from: 'user' }).opts<RenderFlags>();
  try {
    renderWithFlags(rendererOf(loadChartAt(folder)), 'r', flags);
    return undefined;
  } catch (error) {
    if (error instanceof ValuesSchemaError) return error.problems[0]!.text.trimEnd();
    throw error;
  }
}

const allow = ['--allow-remote-schemas'];

test('a schema at an address is read only where that is allowed', () => {
  const url = `${address}/s.json`;
  expect(refusal(url, 'num: 1\n', allow)).toBeUndefined();
  expect(refusal(url, 'num: x\n', allow)).toBe("- at '/num': got string, want integer");
  expect(refusal(url, 'num: 1\n', [])).toBe(
    `failing loading "${url}": remote schemas are read only with --allow-remote-schemas; --skip-schema-validation renders without the check`,
  );
  expect(refusal(url, 'num: x\n', ['--skip-schema-validation'])).toBeUndefined();
});

test('an address without a schema is refused in the words of Helm', () => {
  const url = `${address}/none.json`;
  expect(refusal(url, '', allow)).toBe(`failing loading "${url}": HTTP request to ${url} returned status 404 (Not Found)`);
});

test('a URN stands for anything, with the warning of Helm', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(refusal('urn:example:x', 'num: x\n', [])).toBeUndefined();
  expect(write.mock.calls.map(([text]) => String(text)).join('')).toContain('unresolved URN reference ignored; using permissive schema');
  write.mockRestore();
});
