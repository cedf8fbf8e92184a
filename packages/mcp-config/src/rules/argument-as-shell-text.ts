import type { Rule, RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf, type Text, withoutPlaceholders } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

const shells =
  /(?:^|[/\\])(?:sh|bash|zsh|dash|fish|ksh|cmd|cmd\.exe|powershell|pwsh|env|ssh|node|python3?|perl|ruby|deno|bun|osascript)(?:\.exe)?$/i;
const operators: ReadonlySet<string> = new Set(['|', '||', '&&', '&', ';', '>', '>>', '<', '2>', '2>&1', '2>/dev/null', '>/dev/null']);

export const argumentAsShellText: Rule = {
  id: 'argument-as-shell-text',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Arguments reach the program as written: no shell splits them, removes quotes, expands names or redirects output.',
  docs: {
    checks:
      'An item of `args` that contains an option with its value, quotes around the whole text, operators of a shell, or `~` and `$NAME` in front.',
    seen: 'Node 20 passed "--port 8080" and a string in quotes each as one argument, as it is written.',
    fix: 'Write each word as its own item, without quotes, and write paths in full.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    args: ["--port 8080"]\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n    args: [--port, "8080"]\n',
  },
  check(context) {
    for (const server of endpointsOf(context))
      if (server.transport === 'stdio') for (const arg of server.args) checkArgument(context, server, arg);
  },
};

function checkArgument(context: RuleContext, { command }: EndpointView, arg: Text): void {
  const value = withoutPlaceholders(arg.text);
  const report = (message: string, suggestion: string, severity?: 'info'): void =>
    context.report({ at: arg.node, path: arg.path, message, suggestion, ...(severity && { severity }) });
  const shown = JSON.stringify(arg.text.slice(0, 100));
  if (/^-{1,2}[A-Za-z][\w-]*\s+[^\s]/.test(value)) {
    const [option, ...rest] = arg.text.split(/\s+/);
    report(
      `${shown} is one argument: the option and its value are not split`,
      `write ${JSON.stringify(option)}, ${JSON.stringify(rest.join(' '))}`,
    );
  } else if (/^(["']).+\1$/s.test(value)) report(`${shown} is passed with its quotes`, `write ${JSON.stringify(arg.text.slice(1, -1))}`);
  else if (shells.test(command?.text ?? '')) return;
  else if (operators.has(value))
    report(`${shown} is passed to the program: no shell reads it`, 'start a shell: "command": "sh", "args": ["-c", "..."]');
  else if (/^~\//.test(value)) report(`${shown} is passed with "~": only some programs expand it`, 'write the whole path', 'info');
  else if (/^\$[A-Z_][A-Z0-9_]*(?:\/|$)/.test(value))
    report(`${shown} is passed as it is: no shell expands it`, 'write the value, or a placeholder of the format');
}
