/** Clients that are known by the name and place of their file, and what each reads there. Files of other names may be of any client. */
import { get, type Node } from '@mcpgw/structure';

export interface KnownClient {
  readonly name: string;
  readonly file: RegExp;
  /** The key of its servers. */
  readonly wrapper: 'mcpServers' | 'servers';
  /** Fields of other clients that it does not read, with what it reads instead or what follows. */
  readonly unread: Readonly<Record<string, string>>;
  /** The types of servers that it knows, where an address without one is not enough. */
  readonly types?: readonly string[];
  /** What it replaces in values: between the braces of `${}`, and what to write; absent where that is not known. */
  readonly replaces?: { readonly inner: RegExp; readonly write: string };
  /** Whether it also replaces `$NAME` and `%NAME%`. */
  readonly replacesShellForms?: true;
}

const noAddress = (key: string): Readonly<Record<string, string>> =>
  Object.fromEntries(['serverUrl', 'httpUrl'].filter(each => each !== key).map(each => [each, `it reads the address from "${key}"`]));
const noTools = Object.fromEntries(['includeTools', 'excludeTools', 'disabledTools'].map(key => [key, 'all tools of the server stay on']));
const programs = 'it starts programs only; mcp-remote connects one to an address';

/** What clients with the variables of VS Code replace: `${env:NAME}` and the folders, not `${NAME}`. */
const ofEditor = (...more: string[]) => ({
  inner: new RegExp(`^(?:env:[A-Za-z_]\\w*|${['workspaceFolder', ...more].join('|')})$`),
  write: '$' + '{env:NAME}',
});
/** What clients with the variables of a shell replace. */
const ofShell = { inner: /^[A-Za-z_]\w*(?::-.*)?$/s, write: '$' + '{NAME}' };

const vsCode: KnownClient = {
  name: 'VS Code',
  file: /[/\\]?\.vscode[/\\]mcp\.json$/,
  wrapper: 'servers',
  unread: { ...noAddress('url'), ...noTools },
};

const clients: readonly KnownClient[] = [
  vsCode,
  {
    name: 'Cursor',
    file: /[/\\]?\.cursor[/\\]mcp\.json$/,
    wrapper: 'mcpServers',
    unread: { ...noAddress('url'), ...noTools },
    replaces: ofEditor('workspaceFolderBasename', 'userHome', 'pathSeparator', '/'),
  },
  {
    name: 'Roo Code',
    file: /[/\\]?\.roo[/\\]mcp\.json$/,
    wrapper: 'mcpServers',
    unread: noAddress('url'),
    replaces: ofEditor(),
  },
  {
    name: 'Claude Code',
    file: /(?:^|[/\\])\.mcp\.json$/,
    wrapper: 'mcpServers',
    unread: { ...noAddress('url'), ...noTools },
    types: ['http', 'streamable-http', 'sse', 'ws', 'stdio'],
    replaces: ofShell,
  },
  {
    name: 'Claude Desktop',
    file: /(?:^|[/\\])claude_desktop_config\.json$/,
    wrapper: 'mcpServers',
    unread: { url: programs, serverUrl: programs, httpUrl: programs, ...noTools },
    replaces: { inner: /^(?!)/, write: 'the value itself, and keep the file private' },
  },
  {
    name: 'Gemini',
    file: /[/\\]?\.gemini[/\\]settings\.json$/,
    wrapper: 'mcpServers',
    unread: { serverUrl: 'it reads the address from "httpUrl"' },
    replaces: ofShell,
    replacesShellForms: true,
  },
  {
    name: 'Windsurf',
    file: /[/\\]windsurf[/\\]mcp_config\.json$/,
    wrapper: 'mcpServers',
    unread: { httpUrl: 'it reads the address from "serverUrl"' },
    replaces: { inner: /^(?:env:[A-Za-z_]\w*|file:.+)$/, write: '$' + '{env:NAME}' },
  },
];

/** The client whose file this is; undefined if it may be of any. A `mcp.json` with `inputs` is one of VS Code wherever it is. */
export function clientOf(file: string | undefined, root: Node): KnownClient | undefined {
  const known = file === undefined ? undefined : clients.find(each => each.file.test(file));
  if (known !== undefined || file === undefined) return known;
  return /(?:^|[/\\])mcp\.json$/.test(file) && get(root, 'inputs') !== undefined ? vsCode : undefined;
}
