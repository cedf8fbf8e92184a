/** The disk of the store fills up and becomes read-only under load: what was decided holds, what cannot be kept is refused, nothing is left behind. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Session } from '../callers.js';
import { decide, onPage } from '../decisions.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase, type PhaseContext } from '../phase.js';
import { sleep, until } from '../wait.js';

const held = 'v1http0';

/** Every file below a folder, with its text; without the filler, and without those that end meanwhile. */
function filesIn(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    try {
      if (entry.isFile() && entry.name !== 'filler') files.set(relative(folder, path), readFileSync(path, 'latin1'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return files;
}

/** Files that are there for a moment of a write, or that a write left behind. */
const passing = (name: string) => /\.(?:lock|tmp)|\.v[.-]/.test(name);

const isApproval = (name: string) => name.includes('approvals');

interface Scene {
  readonly context: PhaseContext;
  readonly fleet: Fleet;
  readonly disk: string;
  gateway: Gateway;
}

/** What stops writes to a disk, and what allows them again. */
interface Trouble {
  readonly name: string;
  /** The system's word for it. */
  readonly reason: string;
  begin(disk: string): void;
  end(disk: string): void;
}

const troubles: readonly Trouble[] = [
  {
    name: 'full disk',
    reason: 'the disk is full',
    begin: disk => {
      try {
        for (;;) appendFileSync(join(disk, 'filler'), Buffer.alloc(4096));
      } catch {
        // It is full.
      }
    },
    end: disk => rmSync(join(disk, 'filler')),
  },
  {
    name: 'read-only disk',
    reason: 'the file system is read-only',
    begin: disk => void execFileSync('mount', ['-o', 'remount,ro', disk]),
    end: disk => void execFileSync('mount', ['-o', 'remount,rw', disk]),
  },
];

/** Calls of tools that are approved, by new sessions, while nothing can be written. */
async function callable({ context, fleet, gateway }: Scene, what: string): Promise<void> {
  const before = { ok: context.tally.ok, calls: context.tally.calls };
  for (let round = 0; round < 3; round++) {
    const session = await Session.open(gateway.port);
    for (const name of fleet.names) await context.call(session, fleet.echo(context.random, name));
    await session.close();
  }
  const [calls, ok] = [context.tally.calls - before.calls, context.tally.ok - before.ok];
  context.verdict(`${what}: tools that are approved, and those of trusted servers, are called`, ok === calls, `${ok} of ${calls}`);
}

async function refused({ context, gateway, disk }: Scene, { name, reason }: Trouble): Promise<void> {
  const before = filesIn(disk);
  const { code: exit, output } = await decide(gateway, 'disable', `${held}:echo`);
  context.verdict(
    `${name}: \`mcpgw tools\` refuses with exit code 2 and the reason`,
    exit === 2 && output.includes(reason),
    `${exit}: ${output.slice(-300)}`,
  );
  const answer = await onPage(gateway, 'disable', held, 'echo');
  context.verdict(`${name}: the page refuses by name`, answer.startsWith('503 ') && answer.includes('"store"'), answer);
  const after = filesIn(disk);
  const changed = [...before]
    .filter(([file, text]) => isApproval(file) && !passing(file) && after.get(file) !== text)
    .map(([file]) => file);
  context.verdict(`${name}: no record of approvals changed`, changed.length === 0, changed.join(', ') || `${before.size} files`);
}

/** Nothing that belongs to a write stays; waits for those in flight. */
async function nothingLeft({ context, disk }: Scene, what: string): Promise<void> {
  let left: string[] = [];
  for (let round = 0; round < 100; round++) {
    left = [...filesIn(disk).keys()].filter(passing);
    if (left.length === 0) break;
    await sleep(50);
  }
  context.verdict(`${what}: no lock or temporary file is left`, left.length === 0, left.join(', ') || '0');
}

/** A trusted server lists other tools while nothing can be written: its other tools go on. */
async function otherList({ context, fleet, gateway }: Scene, what: string): Promise<void> {
  const session = await Session.open(gateway.port);
  const nonce = fleet.nonce();
  await context.call(session, { tool: 'stdio0__storm', args: { nonce, count: 1, tools: 3, change: true }, expected: `stdio0 ${nonce}` });
  await sleep(1500);
  const isOk = await context.call(session, fleet.echo(context.random, 'stdio0'));
  context.verdict(`${what}: a trusted server whose list changes stays callable`, isOk, isOk ? '' : context.tally.modes);
  await session.close();
}

/** With room again decisions are made, and a running gateway follows. */
async function recovered(scene: Scene, what: string): Promise<void> {
  const { context, fleet, gateway } = scene;
  const session = await Session.open(gateway.port);
  const isLocked = async (locked: boolean) => {
    const nonce = fleet.nonce();
    const { result } = await session.call(`${held}__echo`, { nonce });
    return (result?.isError === true) === locked;
  };
  const outcome: string[] = [];
  for (const [decision, locked] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    const { code, output } = await decide(gateway, decision, `${held}:echo`);
    const followed = await until('the gateway follows', () => isLocked(locked)).then(
      () => true,
      () => false,
    );
    outcome.push(code === 0 && followed ? 'done' : `${decision}: exit code ${code}, followed: ${followed}: ${output.slice(-200)}`);
  }
  context.verdict(
    `${what}: afterwards decisions are made, and the running gateway follows`,
    outcome.every(text => text === 'done'),
    outcome.join('; '),
  );
  await session.close();
  await nothingLeft(scene, `${what}, afterwards`);
}

export const disk: Phase = {
  name: 'disk',
  what: 'the disk of the store is full, then read-only, under load and over a restart, and has room again',
  weight: 1,
  missing: () => (process.env.SOAK_MOUNT === '1' ? undefined : 'a small disk cannot be mounted here'),
  async run(context) {
    const fleet = await Fleet.start({ stdio: 2, v1: 1, v2: 1 });
    fleet.servers[held]!.trust_mode = 'manual';
    const folder = join(context.folder, 'disk');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
    const config = { ...fleet.config, store: { type: 'file', folder: join(folder, 'state') }, page: { enabled: true } };
    const start = () => Gateway.start({ folder: context.folder, config });
    const scene: Scene = { context, fleet, disk: folder, gateway: await start() };
    try {
      const approved = await decide(scene.gateway, 'approve', '--all', '--server', held);
      context.verdict('tools are approved while there is room', approved.code === 0, approved.output.slice(-300));
      const session = await Session.open(scene.gateway.port);
      await until('the approved tool is listed', async () => (await session.toolNames()).includes(`${held}__echo`));
      await session.close();
      const end = performance.now() + context.ms;
      do
        for (const trouble of troubles) {
          const callers = await openCallers(scene.gateway, [4, port => Session.open(port)]);
          let over = false;
          const load = context.load(callers, () => fleet.echo(context.random, context.random.pick(fleet.names)), {
            ms: 3_600_000,
            isOver: () => over,
          });
          trouble.begin(folder);
          await refused(scene, trouble);
          await callable(scene, trouble.name);
          await otherList(scene, trouble.name);
          over = true;
          await load;
          await closeCallers(callers);
          context.judgeGateway(scene.gateway);
          await scene.gateway.stop();
          await nothingLeft(scene, trouble.name);
          scene.gateway = await start();
          await callable(scene, `${trouble.name}, after a restart`);
          trouble.end(folder);
          await recovered(scene, trouble.name);
        }
      while (performance.now() < end);
      context.judgeCalls();
      context.judgeGateway(scene.gateway);
      const code = await scene.gateway.stop();
      context.verdict('it stops with exit code 0', code === 0, code);
    } finally {
      await scene.gateway.stop('SIGKILL');
      execFileSync('umount', ['--lazy', folder]);
    }
  },
};
