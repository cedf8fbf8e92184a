import { entries, entry, get, type Rule } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

interface Client {
  readonly name: string;
  readonly file: RegExp;
  /** The key of its servers. */
  readonly wrapper: 'mcpServers' | 'servers';
  /** Fields of other clients that it does not read, with what it reads instead or what follows. */
  readonly unread: Readonly<Record<string, string>>;
}

const noAddress = (key: string): Readonly<Record<string, string>> =>
  Object.fromEntries(['serverUrl', 'httpUrl'].filter(each => each !== key).map(each => [each, `it reads the address from "${key}"`]));
const noTools = Object.fromEntries(['includeTools', 'excludeTools', 'disabledTools'].map(key => [key, 'all tools of the server stay on']));
const programs = 'it starts programs only; mcp-remote connects one to an address';

/** Clients by the place of their file. Files of that name elsewhere may be of any client. */
const clients: readonly Client[] = [
  { name: 'Cursor', file: /[/\\]?\.cursor[/\\]mcp\.json$/, wrapper: 'mcpServers', unread: { ...noAddress('url'), ...noTools } },
  { name: 'VS Code', file: /[/\\]?\.vscode[/\\]mcp\.json$/, wrapper: 'servers', unread: { ...noAddress('url'), ...noTools } },
  { name: 'Claude Code', file: /(?:^|[/\\])\.mcp\.json$/, wrapper: 'mcpServers', unread: { ...noAddress('url'), ...noTools } },
  {
    name: 'Claude Desktop',
    file: /(?:^|[/\\])claude_desktop_config\.json$/,
    wrapper: 'mcpServers',
    unread: { url: programs, serverUrl: programs, httpUrl: programs, ...noTools },
  },
  {
    name: 'Gemini',
    file: /[/\\]?\.gemini[/\\]settings\.json$/,
    wrapper: 'mcpServers',
    unread: { serverUrl: 'it reads the address from "httpUrl"' },
  },
  {
    name: 'Windsurf',
    file: /[/\\]windsurf[/\\]mcp_config\.json$/,
    wrapper: 'mcpServers',
    unread: { httpUrl: 'it reads the address from "serverUrl"' },
  },
];

export const foreignField: Rule = {
  id: 'foreign-field',
  severity: 'warning',
  kinds: ['client-config', 'vscode-config'],
  why: 'The field belongs to another client: the one whose file this is ignores it, and the server is not reached, or shows more tools than it should.',
  docs: {
    checks:
      'Fields of servers that belong to other clients, in files whose place tells the client: `.cursor/mcp.json`, `.vscode/mcp.json`, `.mcp.json`, `claude_desktop_config.json`, `.gemini/settings.json` and that of Windsurf. `mcpgw` itself reads the fields of all clients.',
    fix: 'Write the field that the client reads.',
    file: '.cursor/mcp.json',
    wrong: '{"mcpServers": {"issues": {"serverUrl": "https://issues.example/mcp"}}}',
    correct: '{"mcpServers": {"issues": {"url": "https://issues.example/mcp"}}}',
  },
  check(context) {
    const { root, file, report } = context;
    const client = file === undefined ? undefined : clients.find(each => each.file.test(file));
    if (client === undefined) return;
    for (const wrapper of ['mcpServers', 'servers'] as const) {
      const found = entry(root, wrapper);
      if (wrapper !== client.wrapper && found !== undefined && get(root, client.wrapper) === undefined)
        report({
          at: found.keySpan,
          path: [wrapper],
          message: `${client.name} does not read "${wrapper}": it has no server`,
          suggestion: `write "${client.wrapper}"`,
        });
    }
    for (const server of serversOf(context))
      for (const { key, keySpan } of entries(server.node)) {
        const reason = Object.hasOwn(client.unread, key) ? client.unread[key] : undefined;
        if (reason !== undefined)
          report({
            at: keySpan,
            path: [...server.path, key],
            message: `${client.name} does not read "${key}": ${reason}`,
            suggestion: `remove "${key}", or write what ${client.name} reads`,
          });
      }
  },
};
