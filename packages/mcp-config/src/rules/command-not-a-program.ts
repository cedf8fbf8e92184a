import type { Edit } from '@mcpgw/diagnostics';
import type { Rule, RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf, withoutPlaceholders } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';
import { toolOf } from './option-after-program.js';

interface Fault {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'warning';
  readonly fix?: readonly Edit[];
}

export const commandNotAProgram: Rule = {
  id: 'command-not-a-program',
  severity: 'error',
  kinds: serverKinds,
  why: 'The command is the name or path of one program, started without a shell; any other text is looked up as a file that does not exist.',
  docs: {
    checks:
      'A `command` with arguments, quotes, spaces at an end, shell syntax, `~` or a variable of the shell, an address, or a script without its interpreter; a script that `uvx` is to start, and `npx`, `uvx` or `bunx` without a package.',
    seen: 'Node 20 started `npx -y x` as one filename and answered ENOENT.',
    basedOn: 'The source of mcpproxy-go: it quotes the command for the login shell, which looks for the same name.',
    fix: 'Name the program in `command` and each argument as an item of `args`.',
    wrong: 'mcpServers:\n  files:\n    command: npx -y file-server\n',
    correct: 'mcpServers:\n  files:\n    command: npx\n    args: [-y, file-server]\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      if (server.transport !== 'stdio' || server.command === undefined) continue;
      const script = toolOf(server);
      if (script !== undefined && /\.py$/.test(script.text))
        context.report({
          at: script.node,
          path: script.path,
          severity: 'warning',
          message: `uvx starts tools of packages, and "${script.text.slice(0, 100)}" is a script`,
          suggestion: 'write "command": "uv", "args": ["run", ...]',
        });
      const starter = /^(?:.*\/)?(npx|uvx|bunx)$/.exec(server.command.text)?.[1];
      if (starter !== undefined && server.args.every(({ text }) => /^-(?:y|-yes|-quiet|q)$/.test(text)))
        context.report({
          at: server.command.node,
          path: server.command.path,
          severity: 'warning',
          message: `${starter} is not told what to start`,
          suggestion: 'add the name of a package to "args"',
        });
      const fault = faultOf(withoutPlaceholders(server.command.text), server, context);
      if (fault === undefined) continue;
      const { node, path } = server.command;
      context.report({ at: node, path, ...fault });
    }
  },
};

const interpreters: Readonly<Record<string, string>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  py: 'python',
  rb: 'ruby',
  jar: 'java',
};

function faultOf(command: string, { command: given, args }: EndpointView, { kind }: RuleContext): Fault | undefined {
  const shown = given!.text;
  if (/^\s|\s$/.test(command))
    return {
      message: `the command ${JSON.stringify(shown)} begins or ends with a space`,
      suggestion: `write ${JSON.stringify(shown.trim())}`,
      fix: [{ span: given!.node.span, text: JSON.stringify(shown.trim()) }],
    };
  if (/^(["'`]).*\1$/.test(command))
    return {
      message: `the command ${JSON.stringify(shown)} contains quotes, which belong to the name here`,
      suggestion: `write ${JSON.stringify(shown.slice(1, -1))}`,
    };
  if (/^[a-z][a-z+.-]*:\/\//i.test(command))
    return { message: `the command ${JSON.stringify(shown)} is an address`, suggestion: 'write it as "url"' };
  if (/^~(?:\/|$)/.test(command) || /^(?:\$[A-Za-z_]|%[A-Za-z_]+%)/.test(command))
    return { message: `the command ${JSON.stringify(shown)} is used as it is: no shell expands it`, suggestion: 'write the whole path' };
  if (/[|<>;]|&&/.test(command))
    return {
      message: `the command ${JSON.stringify(shown)} contains syntax of a shell, and no shell reads it`,
      suggestion: 'write "command": "sh" and "args": ["-c", "..."]',
    };
  const [first = '', ...rest] = command.split(/\s+/);
  if (rest.length > 0 && !/[/\\]/.test(first)) {
    const words = shown.split(/\s+/);
    const list = kind === 'opencode-config' ? words : words.slice(1);
    const field = kind === 'opencode-config' ? 'command' : 'args';
    const start = kind === 'opencode-config' ? '' : `"command": ${JSON.stringify(words[0])}, `;
    return {
      message: `the command ${JSON.stringify(shown)} contains arguments: a program of this name is looked up`,
      suggestion: `write ${start}"${field}": ${JSON.stringify([...list, ...args.map(arg => arg.text)])}`,
    };
  }
  if (rest.length > 0 && rest.some(word => /^--?[A-Za-z]/.test(word)))
    return {
      message: `the command ${JSON.stringify(shown)} contains options: they belong to "args"`,
      suggestion: 'name the program alone',
    };
  const ending = /^[^/\\]+\.([a-z]+)$/.exec(command)?.[1];
  const interpreter = ending !== undefined && Object.hasOwn(interpreters, ending) ? interpreters[ending] : undefined;
  return interpreter === undefined
    ? undefined
    : {
        severity: 'warning',
        message: `the command ${JSON.stringify(shown)} is a script, and it is looked up among the programs`,
        suggestion: `write "command": "${interpreter}" with the path of the script in "args"`,
      };
}
