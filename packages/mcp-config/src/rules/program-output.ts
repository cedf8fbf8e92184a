import type { Rule, RuleContext } from '@mcpgw/structure';
import { isContainerEngine, programOf } from '../formats/container-engine.js';
import { type EndpointView, endpointsOf, type Text } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const programOutput: Rule = {
  id: 'program-output',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Standard input and output carry the protocol: a starter that writes lines of its own, holds output back or closes the input breaks it.',
  docs: {
    checks:
      'Starters between the client and the server: `npm run` and similar commands without `--silent`, `nodemon`, `make` without `-s`, `conda run` without `--no-capture-output`, a shell that prints with `echo`, and `docker exec`, `docker compose run` and `kubectl exec` without an open input or with a terminal.',
    seen: '`npm run start` printed "> name@1.0.0 start" and the command on standard output, and nothing with `--silent`.',
    fix: 'Start the server itself, or silence the starter.',
    wrong: 'mcpServers:\n  weather:\n    command: npm\n    args: [run, start]\n',
    correct: 'mcpServers:\n  weather:\n    command: npm\n    args: [run, --silent, start]\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) if (server.transport === 'stdio') check(context, server);
  },
};

const scripts = new Set(['run', 'run-script', 'start', 'test', 'dev', 'serve']);
const isQuiet = (args: readonly Text[]): boolean => args.some(({ text }) => /^(?:-s|--silent|--quiet|-q|--loglevel=silent)$/.test(text));

function check({ report }: RuleContext, server: EndpointView): void {
  const { command, args } = server;
  const program = programOf(command?.text ?? '');
  const has = (pattern: RegExp): Text | undefined => args.find(({ text }) => pattern.test(text));
  const say = (at: Text | undefined, message: string, suggestion: string): void => {
    const place = at ?? command!;
    report({ at: place.node, path: place.path, message, suggestion });
  };
  const [first] = args.filter(({ text }) => !text.startsWith('-'));
  if (/^(?:npm|pnpm|yarn)$/.test(program) && first !== undefined && scripts.has(first.text) && !isQuiet(args))
    say(
      first,
      `${program} prints the name of the script and its command before the server starts`,
      `write "--silent" after "${first.text}"`,
    );
  if (program === 'nodemon' && !isQuiet(args))
    say(undefined, 'nodemon prints lines of its own, and starts the server again in the middle of a session', 'start the server with node');
  if (program === 'make' && !isQuiet(args)) say(undefined, 'make prints each command before it runs it', 'add "-s"');
  if (program === 'conda' && first?.text === 'run' && has(/^(?:--no-capture-output|--live-stream)$/) === undefined)
    say(first, 'conda holds the output of the program back until it ends: no answer arrives', 'add "--no-capture-output" after "run"');
  checkShell(program, args, say);
  checkExec(program, args, say);
}

type Say = (at: Text | undefined, message: string, suggestion: string) => void;

/** A script of a shell that prints something itself. */
function checkShell(program: string, args: readonly Text[], say: Say): void {
  if (!/^(?:ba|z|da|k)?sh$/.test(program)) return;
  const script = args.find(({ text }) => /^(?:[^'"]*[;&]\s*|\s*)(?:echo|printf)\s(?![^;&|]*(?:>(?!&1)|\|))/.test(text));
  if (script !== undefined && script.text.length < 4096)
    say(script, 'the shell prints on standard output, which carries the protocol', 'send it to standard error: "echo ... >&2"');
}

/** Commands that run a program in a container which is there already. */
function checkExec(program: string, args: readonly Text[], say: Say): void {
  const words = args.map(({ text }) => text);
  const isCompose = (isContainerEngine(program) && words[0] === 'compose') || program === 'docker-compose';
  const verb = args.find(({ text }) => /^(?:exec|run)$/.test(text));
  if (verb === undefined) return;
  const options = args.filter(({ text }) => /^-/.test(text));
  const tty = options.find(({ text }) => /^(?:-[a-z]*t[a-z]*|--tty)$/.test(text) && text !== '-T');
  if (isCompose) {
    if (!words.some(word => /^(?:-[a-zA-Z]*T[a-zA-Z]*|--no-TTY|--no-tty|--interactive=false)$/.test(word)))
      say(verb, `compose ${verb.text} asks for a terminal, and the standard input of a server is none`, 'add "-T"');
    return;
  }
  if (verb.text !== 'exec' || (!isContainerEngine(program) && program !== 'kubectl' && program !== 'oc')) return;
  if (!options.some(({ text }) => /^(?:-[a-z]*i[a-z]*|--interactive|--stdin)(?:=true)?$/.test(text)))
    say(verb, `${program} exec without "-i" closes the standard input of the server`, 'add "-i"');
  if (tty !== undefined) say(tty, `"${tty.text}" asks for a terminal, and the standard input of a server is none`, 'write "-i"');
}
