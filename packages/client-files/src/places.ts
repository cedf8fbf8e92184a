/** Where each MCP client has the file with its servers, by system. */
import { posix, win32 } from 'node:path';

/** The system of a user, as Node names it, and the folders that places begin with. */
export interface ClientSystem {
  readonly platform: string;
  readonly home: string;
  /** The working folder, for files of a project. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The file of one client. */
export interface ClientPlace {
  /** The name on the command line. */
  readonly id: string;
  readonly title: string;
  /** The id of its text in `clientEntries`. */
  readonly entry: string;
  /** The file of the user; absent where the client writes to it while it runs, or has none. */
  readonly user?: string;
  /** The file of the project in the working folder; absent where the client reads none. */
  readonly project?: string;
  /** What the person does next, so that the client reads the file. */
  readonly then: string;
}

const restart = 'restart it';

/** The files of all clients on a system. */
export function clientPlaces({ platform, home, project, env }: ClientSystem): readonly ClientPlace[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const roaming = env.APPDATA ?? join(home, 'AppData', 'Roaming');
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const support = join(home, 'Library', 'Application Support');
  const app = (name: string) => join(platform === 'win32' ? roaming : platform === 'darwin' ? support : config, name);
  const dot = (...parts: string[]) => join(home, ...parts);
  const here = (...parts: string[]) => join(project, ...parts);
  const zed = platform === 'win32' ? join(roaming, 'Zed') : join(config, 'zed');
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      entry: 'claude-code-file',
      project: here('.mcp.json'),
      then: 'start it in this folder and approve the server',
    },
    {
      id: 'claude-desktop',
      title: 'Claude Desktop',
      entry: 'claude-desktop',
      user: join(app('Claude'), 'claude_desktop_config.json'),
      then: restart,
    },
    { id: 'codex', title: 'Codex', entry: 'codex', user: join(env.CODEX_HOME || dot('.codex'), 'config.toml'), then: restart },
    {
      id: 'cursor',
      title: 'Cursor',
      entry: 'cursor',
      user: dot('.cursor', 'mcp.json'),
      project: here('.cursor', 'mcp.json'),
      then: 'switch the server on in its settings',
    },
    {
      id: 'gemini',
      title: 'Gemini CLI',
      entry: 'gemini',
      user: dot('.gemini', 'settings.json'),
      project: here('.gemini', 'settings.json'),
      then: restart,
    },
    {
      id: 'opencode',
      title: 'OpenCode',
      entry: 'opencode',
      user: join(config, 'opencode', 'opencode.json'),
      project: here('opencode.json'),
      then: restart,
    },
    {
      id: 'vscode',
      title: 'VS Code',
      entry: 'vscode',
      user: join(app('Code'), 'User', 'mcp.json'),
      project: here('.vscode', 'mcp.json'),
      then: 'start the server there',
    },
    {
      id: 'windsurf',
      title: 'Windsurf',
      entry: 'windsurf',
      user: dot('.codeium', 'windsurf', 'mcp_config.json'),
      then: 'refresh its list of servers',
    },
    {
      id: 'zed',
      title: 'Zed',
      entry: 'zed',
      user: join(zed, 'settings.json'),
      project: here('.zed', 'settings.json'),
      then: 'nothing: it reads the file at once',
    },
  ];
}
