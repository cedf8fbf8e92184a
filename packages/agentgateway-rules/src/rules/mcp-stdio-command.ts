import { mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, isAt, items, type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

/** What keeps a program from starting or from speaking MCP. */
function problemOf(cmd: string, args: readonly string[], clean: boolean, hasPath: boolean): string | undefined {
  if (
    /[|;&<>`]|\$\(/.test([cmd, ...args.filter(arg => /^(?:\||\|\||&&?|;|>>?|<|2>&1|2>.*)$/.test(arg))].join(' ')) &&
    !/^(?:ba|da|z)?sh$|\/(?:ba|da|z)?sh$/.test(cmd)
  )
    return 'no shell runs it, so "|", "&&", ">" and the like are arguments';
  if (/^[^/\\\s]+\s/.test(cmd.trim())) return `the program is called "${cmd}", with the spaces`;
  if (cmd.startsWith('~') || args.some(arg => arg.startsWith('~/'))) return 'no shell replaces "~"';
  const name = cmd.split('/').at(-1)!;
  const run = (name === 'docker' || name === 'podman') && args[0] === 'run';
  if (run && !args.some(arg => /^-[a-z]*i[a-z]*$/.test(arg) || /^--interactive/.test(arg)))
    return `"${name} run" without "-i" closes the input of the server`;
  if (run && args.some(arg => /^-[a-z]*t[a-z]*$/.test(arg) || arg === '--tty')) return `"${name} run" with "-t" wants a terminal`;
  return clean && !hasPath && !cmd.startsWith('/') ? 'with "clear_env" there is no PATH to find it by' : undefined;
}

export const mcpStdioCommand: Rule = {
  id: 'mcp-stdio-command',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The program is started as it is written, without a shell: it is not found, or does not speak on its input and output.',
  docs: {
    checks:
      'Checks programs of stdio targets: arguments inside `cmd`, words of a shell, `docker run` without `-i`, and a cleared environment without PATH.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 500 to `initialize` for `cmd: "cat -u"`: there is no such file.',
    fix: 'Put the program into `cmd` and each argument into an item of `args`; start a shell with `cmd: sh` and `args: [-c, "..."]` if one is needed.',
    wrong: withTarget('name: a\nstdio:\n  cmd: npx -y some-server'),
    correct: withTarget('name: a\nstdio:\n  cmd: npx\n  args: [-y, some-server]'),
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const cmd = get(spec.node, 'cmd');
      const value = text(cmd) ?? '';
      if (kind !== 'stdio' || value.trim() === '' || value.includes('${')) continue;
      const args = items(get(spec.node, 'args')).map(arg => text(arg) ?? '');
      const problem = problemOf(value, args, isAt(spec.node, 'clear_env', true), get(get(spec.node, 'env'), 'PATH') !== undefined);
      if (problem !== undefined)
        report({
          at: cmd!,
          path: [...spec.path, 'cmd'],
          message: `the server cannot be started like this: ${problem}`,
          suggestion: 'write the program in "cmd" and each argument as an item of "args"',
        });
    }
  },
};
