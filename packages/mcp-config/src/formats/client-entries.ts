/** The entry with which each MCP client is connected to one server over HTTP, as text to copy into its file. */

/** The text for one client. */
export interface ClientEntry {
  readonly id: string;
  /** The name of the client. */
  readonly client: string;
  /** Where the text belongs: a file, or the terminal. */
  readonly place: string;
  readonly language: 'json' | 'toml' | 'shell';
  readonly text: string;
  /** What else is to be done or known; empty if nothing. */
  readonly note: string;
}

/** The server that clients are connected to. */
export interface ClientTarget {
  /** The name of the entry. */
  readonly name: string;
  readonly url: string;
  /** Whether the server wants a key, as a bearer token. */
  readonly needsKey: boolean;
}

interface Format extends Omit<ClientEntry, 'text' | 'id'> {
  /** The text, with `key` as the client refers to the key of the environment variable. */
  readonly text: (target: ClientTarget) => string;
}

/** The environment variable that holds the key, in clients that read one. */
const variable = 'MCPGW_KEY';
const json = (value: object): string => JSON.stringify(value, null, 2);
const bearer = (key: string, { needsKey }: ClientTarget): object => (needsKey ? { headers: { Authorization: `Bearer ${key}` } } : {});
const shell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const keyInEnvironment = `The key is read from the environment variable ${variable}.`;
const keyInText = 'Put the key in place of YOUR_KEY.';

/** A key that is written into the file of a client that reads no variables. */
const written = 'YOUR_KEY';

const formats: Readonly<Record<string, Format>> = {
  'claude-code': {
    client: 'Claude Code',
    place: 'terminal',
    language: 'shell',
    text: target => {
      const header = target.needsKey ? ` --header "Authorization: Bearer \${${variable}}"` : '';
      return `claude mcp add --transport http ${shell(target.name)} ${shell(target.url)}${header}`;
    },
    note: keyInEnvironment,
  },
  'claude-code-file': {
    client: 'Claude Code (project)',
    place: '.mcp.json',
    language: 'json',
    text: target => json({ mcpServers: { [target.name]: { type: 'http', url: target.url, ...bearer(`\${${variable}}`, target) } } }),
    note: keyInEnvironment,
  },
  'claude-desktop': {
    client: 'Claude Desktop',
    place: 'claude_desktop_config.json',
    language: 'json',
    text: ({ name, url, needsKey }) => {
      const header = needsKey ? ['--header', 'Authorization:${AUTHORIZATION}'] : [];
      const allowed = url.startsWith('http:') ? ['--allow-http'] : [];
      const env = needsKey ? { env: { AUTHORIZATION: `Bearer ${written}` } } : {};
      return json({ mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url, ...allowed, ...header], ...env } } });
    },
    note: 'Claude Desktop starts programs only; mcp-remote connects it to an address.',
  },
  cursor: {
    client: 'Cursor',
    place: '~/.cursor/mcp.json, or .cursor/mcp.json of a project',
    language: 'json',
    text: target => json({ mcpServers: { [target.name]: { url: target.url, ...bearer(`\${env:${variable}}`, target) } } }),
    note: keyInEnvironment,
  },
  vscode: {
    client: 'VS Code',
    place: '.vscode/mcp.json',
    language: 'json',
    text: target => {
      const inputs = target.needsKey
        ? { inputs: [{ type: 'promptString', id: 'mcpgw-key', description: 'Key of the gateway', password: true }] }
        : {};
      return json({ ...inputs, servers: { [target.name]: { type: 'http', url: target.url, ...bearer('${input:mcpgw-key}', target) } } });
    },
    note: 'VS Code asks for the key once and keeps it.',
  },
  windsurf: {
    client: 'Windsurf',
    place: '~/.codeium/windsurf/mcp_config.json',
    language: 'json',
    text: target => json({ mcpServers: { [target.name]: { serverUrl: target.url, ...bearer(`\${env:${variable}}`, target) } } }),
    note: keyInEnvironment,
  },
  zed: {
    client: 'Zed',
    place: 'settings.json of Zed',
    language: 'json',
    text: target => json({ context_servers: { [target.name]: { url: target.url, ...bearer(written, target) } } }),
    note: keyInText,
  },
  gemini: {
    client: 'Gemini CLI',
    place: '~/.gemini/settings.json',
    language: 'json',
    text: target => json({ mcpServers: { [target.name]: { httpUrl: target.url, ...bearer(`\${${variable}}`, target) } } }),
    note: keyInEnvironment,
  },
  codex: {
    client: 'Codex',
    place: '~/.codex/config.toml',
    language: 'toml',
    text: ({ name, url, needsKey }) => {
      const table = /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
      const key = needsKey ? `\nbearer_token_env_var = "${variable}"` : '';
      return `[mcp_servers.${table}]\nurl = ${JSON.stringify(url)}${key}`;
    },
    note: keyInEnvironment,
  },
  opencode: {
    client: 'OpenCode',
    place: 'opencode.json',
    language: 'json',
    text: target =>
      json({ mcp: { [target.name]: { type: 'remote', url: target.url, enabled: true, ...bearer(`{env:${variable}}`, target) } } }),
    note: keyInEnvironment,
  },
  inspector: {
    client: 'MCP Inspector',
    place: 'terminal',
    language: 'shell',
    text: ({ url }) => `npx @modelcontextprotocol/inspector --cli ${shell(url)} --transport http --method tools/list`,
    note: 'Lists the tools. Without --cli it opens a page, where the address is entered.',
  },
};

/** The entries of all known clients for a server. */
export function clientEntries(target: ClientTarget): ClientEntry[] {
  return Object.entries(formats).map(([id, { text, note, ...format }]) => {
    const isAboutKey = note === keyInEnvironment || note === keyInText || id === 'vscode';
    return { id, ...format, text: text(target), note: isAboutKey && !target.needsKey ? '' : note };
  });
}
