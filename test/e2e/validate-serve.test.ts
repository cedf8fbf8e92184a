/** The built commands on files that tell `validate` and `serve --check` apart, and what a server is sent. */
import { rmSync } from 'node:fs';
import { mcpConfig } from '@mcpgw/mcp-config/internal';
import fc from 'fast-check';
import { configOf, withMutations, writings } from '../../packages/validate/test/arbitrary-config.js';
import { writeTree } from '../helpers/command.js';
import { mcpgw, outcome } from '../helpers/mcpgw.js';
import { seed } from '../helpers/seed.js';

let folder = '';
beforeEach(() => {
  folder = writeTree({});
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = { TOKEN: 't0k', HOST: 'h.test' };
const run = (...args: string[]) => outcome(mcpgw(args, { cwd: folder, env }));

test('generated files are refused by both or by none', () => {
  const files = fc.sample(fc.tuple(withMutations(configOf(mcpConfig)), fc.constantFrom('json', ...Object.keys(writings))), {
    seed,
    numRuns: 24,
  });
  for (const [value, how] of files) {
    const text = writings[how]!(JSON.stringify(value, null, 1));
    writeTree({ 'mcp_config.json': text }, folder);
    const [validated, served] = [run('validate', '--env', 'mcp_config.json'), run('serve', '--check', 'mcp_config.json')];
    expect([text, served.status]).toEqual([text, validated.status]);
  }
});

const server = (more: string) => `{"mcpServers": [{"name": "a", "url": "http://127.0.0.1:8000/mcp", "enabled": true, ${more}}]}\n`;

test.each([
  ['YAML', 'mcpServers:\n  - {name: a, command: x, enabled: true}\n'],
  ['a comment', `// servers\n${server('"args": []')}`],
  ['a last comma', server('"args": [],').replace(',}', ',}')],
  ['a byte order mark', `\ufeff${server('"args": []')}`],
  ['single quotes', server('"args": []').replaceAll('"', "'")],
  ['a line end in a header', server('"headers": {"A": "x\\r\\ny"}')],
  ['a placeholder of another program', server('"headers": {"A": "${keyring:x}"}')],
  ['a placeholder without a scheme', server('"headers": {"A": "Bearer ${TOKEN}"}')],
  ['a key twice', server('"env": {"A": "1", "A": "2"}')],
  ['a setting that protects', server('"auth_broker": {"type": "x"}')],
  ['a tool with the name of its server', server('"disabled_tools": ["a:create"]')],
  ['a port that fetch refuses', server('"args": []').replace('127.0.0.1:8000/', '127.0.0.1:10080/')],
  ['locks in the mapping form', '{"mcpServers": {"a": {"url": "http://127.0.0.1:8000/mcp", "quarantined": true}}}\n'],
  ['an address in the mapping form', '{"listen": "127.0.0.1:1", "mcpServers": {"a": {"url": "http://127.0.0.1:8000/mcp"}}}\n'],
])('%s: exit code 1 from both', (_, text) => {
  writeTree({ 'mcp_config.json': text }, folder);
  expect([run('validate', 'mcp_config.json').status, run('serve', 'mcp_config.json').status]).toEqual([1, 1]);
});

test('--env and --env-file ask for values', () => {
  writeTree({ 'mcp_config.json': server('"headers": {"A": "${env:OTHER}"}'), 'a.env': 'OTHER=x\n', 'b.env': 'X=x\n' }, folder);
  const status = (...flags: string[]) => run('validate', ...flags, 'mcp_config.json').status;
  expect([status(), status('--env'), status('--env-file', 'a.env'), status('--env-file', 'b.env')]).toEqual([0, 1, 0, 1]);
});

test('a variable that is not set stops the proxy', () => {
  writeTree(
    { 'config.yaml': 'binds:\n- port: 3000 # $NOPE\n  listeners:\n  - routes:\n    - backends: [{host: "h:80"}]\n', 'a.env': 'X=1\n' },
    folder,
  );
  expect(run('validate', 'config.yaml').status).toBe(0);
  const { status, stdout } = run('validate', '--env-file', 'a.env', 'config.yaml');
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining('config.yaml:2:16  error  the environment variable "NOPE" is not set: the proxy stops'),
  ]);
});

test('--allow-unsupported accepts one setting by name', () => {
  writeTree({ 'mcp_config.json': server('"auth_broker": {"type": "x"}') }, folder);
  const status = (...flags: string[]) => [
    run('validate', ...flags, 'mcp_config.json').status,
    run('serve', '--check', ...flags, 'mcp_config.json').status,
  ];
  expect([status(), status('--allow-unsupported', 'tls'), status('--allow-unsupported', 'auth_broker')]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
});
