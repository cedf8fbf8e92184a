/** Fields of one client in the file of another, told by the place of the file. */
import { readServers } from '../read/read-servers.js';

function found(file: string, text: string): string[] {
  const { findings } = readServers(text, { file, env: {} });
  return findings.filter(({ rule }) => rule === 'foreign-field').map(({ severity, path = [] }) => `${severity} ${path.join('.')}`);
}

const servers = (fields: string, wrapper = 'mcpServers'): string => `{"${wrapper}": {"a": {${fields}}}}`;
const dollar = '$';
const url = '"url": "https://a.example/mcp"';

it.each<[file: string, text: string, ...expected: string[]]>([
  ['.cursor/mcp.json', servers('"serverUrl": "https://a.example/mcp"'), 'warning mcpServers.a.serverUrl'],
  ['/home/me/.cursor/mcp.json', servers(`${url}, "includeTools": ["b"]`), 'warning mcpServers.a.includeTools'],
  ['.cursor/mcp.json', servers(url)],
  ['mcp.json', servers('"serverUrl": "https://a.example/mcp"')],
  ['.mcp.json', servers('"httpUrl": "https://a.example/mcp"'), 'warning mcpServers.a.httpUrl'],
  ['.mcp.json', servers(`"type": "http", ${url}`)],
  ['C:\\Users\\me\\.vscode\\mcp.json', servers(url), 'warning mcpServers'],
  ['.vscode/mcp.json', servers(`"type": "http", ${url}`, 'servers')],
  ['.mcp.json', servers(url), 'warning mcpServers.a.url'],
  ['.mcp.json', servers(`"type": "streamableHttp", ${url}`), 'warning mcpServers.a.type'],
  ['.mcp.json', servers(`"type": "streamable-http", ${url}`)],
  ['.mcp.json', servers('"command": "server"')],
  ['.mcp.json', servers(`"type": "http", ${url}, "headers": {"X-Key": "${dollar}{env:KEY}"}`), 'warning mcpServers.a.headers.X-Key'],
  ['.mcp.json', servers(`"command": "server", "args": ["${dollar}{HOME:-/srv}/a"], "env": {"KEY": "${dollar}{KEY}"}`)],
  ['mcp.json', `{"inputs": [], "mcpServers": {"a": {"type": "http", ${url}}}}`, 'warning mcpServers'],
  ['claude_desktop_config.json', servers(`"command": "server", "env": {"KEY": "${dollar}{KEY}"}`), 'warning mcpServers.a.env.KEY'],
  ['claude_desktop_config.json', servers(`"command": "mcp-remote", "args": ["X-Key:${dollar}{KEY}"], "env": {"KEY": "k"}`)],
  ['claude_desktop_config.json', servers(`"command": "server", "args": ["${dollar}{KEY}"]`), 'warning mcpServers.a.args.0'],
  ['claude_desktop_config.json', servers(url), 'warning mcpServers.a.url'],
  ['claude_desktop_config.json', servers('"command": "npx", "args": ["-y", "mcp-remote", "https://a.example/mcp"]')],
  ['.gemini/settings.json', servers('"httpUrl": "https://a.example/mcp", "excludeTools": ["b"]')],
  [
    '.gemini/settings.json',
    servers(`"command": "server", "env": {"KEY": "${dollar}{KEY}", "B": "${dollar}{B:-b}", "C": "${dollar}C_KEY"}`),
  ],
  ['.gemini/settings.json', servers(`"command": "server", "env": {"KEY": "${dollar}{env:KEY}"}`), 'warning mcpServers.a.env.KEY'],
  ['.cursor/mcp.json', servers(`${url}, "headers": {"X-Key": "${dollar}{KEY}"}`), 'warning mcpServers.a.headers.X-Key'],
  ['.cursor/mcp.json', servers(`"command": "server", "env": {"KEY": "${dollar}{KEY:-a}"}`), 'warning mcpServers.a.env.KEY'],
  ['.cursor/mcp.json', servers(`"command": "server", "args": ["${dollar}{input:key}"]`), 'warning mcpServers.a.args.0'],
  ['.cursor/mcp.json', servers(`"command": "${dollar}{workspaceFolder}${dollar}{/}run", "env": {"KEY": "${dollar}{env:KEY}"}`)],
  ['.cursor/mcp.json', servers(`"command": "sh", "args": ["-c", "run ${dollar}{HOME}/a"]`)],
  ['.roo/mcp.json', servers(`"command": "server", "args": ["${dollar}{env:KEY}", "${dollar}{workspaceFolder}"], "disabledTools": ["a"]`)],
  ['.roo/mcp.json', servers(`"command": "server", "args": ["${dollar}{KEY}"]`), 'warning mcpServers.a.args.0'],
  [
    '.codeium/windsurf/mcp_config.json',
    servers(`"serverUrl": "https://a.example/mcp", "headers": {"X-Key": "${dollar}{KEY}"}`),
    'warning mcpServers.a.headers.X-Key',
  ],
  [
    '.codeium/windsurf/mcp_config.json',
    servers(`"serverUrl": "https://a.example/mcp", "headers": {"X-Key": "${dollar}{env:KEY}", "X-B": "${dollar}{file:~/b}"}`),
  ],
  ['.windsurf.json', servers(`"serverUrl": "https://a.example/mcp", "headers": {"X-Key": "${dollar}{KEY}"}`)],
  ['.codeium/windsurf/mcp_config.json', servers('"httpUrl": "https://a.example/mcp"'), 'warning mcpServers.a.httpUrl'],
])('%s %s', (file, text, ...expected) => {
  expect(found(file, text)).toEqual(expected);
});

it('one address with and without a slash at its end is one server', () => {
  const text = '{"mcpServers": {"a": {"url": "https://a.example/mcp"}, "b": {"url": "https://a.example/mcp/"}}}';
  const { findings } = readServers(text, { file: 'mcp.json', env: {} });
  expect(findings.map(({ rule, path }) => `${rule} ${path?.join('.')}`)).toEqual(['server-reached-twice mcpServers.b']);
});

it('a variable in the form of a shell is replaced by Gemini, and not by mcpgw', () => {
  const said = (file: string) =>
    readServers(servers(`"httpUrl": "https://a.example/mcp", "headers": {"X-Key": "${dollar}MY_KEY"}`), { file, env: {} }).findings.map(
      ({ severity, message }) => `${severity} ${message}`,
    );
  expect(said('.gemini/settings.json')).toEqual(['info Gemini replaces "$MY_KEY" in "X-Key", and mcpgw uses it as written']);
  expect(said('mcp.json')).toEqual(['warning "$MY_KEY" in "X-Key" is not a placeholder of this format: it is used as written']);
});
