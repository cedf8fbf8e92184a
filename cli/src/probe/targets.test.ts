import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProbeFlags } from './flags.js';
import { readTargets } from './targets.js';

const flags: ProbeFlags = { transport: 'http', maxAttempts: 3, output: 'text', envFile: [], gateway: true };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-probe-'));
  const one = { mcpServers: { gh: { url: 'http://h/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } }, sh: { command: 'x' } } };
  writeFileSync(join(folder, 'one.json'), JSON.stringify(one));
  writeFileSync(join(folder, 'two.json'), JSON.stringify({ mcpServers: { gh: { command: 'y' } } }));
  writeFileSync(join(folder, 'off.json'), JSON.stringify({ mcpServers: [{ name: 'a', command: 'x', enabled: false }] }));
  writeFileSync(join(folder, 'proxy.json'), '{"mcp": {"targets": [{"name": "a", "mcp": {"host": "a", "port": 1, "path": "/mcp"}}]}}');
  writeFileSync(join(folder, 'none.json'), '{"mcpServers": {}}');
  writeFileSync(join(folder, 'broken.json'), '{"mcpServers": ');
});

afterAll(() => rmSync(folder, { recursive: true }));

function read(targets: readonly string[], more: Partial<ProbeFlags> = {}) {
  const files = targets.map(target => (target.endsWith('.json') ? join(folder, target) : target));
  return Object.fromEntries(readTargets(files, { ...flags, ...more }, { TOKEN: 't0ken' }).connections);
}

it('files and URLs together, each id once', () => {
  expect(read(['one.json', 'two.json', 'two.json', 'https://u:p@h:1/mcp?x=1'], { header: ['X-Key: a ${TOKEN}'] })).toEqual({
    gh: { transport: 'http', url: 'http://h/mcp', headers: { Authorization: 'Bearer t0ken' } },
    sh: { transport: 'stdio', command: 'x', args: [], env: {} },
    'gh@two.json': { transport: 'stdio', command: 'y', args: [], env: {} },
    'gh@two.json#3': { transport: 'stdio', command: 'y', args: [], env: {} },
    'h:1/mcp': { transport: 'http', url: 'https://u:p@h:1/mcp?x=1', headers: { 'X-Key': 'a t0ken' } },
  });
});

it('--via sends only the headers of --header, never those meant for the server', () => {
  expect(read(['one.json'], { via: 'http://gateway:4000/mcp/{id}', header: ['Authorization: Bearer mine'] })).toEqual({
    gh: { transport: 'http', url: 'http://gateway:4000/mcp/gh', headers: { Authorization: 'Bearer mine' } },
    sh: { transport: 'http', url: 'http://gateway:4000/mcp/sh', headers: { Authorization: 'Bearer mine' } },
  });
});

it('--header reaches URLs, and every server through a gateway', () => {
  const withHeader = (targets: readonly string[], more: Partial<ProbeFlags> = {}) =>
    [...readTargets(targets, { ...flags, ...more }, { TOKEN: 't' }).withHeader].join();
  const file = join(folder, 'one.json');
  expect(withHeader([file, 'http://h:1/mcp'])).toBe('h:1/mcp');
  expect(withHeader([file], { via: 'http://gateway/{id}' })).toBe('gh,sh');
});

it("a proxy's configuration", () => {
  expect(read(['proxy.json'])).toEqual({ a: { transport: 'streamable-http', url: 'http://a:1/mcp' } });
});

it('--server', () => {
  expect(Object.keys(read(['one.json'], { server: ['sh'] }))).toEqual(['sh']);
});

it.each<[string, string[], Partial<ProbeFlags>, string]>([
  ['nothing', [], {}, 'nothing to probe: name a configuration file or a URL'],
  ['a missing file', ['/no/such/file'], {}, 'open /no/such/file: no such file or directory'],
  ['a folder', ['/'], {}, 'open /: is a directory'],
  ['no server', ['none.json'], {}, 'nothing to probe: no server is named, or all are off'],
  ['servers that are off', ['off.json'], {}, '1 server is off and left out\nnothing to probe: no server is named, or all are off'],
  ['an unknown id', ['one.json'], { server: ['nope'] }, '--server: there is no server "nope"; the servers are gh, sh'],
  ['--via without {id}', ['one.json'], { via: 'http://gateway/mcp' }, '--via must be an http(s) URL with {id} in it'],
  ['a header without a colon', ['http://h/'], { header: ['Authorization'] }, '--header expects "Name: value"'],
  ['a header with an unset variable', ['http://h/'], { header: ['A: ${NOPE}'] }, '--header: the environment variable "NOPE" is not set'],
])('%s', (_name, targets, more, message) => {
  expect(() => read(targets, more)).toThrow(message);
});

it('a file that is no JSON says where', () => {
  expect(() => read(['broken.json'])).toThrow(/broken\.json:1:\d+: error: /);
});
