/** Verdicts about this machine: its clock, its disk, the programs that isolate servers, and the files of MCP clients. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { diskRoom } from '@mcpgw/attention';
import { EditError, entryIn } from '@mcpgw/client-files';
import { isolationProgram, safeText } from '@mcpgw/loader';
import { clientEntries, type ServeConfig } from '@mcpgw/mcp-config';
import { clientText, placesHere } from '../connect/run.js';
import { CliError } from '../errors.js';
import { type Verdict, verdict } from './verdict.js';

const quickMs = 3_000;

/** The address of a server on another machine, which may tell its time. */
function elsewhere({ servers }: ServeConfig): readonly string[] {
  const urls = servers.flatMap(({ connection, enabled, quarantined }) =>
    enabled && !quarantined && 'url' in connection && URL.canParse(connection.url) ? [new URL(connection.url)] : [],
  );
  const remote = urls.filter(({ hostname, protocol }) => /^https?:$/.test(protocol) && !/^(?:localhost|127\..*|\[::1\])$/.test(hostname));
  return [...new Set(remote.map(({ origin }) => origin))].slice(0, 3);
}

/** Milliseconds that this machine is ahead of another one, to about a second; undefined where it does not tell. */
async function aheadOf(origin: string): Promise<number | undefined> {
  const asked = Date.now();
  try {
    const { headers } = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(quickMs) });
    const told = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(told) ? undefined : (asked + Date.now()) / 2 - (told + 500);
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return undefined;
    throw error;
  }
}

/** The clock, compared with the `Date` of servers on other machines. One server may be wrong itself, so the least difference counts. */
export async function clockVerdict(config: ServeConfig): Promise<Verdict> {
  const told = await Promise.all(elsewhere(config).map(aheadOf));
  const known = told.filter(ahead => ahead !== undefined).sort((a, b) => Math.abs(a) - Math.abs(b));
  const [ahead] = known;
  if (ahead === undefined) return verdict('clock', 'skipped', 'not checked: no server on another machine tells its time');
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (seconds < 10) return verdict('clock', 'ok', 'the clock agrees with that of a server');
  const what = `the clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of every server that tells its time`;
  return verdict('clock', seconds < 120 ? 'warning' : 'error', what, 'synchronize the clock (NTP): tokens and certificates depend on it');
}

/** Room on the disk of the store. */
export async function diskVerdict(folder: string): Promise<Verdict | undefined> {
  const room = await diskRoom(folder);
  if (room === undefined) return undefined;
  const free = Math.round(room.free / 1024 / 1024);
  const what = `${safeText(folder)}: ${free} MiB are free on its disk`;
  return free < 64 ? verdict('store', 'error', what, 'make room on the disk') : verdict('store', 'ok', what);
}

const probes = {
  sandbox: { name: 'bubblewrap (bwrap)', args: ['--unshare-all', '--ro-bind', '/', '/', 'true'], install: 'install bubblewrap' },
  container: { name: 'docker or podman', args: ['info'], install: 'install docker or podman, or set MCPGW_CONTAINER_ENGINE' },
} as const;

async function isolationVerdict(mode: keyof typeof probes, servers: readonly string[]): Promise<Verdict> {
  const { name, args, install } = probes[mode];
  const who = servers.map(server => safeText(server)).join(', ');
  const program = isolationProgram(mode);
  if (program === undefined) return verdict('isolation', 'error', `${name} is not installed, so these do not start: ${who}`, install);
  try {
    await promisify(execFile)(program, args, { timeout: quickMs * 3, killSignal: 'SIGKILL', maxBuffer: 1 << 20 });
    return verdict('isolation', 'ok', `${safeText(program)} works, for ${who}`);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const why = safeText(stderr.trim() === '' ? message : stderr.trim().split('\n')[0]!);
    return verdict('isolation', 'error', `${safeText(program)} does not work: ${why}`, `run it by hand; these need it: ${who}`);
  }
}

/** The programs that the isolation of servers needs. */
export async function isolationVerdicts({ servers }: ServeConfig): Promise<readonly Verdict[]> {
  const isolated = servers.flatMap(({ name, connection, enabled }) =>
    enabled && connection.transport === 'stdio' && connection.isolation ? [{ name, mode: connection.isolation.mode }] : [],
  );
  const modes = [...new Set(isolated.map(({ mode }) => mode))];
  if (modes.length === 0) return [verdict('isolation', 'skipped', 'not checked: no server is isolated')];
  return Promise.all(
    modes.map(mode =>
      isolationVerdict(
        mode,
        isolated.filter(each => each.mode === mode).map(({ name }) => name),
      ),
    ),
  );
}

/** Whether something listens at an address. */
export function listens(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: quickMs });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** The clients of this user with an entry for the gateway, and whether it leads to it. */
export function clientVerdicts(endpoint: string | undefined): readonly Verdict[] {
  const entries = clientEntries({ name: 'mcpgw', url: 'http://127.0.0.1/mcp', needsKey: false });
  const verdicts: Verdict[] = [];
  for (const { title, id, entry, user, project } of placesHere()) {
    const format = entries.find(each => each.id === entry)!;
    for (const file of new Set([user, project])) {
      if (file === undefined || !existsSync(file)) continue;
      try {
        const found = entryIn(clientText(file) ?? '', format);
        if (found === undefined) continue;
        const isRight = endpoint === undefined || found.includes(endpoint);
        verdicts.push(
          isRight
            ? verdict('clients', 'ok', `${title} is connected (${safeText(file)})`)
            : verdict(
                'clients',
                'warning',
                `${title} is connected to another address than ${endpoint} (${safeText(file)})`,
                `mcpgw connect ${id}`,
              ),
        );
      } catch (error) {
        const { message } = error as Error;
        if (!(error instanceof EditError) && !(error instanceof CliError)) throw error;
        verdicts.push(
          verdict('clients', 'warning', `${title}: ${safeText(file)} cannot be read: ${safeText(message)}`, 'correct the file'),
        );
      }
    }
  }
  if (verdicts.length > 0) return verdicts;
  return [verdict('clients', 'note', 'no client on this machine has the entry mcpgw', 'mcpgw connect lists the known clients')];
}
