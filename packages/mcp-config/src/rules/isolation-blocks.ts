import { get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isContainerEngine, programOf } from '../formats/container-engine.js';
import type { IsolationMode } from '../formats/isolation.js';
import { type EndpointView, endpointsOf, type Text } from './endpoint.js';
import { type IsolationSection, isolationKinds, isolationSections, modeOfSection } from './isolation-sections.js';

/** Programs that fetch the server before they start it, alone or with a word before the package. */
const fetchers: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  pnpx: [],
  bunx: [],
  uvx: [],
  pipx: ['run'],
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
};

function fetches({ command, args }: EndpointView): boolean {
  const program = programOf(command?.text ?? '');
  const words = Object.hasOwn(fetchers, program) ? fetchers[program]! : undefined;
  if (words === undefined || args.some(({ text: arg }) => /^--(?:offline|no-install|no)$/.test(arg))) return false;
  return words.length === 0 || args.some(({ text: arg }) => words.includes(arg));
}

/** Folders that an isolated server has anyway, or that belong to its image. */
const present = /^\/(?:usr|opt|etc|tmp|proc|dev|bin|sbin|lib|lib64|app|data|home|root|var\/tmp|workspace)(?:\/|$)/;
const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** An absolute path of an argument: the argument itself, or what follows the sign of equality in an option. */
const pathIn = ({ text: arg }: Text): string | undefined => /^(?:--?[\w-]+=)?(\/[^/].*)$/.exec(arg)?.[1];

interface Isolated {
  readonly mode: IsolationMode;
  readonly network: string | undefined;
  /** Folders that the server can read. */
  readonly folders: readonly string[];
  readonly ownImage: boolean;
}

function isolatedAs(sections: readonly IsolationSection[], workingDir: string | undefined): Isolated | undefined {
  const mode = sections.map(modeOfSection).find(each => each !== undefined);
  if (mode === undefined || mode === 'none') return undefined;
  const texts = (key: string): string[] => sections.flatMap(({ node }) => items(get(node, key)).flatMap(item => text(item) ?? []));
  const folders = [...texts('read_folders'), ...texts('write_folders'), ...(workingDir === undefined ? [] : [workingDir])];
  return {
    mode,
    network: sections.map(({ node }) => text(get(node, 'network_mode'))).find(each => each !== undefined),
    folders,
    ownImage: sections.some(({ node }) => ['image', 'default_images', 'extra_args'].some(key => get(node, key) !== undefined)),
  };
}

function checkServer(context: RuleContext, server: EndpointView, { mode, network, folders, ownImage }: Isolated): void {
  const { command, args, cwd } = server;
  if (network === 'none' && cwd === undefined && !ownImage && fetches(server))
    context.report({
      at: command!.node,
      path: command!.path,
      message: `"${command!.text}" fetches the server when it starts, and "network_mode: none" gives it no network and no cache`,
      suggestion: 'install the server and start it by its own command, or allow the network',
    });
  if (folders.some(folder => folder.includes('$')) || (mode !== 'sandbox' && ownImage)) return;
  const known = mode === 'sandbox' ? /^\/(?:usr|opt|etc|tmp|proc|dev|bin|sbin|lib|lib64)(?:\/|$)/ : present;
  for (const arg of args) {
    const path = pathIn(arg);
    if (path === undefined || path.includes('$') || known.test(path) || folders.some(folder => inside(path, folder))) continue;
    context.report({
      at: arg.node,
      path: arg.path,
      message: `the isolated server does not see "${path}": it is in no folder that it may read or write`,
      suggestion: `add it to "read_folders" or "write_folders" of its isolation`,
    });
  }
}

const unitOf: Readonly<Record<string, number>> = { '': 1, b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** A limit of memory as container engines read it: a number without a unit is bytes, and less than 6 MiB is refused. */
function checkMemory(context: RuleContext, { node, path }: IsolationSection): void {
  const limit = get(node, 'memory_limit');
  const written = text(limit) ?? '';
  const [, amount, unit = ''] = /^(\d{1,15})([bkmg]?)b?$/i.exec(written) ?? [];
  const bytes = amount === undefined ? 0 : Number(amount) * unitOf[unit.toLowerCase()]!;
  if (limit === undefined || bytes === 0 || bytes >= 32 * 2 ** 20) return;
  context.report({
    at: limit,
    path: [...path, 'memory_limit'],
    message: `${written} of memory is ${bytes} bytes: ${bytes < 6 * 2 ** 20 ? 'docker refuses less than 6m, so the server does not start' : 'most servers are killed at their start'}`,
    suggestion: /^\d+$/.test(written) ? `write "${written}m"` : 'write "256m" or more',
  });
}

export const isolationBlocks: Rule = {
  id: 'isolation-blocks',
  severity: 'warning',
  kinds: isolationKinds,
  why: 'An isolated server sees only the folders that are named, and without a network nothing can be fetched: it does not start, or does not find its files.',
  docs: {
    checks:
      'A server with `network_mode: none` is not started by a program that downloads it, and absolute paths in `args` are below `read_folders`, `write_folders` or the working directory. Containers with their own image are left out: their files are those of the image. `memory_limit` is an amount that a server can start with: a number without a unit is bytes.',
    basedOn: 'The code of `mcpgw serve` that makes the sandbox, and the documentation of bubblewrap.',
    fix: 'Name the folders of the arguments in `read_folders` or `write_folders`, and install the server where it has no network.',
    wrong: 'servers:\n  files:\n    command: file-server\n    args: [/srv/data]\n    isolation: {mode: sandbox}\n',
    correct:
      'servers:\n  files:\n    command: file-server\n    args: [/srv/data]\n    isolation: {mode: sandbox, read_folders: [/srv/data]}\n',
  },
  check(context) {
    const sections = isolationSections(context);
    const shared = sections.filter(({ isForAll }) => isForAll);
    for (const section of sections)
      if (modeOfSection(section) !== 'none' && modeOfSection(section) !== 'sandbox') checkMemory(context, section);
    const own = new Map(
      sections.filter(({ isForAll }) => !isForAll).map(section => [section.path.slice(0, -1).join('\0'), section] as const),
    );
    for (const server of endpointsOf(context)) {
      if (server.transport !== 'stdio' || server.command === undefined || isContainerEngine(server.command.text)) continue;
      const section = own.get(server.path.join('\0'));
      const isolated = isolatedAs(section === undefined ? shared : [section, ...shared], server.cwd?.text);
      if (isolated !== undefined) checkServer(context, server, isolated);
    }
  },
};
