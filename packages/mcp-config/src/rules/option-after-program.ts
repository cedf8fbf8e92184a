import type { Rule, RuleContext } from '@mcpgw/structure';
import { isContainerEngine, programOf } from '../formats/container-engine.js';
import { type EndpointView, endpointsOf, type Text } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

/** A program that starts another one: where that one stands in its arguments, and options that only the starter knows. */
interface Starter {
  /** Options before the started program that have their value in the next argument. */
  readonly valued: RegExp;
  /** Options that are meant for the starter wherever they stand. */
  readonly own: RegExp;
  /** Words that stand before the started program. */
  readonly words?: readonly string[] | undefined;
  readonly what: string;
}

const uvOwn =
  /^--(?:directory|project|with|with-editable|with-requirements|python|env-file|no-project|isolated|frozen|locked|extra|group)(?:=|$)/;
const npx = { valued: /^(?:-p|--package|-c|--call|-w|--workspace)$/, own: /^(?:-y|--yes)$/, what: 'package' };
const starters: Readonly<Record<string, Starter>> = {
  npx,
  pnpx: npx,
  bunx: { ...npx, own: /^--bun$/ },
  uv: {
    words: ['run'],
    valued:
      /^(?:--(?:directory|project|with|with-editable|with-requirements|python|env-file|extra|group|index|default-index|package)|-p|-m|--module)$/,
    own: uvOwn,
    what: 'script',
  },
  uvx: {
    valued: /^(?:--(?:from|with|with-editable|python|env-file|index|default-index)|-p|-w)$/,
    own: /^--(?:from|with|with-editable|python|refresh|isolated)(?:=|$)/,
    what: 'tool',
  },
  node: {
    valued: /^(?:-r|--require|--import|--loader|--experimental-loader|--conditions|-C|-e|--eval|-p)$/,
    own: /^--(?:require|import|loader|max-old-space-size|inspect|inspect-brk|experimental-[\w-]+|no-warnings|enable-source-maps|use-env-proxy)(?:=|$)/,
    what: 'script',
  },
  deno: {
    words: ['run'],
    valued: /^(?:-c|--config|--import-map|--lock|--cert|--env-file)$/,
    own: /^(?:-A|-[NREWS]|--allow-(?:all|net|read|write|env|run|sys|ffi|import)|--no-prompt)(?:=|$)/,
    what: 'script',
  },
  java: {
    valued: /^(?:-cp|-classpath|--class-path|-p|--module-path|--add-modules)$/,
    own: /^-(?:D\w|Xm[xs]|XX:|javaagent:)/,
    what: 'program',
  },
};

const container: Starter = {
  words: ['run'],
  valued:
    /^(?:-[evpuwlmach]|--(?:env|env-file|volume|mount|publish|user|workdir|label|memory|cpus|name|network|net|entrypoint|add-host|hostname|platform|pull|security-opt|cap-add|cap-drop|dns|tmpfs|gpus|log-driver|log-opt|restart|shm-size|ulimit|volumes-from|pid|ipc|userns|cidfile|device|stop-signal))$/,
  own: /^(?:-i|-it|--interactive|--rm|-e|--env|--env-file|-v|--volume|--mount|--network|--init)(?:=|$)/,
  what: 'image',
};

export const optionAfterProgram: Rule = {
  id: 'option-after-program',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Everything after the program that is started is an argument of that program: an option of the starter there does not count, and the program may refuse it.',
  docs: {
    checks: 'Options of `npx`, `uv run`, `uvx`, `node`, `deno run`, `java` and `docker run` that stand after the package, script or image.',
    seen: 'Node 20 passed `--max-old-space-size=100` after the script to the script.',
    fix: 'Move the option before the package, script or image.',
    wrong: 'mcpServers:\n  weather:\n    command: uv\n    args: [run, server.py, --directory, /srv/weather]\n',
    correct: 'mcpServers:\n  weather:\n    command: uv\n    args: [--directory, /srv/weather, run, server.py]\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) if (server.transport === 'stdio') check(context, server);
  },
};

function check({ report }: RuleContext, { command, args }: EndpointView): void {
  const program = programOf(command?.text ?? '');
  const starter = isContainerEngine(program) ? container : Object.hasOwn(starters, program) ? starters[program] : undefined;
  const place = starter === undefined ? undefined : startedAt(starter, args);
  if (starter === undefined || place === undefined) return;
  const end = args.findIndex(({ text }, index) => index > place && text === '--');
  for (const arg of args.slice(place + 1, end < 0 ? undefined : end)) {
    if (!starter.own.test(arg.text)) continue;
    report({
      at: arg.node,
      path: arg.path,
      message: `"${arg.text}" stands after the ${starter.what} "${args[place]!.text}", which gets it: ${program} does not read it`,
      suggestion: `move it before the ${starter.what}`,
    });
    return;
  }
}

/** The argument of `uvx` that names what is started; undefined for other programs. */
export function toolOf({ command, args }: EndpointView): Text | undefined {
  const place = programOf(command?.text ?? '') === 'uvx' ? startedAt(starters.uvx!, args) : undefined;
  return place === undefined ? undefined : args[place];
}

/** The options of `docker run`, with their values: what stands before the image. All of `args`, which follow `run`, where no image is found. */
export function containerOptions(args: readonly Text[]): readonly Text[] {
  const place = startedAt({ ...container, words: undefined }, args);
  return args.slice(0, place);
}

/** The index of the argument that names what is started; undefined if none does, or if a word is missing before it. */
function startedAt({ valued, words }: Starter, args: readonly Text[]): number | undefined {
  const first = words === undefined ? 0 : args.findIndex(({ text }) => words.includes(text)) + 1;
  if (words !== undefined && first === 0) return undefined;
  for (let index = first; index < args.length; index += 1) {
    const { text } = args[index]!;
    // What follows names a module or a file: it is started, and the rest belongs to it.
    if (/^(?:-m|--module|-jar)$/.test(text)) return index + 1 < args.length ? index + 1 : undefined;
    if (text === '--') return undefined;
    if (!text.startsWith('-')) return index;
    if (valued.test(text)) index += 1;
  }
  return undefined;
}
