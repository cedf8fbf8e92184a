import type { Kind, Rule, RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf, type Text, withoutPlaceholders } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const relativePath: Rule = {
  id: 'relative-path',
  severity: 'warning',
  kinds: serverKinds,
  why: 'A relative path begins where the reader of the file was started, not where the file is: a client started from a desktop begins at "/".',
  docs: {
    checks:
      'Relative directories, relative commands with a slash, and relative scripts of an interpreter in an entry without a directory. An info for variables that begin with "~/": some programs read it as the home folder themselves.',
    basedOn: 'The sources: `mcpgw` starts programs in its own working directory unless the entry names one, and expands "~" in none.',
    fix: 'Write the whole path, or a whole path as the directory of the entry.',
    wrong: 'mcpServers:\n  files:\n    command: node\n    args: [server.js]\n    cwd: "~/files"\n',
    correct: 'mcpServers:\n  files:\n    command: node\n    args: [server.js]\n    cwd: /srv/files\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) if (server.transport === 'stdio') checkServer(context, server);
  },
};

const isAbsolute = (path: string): boolean => /^(?:[/\\X]|[A-Za-z]:[/\\])/.test(path);
const scripted = /(?:^|[/\\])(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|php|java|sh|bash)(?:\.exe)?$/i;
/** Clients that start programs in the folder of the project, where relative paths are common. */
const inProject: ReadonlySet<Kind> = new Set(['client-config', 'vscode-config', 'opencode-config', 'langchain-config', 'mcp-servers']);

function checkServer(context: RuleContext, { cwd, command, args, env }: EndpointView): void {
  const severity = inProject.has(context.kind) ? ('info' as const) : ('warning' as const);
  const tell = ({ node, path }: Text, message: string, suggestion: string, weight: 'info' | 'warning' = severity): void =>
    context.report({ at: node, path, message, suggestion, severity: weight });
  for (const text of env)
    if (/^~[/\\]/.test(text.text))
      tell(text, `"${text.text}" reaches the program as it is: no shell puts the home folder in`, 'write the whole path', 'info');
  if (cwd !== undefined) {
    const value = withoutPlaceholders(cwd.text);
    if (/^(?:~|\$[A-Za-z_]|%\w+%)/.test(value))
      tell(cwd, `the directory "${cwd.text}" is used as it is: no shell expands it`, 'write the whole path', 'warning');
    else if (!isAbsolute(value))
      tell(cwd, `the directory "${cwd.text}" is relative to where the reader of this file was started`, 'write the whole path');
  }
  if (command === undefined || (cwd !== undefined && isAbsolute(withoutPlaceholders(cwd.text)))) return;
  const program = withoutPlaceholders(command.text);
  if (/[/\\]/.test(program) && !isAbsolute(program) && !/^[~$%]|:\/\//.test(program))
    tell(
      command,
      `the command "${command.text}" is relative to where the reader of this file was started`,
      'write the whole path, or the directory',
    );
  const script = scripted.test(program) ? args.find(({ text }) => /\.(?:js|mjs|cjs|ts|py|rb|php|jar|sh)$/i.test(text)) : undefined;
  if (
    script !== undefined &&
    !isAbsolute(withoutPlaceholders(script.text)) &&
    !script.text.startsWith('-') &&
    !/^~|:\/\//.test(script.text)
  )
    tell(
      script,
      `the script "${script.text}" is relative to where the reader of this file was started`,
      'write the whole path, or the directory',
      'info',
    );
}
