import type { Rule, RuleContext } from '@mcpgw/structure';
import { isContainerEngine } from '../formats/container-engine.js';
import { type EndpointView, endpointsOf, type Text } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';
import { containerOptions } from './option-after-program.js';

export const dockerRun: Rule = {
  id: 'docker-run',
  severity: 'error',
  kinds: serverKinds,
  why: 'A server in a container speaks over the standard input and output of `docker run`, and gets only what its options pass on.',
  docs: {
    checks:
      'Arguments of `docker run` and `podman run` that close standard input, ask for a terminal or detach. Variables of `env` that no option passes into the container, and variables that an option passes and `env` does not set (an info). Folders that are relative or written for a shell, and addresses of this machine, such as `localhost`, that the container gets as settings.',
    basedOn: 'The documentation of `docker run`. No program was run for this rule.',
    fix: 'Write `-i` without `-t` and `-d`, and `-e NAME` for each variable of `env`.',
    wrong: 'mcpServers:\n  issues:\n    command: docker\n    args: [run, --rm, registry.example/issues]\n',
    correct:
      'mcpServers:\n  issues:\n    command: docker\n    args: [run, -i, --rm, -e, TOKEN, registry.example/issues]\n    env: {TOKEN: "${TOKEN}"}\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      const program = isContainerEngine(server.command?.text ?? '');
      // `docker compose run` has other options: program-output looks at it.
      const run = server.args.some(({ text }) => text === 'compose') ? -1 : server.args.findIndex(({ text }) => text === 'run');
      if (server.transport === 'stdio' && program && run >= 0) checkRun(context, server, server.args[run]!, server.args.slice(run + 1));
    }
  },
};

const withLetter = (letter: string): RegExp => new RegExp(`^-[a-zA-Z]*${letter}[a-zA-Z]*$`);
/** Short options that take a value; what follows in the same item belongs to them. */
const valued = /^-[ehlmpuvwac]./;

function checkRun(context: RuleContext, server: EndpointView, run: Text, args: readonly Text[]): void {
  const before = containerOptions(args);
  const options = before.filter(({ text }) => text.startsWith('-'));
  const has = (letter: string, ...words: string[]): Text | undefined =>
    options.find(
      ({ text }) => (!valued.test(text) && withLetter(letter).test(text)) || words.some(word => text === word || text === `${word}=true`),
    );
  const name = server.name ?? '';
  const terminal = has('t', '--tty');
  const detached = has('d', '--detach');
  if (has('i', '--interactive') === undefined)
    context.report({
      at: run.node,
      path: run.path,
      message: `"${name}" has no standard input: docker run without "-i" closes it`,
      suggestion: 'add "-i" after "run"',
    });
  if (terminal !== undefined)
    context.report({
      at: terminal.node,
      path: terminal.path,
      message: `"${terminal.text}" asks for a terminal, and the standard input of a server is none`,
      suggestion: 'write "-i"',
    });
  if (detached !== undefined)
    context.report({
      at: detached.node,
      path: detached.path,
      message: `"${detached.text}" ends docker run at once and leaves the container without its input`,
      suggestion: 'remove it',
    });
  checkVariables(context, server, args);
  checkPassed(context, server, before);
  checkVolumes(context, before);
  checkOwnMachine(context, server, args);
}

/** Variables that docker is to pass on and that nothing sets: clients start servers with few variables. */
function checkPassed(context: RuleContext, { env }: EndpointView, args: readonly Text[]): void {
  for (const [index, { text, node, path }] of args.entries()) {
    const name = /^(?:-e|--env)$/.test(args[index - 1]?.text ?? '') ? text : (/^--env=(\w+)$/.exec(text)?.[1] ?? '');
    if (/^[A-Z]\w*$/.test(name) && !env.some(({ key }) => key === name))
      context.report({
        at: node,
        path,
        severity: 'info',
        message: `"env" does not set ${name}: many clients start servers without variables of their own, and the container gets none`,
        suggestion: `add "${name}" to "env"`,
      });
  }
}

/** Folders of this machine that no shell completes, or that depend on where the client was started. */
function checkVolumes(context: RuleContext, args: readonly Text[]): void {
  for (const [index, item] of args.entries()) {
    const next = /^(?:-v|--volume|--mount)$/.test(item.text) ? args[index + 1] : undefined;
    const value = next?.text ?? /^(?:-v=?|--volume=|--mount=)(.+)$/.exec(item.text)?.[1] ?? '';
    const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(value)?.[1] ?? value;
    const isShell = /^(?:~|\$(?:HOME|PWD)\b|\$\(|`)/.test(source);
    if (!isShell && !/^\.{1,2}(?:\/|:|$)/.test(source)) continue;
    const { node, path } = next ?? item;
    context.report({
      at: node,
      path,
      severity: 'warning',
      message: isShell
        ? `no shell reads "${source.slice(0, 100)}": Docker uses it as it is written`
        : 'a relative folder is looked up where the client was started, which differs from client to client',
      suggestion: 'write the whole path',
    });
  }
}

/** Addresses of this machine that a container is given as settings: there they are the container itself. */
function checkOwnMachine(context: RuleContext, { env }: EndpointView, args: readonly Text[]): void {
  if (
    args.some(({ text }, index) => /^--net(?:work)?(?:=host)?$/.test(text) && (text.endsWith('=host') || args[index + 1]?.text === 'host'))
  )
    return;
  const isNamed = (variable: string): boolean => args.some(({ text }) => text === variable || text.endsWith(`=${variable}`));
  for (const item of [...args, ...env.filter(({ key }) => isNamed(key))])
    if (/(?:^|=)[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(item.text))
      context.report({
        at: item.node,
        path: item.path,
        severity: 'warning',
        message: 'in the container this address is the container itself, not this machine',
        suggestion: 'write host.docker.internal, or add "--network", "host"',
      });
}

/** Variables that docker itself reads. */
const ofDocker = /^(?:DOCKER_|BUILDKIT_|CONTAINER_|COMPOSE_|PATH$|HOME$|XDG_|HTTPS?_PROXY$|NO_PROXY$|https?_proxy$|no_proxy$)/;

function checkVariables(context: RuleContext, { env }: EndpointView, args: readonly Text[]): void {
  if (args.some(({ text }) => text.startsWith('--env-file') || text === '--env-host')) return;
  const isNamed = (variable: string): boolean =>
    args.some(({ text }) => new RegExp(`(?:^|[^A-Za-z0-9_])${variable}(?:$|[^A-Za-z0-9_])`).test(text));
  for (const { key, keySpan, path } of env)
    if (/^\w+$/.test(key) && !ofDocker.test(key) && !isNamed(key))
      context.report({
        at: keySpan,
        path,
        severity: 'warning',
        message: `the variable ${key} is not set in the container: no option passes it on`,
        suggestion: `add "-e", "${key}" before the name of the image`,
      });
}
