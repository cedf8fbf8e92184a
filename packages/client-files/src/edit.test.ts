import { clientEntries } from '@mcpgw/mcp-config';
import { entryIn, withEntry, withoutEntry } from './edit.js';
import { clientPlaces } from './places.js';

const target = { name: 'mcpgw', url: 'http://127.0.0.1:8080/mcp', needsKey: false };
const entryOf = (id: string, more: Partial<typeof target> = {}) => clientEntries({ ...target, ...more }).find(entry => entry.id === id)!;
const cursor = entryOf('cursor');
const codex = entryOf('codex');

describe('JSON', () => {
  it('begins an empty file, and takes the entry out again', () => {
    const text = withEntry('', cursor);
    expect(text).toBe('{\n  "mcpServers": {\n    "mcpgw": {\n      "url": "http://127.0.0.1:8080/mcp"\n    }\n  }\n}\n');
    expect(withEntry(text, cursor)).toBe(text);
    expect(withoutEntry(text, cursor)).toBe('{\n  "mcpServers": {\n  }\n}\n');
  });

  it('keeps comments, order, indentation, line ends and commas of the user', () => {
    const text =
      '// mine\n{\n\t"zoom": 1, // big\n\t"mcpServers": {\n\t\t/* old */ "a": { "url": "http://a/mcp" },\n\t},\n\t"b": [1,2],\n}\n';
    const put = withEntry(text, cursor);
    expect(put).toBe(text.replace('/mcp" },\n', '/mcp" },\n\t\t"mcpgw": {\n\t\t\t"url": "http://127.0.0.1:8080/mcp"\n\t\t}\n'));
    // Without the comma at the end, which stood before the entry.
    expect(withoutEntry(put, cursor)).toBe(text.replace('/mcp" },', '/mcp" }'));
    expect(withEntry('\ufeff{}\r\n', cursor)).toMatch(/^\ufeff\{\r\n {2}"mcpServers"/);
  });

  it.each<[string, string]>([
    ['{"theme": "One" // dark\n}\n', '{"theme": "One", // dark\n  "mcpServers"'],
    ['{\n  "theme": "One", // dark\n}\n', '{\n  "theme": "One", // dark\n  "mcpServers"'],
    ['{\n  "theme": "One" /* a, b */\n  // end\n}\n', '{\n  "theme": "One", /* a, b */\n  // end\n  "mcpServers"'],
    ['{ /* nothing */ }', '{ /* nothing */\n  "mcpServers"'],
    ['{\n    "mcpServers": {}\n}\n', '{\n    "mcpServers": {\n        "mcpgw"'],
    ['{"mcpServers":{"a":{}}}', '{"mcpServers":{"a":{},\n  "mcpgw"'],
  ])('no comment is lost or moved in %j', (text, start) => {
    const put = withEntry(text, cursor);
    expect(put.startsWith(start)).toBe(true);
    expect(entryIn(put, cursor)).toBe('{"url":"http://127.0.0.1:8080/mcp"}');
    const taken = withoutEntry(put, cursor);
    for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(taken).toContain(comment);
    expect(entryIn(taken, cursor)).toBeUndefined();
  });

  it('takes the first, a middle and the last entry out with its comma and its line', () => {
    const of = (text: string) => withoutEntry(text, cursor);
    expect(of('{"mcpServers": {\n  "mcpgw": {},\n  "b": {} // b\n}}')).toBe('{"mcpServers": {\n  "b": {} // b\n}}');
    expect(of('{"mcpServers": {\n  "a": {}, // a\n  "mcpgw": {\n  }\n}}')).toBe('{"mcpServers": {\n  "a": {} // a\n}}');
    expect(of('{"mcpServers": {"a": {}, "mcpgw": {}, "b": {}}}')).toBe('{"mcpServers": {"a": {},  "b": {}}}');
    expect(of('{"mcpServers": {"mcpgw": {}}}')).toBe('{"mcpServers": {}}');
  });

  it('replaces an entry of the same name alone', () => {
    const text = '{"mcpServers": {"mcpgw": {"url": "http://old/mcp", "x": 1}, "b": {}}}';
    expect(JSON.parse(withEntry(text, cursor))).toEqual({ mcpServers: { mcpgw: { url: target.url }, b: {} } });
    expect(entryIn(text, cursor)).toBe('{"url":"http://old/mcp","x":1}');
    expect(entryIn('{}', cursor)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['{"mcpServers": [}', 'it is not JSON: ValueExpected in line 1'],
    ['[]', 'it is not an object of JSON'],
    ['{"mcpServers": []}', '"mcpServers" is not an object there'],
    ['{\n"a": 1\n"b" 2}', 'it is not JSON: CommaExpected in line 3'],
  ])('refuses %j', (text, message) => {
    expect(() => withEntry(text, cursor)).toThrow(message);
  });

  it('VS Code asks for a key once, and no longer when nothing uses it', () => {
    const vscode = entryOf('vscode', { needsKey: true });
    const once = withEntry('{"inputs": [{"id": "other", "type": "promptString"}]}', vscode);
    const two = withEntry(once, entryOf('vscode', { needsKey: true, name: 'second' }));
    expect(JSON.parse(two).inputs.map(({ id }: { id: string }) => id)).toEqual(['other', 'mcpgw-key']);
    const one = withoutEntry(two, vscode);
    expect(JSON.parse(one).inputs).toHaveLength(2);
    expect(JSON.parse(withoutEntry(one, entryOf('vscode', { needsKey: true, name: 'second' })))).toEqual({
      inputs: [{ id: 'other', type: 'promptString' }],
      servers: {},
    });
  });

  it('a server named __proto__ stays', () => {
    const put = withEntry('{"mcpServers": {"__proto__": {"url": "http://x/mcp"}}}', cursor);
    expect(Object.keys(JSON.parse(put).mcpServers)).toEqual(['__proto__', 'mcpgw']);
    expect(({} as { url?: string }).url).toBeUndefined();
  });
});

describe('TOML', () => {
  const table = '[mcp_servers.mcpgw]\nurl = "http://127.0.0.1:8080/mcp"';

  it('begins a file, stands at the end of one, and is taken out again', () => {
    expect(withEntry('', codex)).toBe(`${table}\n`);
    const text = '# mine\nmodel = "o3" # best\n\n[profiles.x]\na = 1\n';
    const put = withEntry(text, codex);
    expect(put).toBe(`${text}\n${table}\n`);
    expect(withEntry(put, codex)).toBe(put);
    expect(withoutEntry(put, codex)).toBe(text);
    expect(withoutEntry(text, codex)).toBe(text);
  });

  it('replaces the table with what is below it, and nothing else', () => {
    const text =
      '[mcp_servers.a]\nurl = "a"\n\n[ mcp_servers."mcpgw" ] # old\nurl = "old"\n[mcp_servers.mcpgw.env]\nX = "1"\n\n# of b\n[mcp_servers.b]\nurl = "b"\n';
    expect(withEntry(text, codex)).toBe(`[mcp_servers.a]\nurl = "a"\n\n${table}\n\n# of b\n[mcp_servers.b]\nurl = "b"\n`);
    expect(withoutEntry(text, codex)).toBe('[mcp_servers.a]\nurl = "a"\n\n# of b\n[mcp_servers.b]\nurl = "b"\n');
    expect(entryIn(text, codex)).toContain('url = "old"');
  });

  it.each<[string, string]>([
    ['mcp_servers = { a = { url = "x" } }', '"mcp_servers" is written in another form than tables there'],
    ['mcp_servers.a.url = "x"', '"mcp_servers" is written in another form than tables there'],
    ['[mcp_servers.mcpgw.env]\nX = 1', 'the table mcp_servers.mcpgw has only parts there'],
    [
      'x = """\n[mcp_servers.mcpgw]\n"""\n[mcp_servers.mcpgw]\nurl = "x"',
      'it has texts of several lines, in which tables cannot be told apart',
    ],
  ])('refuses %j', (text, message) => {
    expect(() => withEntry(text, codex)).toThrow(message);
  });
});

describe('places', () => {
  const system = (platform: string, env = {}) => ({ platform, home: platform === 'win32' ? 'C:\\U' : '/u', project: '/p', env });
  const users = (platform: string, env = {}) => Object.fromEntries(clientPlaces(system(platform, env)).map(({ id, user }) => [id, user]));

  it('every client has an entry that can be put into its file', () => {
    const entries = clientEntries(target);
    for (const { id, entry, user, project } of clientPlaces(system('linux'))) {
      const found = entries.find(each => each.id === entry)!;
      expect([id, found.language === 'shell', user ?? project]).toEqual([id, false, expect.any(String)]);
      const put = withEntry('', found);
      expect(entryIn(put, found)).toContain('8080');
      expect(entryIn(withoutEntry(put, found), found)).toBeUndefined();
    }
  });

  it('files of users are where each system has them', () => {
    expect(users('linux')['claude-desktop']).toBe('/u/.config/Claude/claude_desktop_config.json');
    expect(users('linux', { XDG_CONFIG_HOME: '/x' }).zed).toBe('/x/zed/settings.json');
    expect(users('darwin')['claude-desktop']).toBe('/u/Library/Application Support/Claude/claude_desktop_config.json');
    expect(users('darwin').vscode).toBe('/u/Library/Application Support/Code/User/mcp.json');
    expect(users('win32', { APPDATA: 'C:\\R' })['claude-desktop']).toBe('C:\\R\\Claude\\claude_desktop_config.json');
    expect(users('linux').codex).toBe('/u/.codex/config.toml');
  });
});
