/** How the extension starts the server: a pure decision, which a test makes without an editor. */

/** The command of the server, as a program with arguments. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether a shell finds the program: on Windows npm installs commands as `.cmd` files, which only a shell starts. */
  readonly shell: boolean;
}

/** The server of the setting `mcpgw.path`, or the command `mcpgw` of the PATH. `platform` is `process.platform`. */
export function serverCommand(path: string | undefined, platform: string): ServerCommand {
  const named = path?.trim() ?? '';
  if (/\.[cm]?js$/.test(named)) return { command: 'node', args: [named, 'lsp', '--stdio'], shell: false };
  const command = named === '' ? 'mcpgw' : named;
  const shell = platform === 'win32' && !/\.exe$/i.test(command);
  return { command: shell ? `"${command.replaceAll('"', '')}"` : command, args: ['lsp', '--stdio'], shell };
}

/** The documents that the server is told about. */
export const documentSelector = [
  ...['yaml', 'json', 'jsonc', 'helm'].flatMap(language => ['file', 'untitled'].map(scheme => ({ scheme, language }))),
  { scheme: 'file', pattern: '**/*.{yaml,yml,json,tpl}' },
];
