/** Items about the gateway itself: configuration, store, record of activity, logins, disk, clock. */
import { safeText } from '@mcpgw/loader';
import type { LoginInfo } from '@mcpgw/login';
import type { AttentionItem } from './item.js';
import type { AttentionState, DiskRoom } from './state.js';

const mebibyte = 1024 * 1024;
const minute = 60_000;

function configItems({ refused, needsRestart }: AttentionState): AttentionItem[] {
  const items: AttentionItem[] = [];
  const subject = { kind: 'config', name: 'configuration' } as const;
  if (refused !== undefined)
    items.push({
      id: 'config:refused',
      severity: 'error',
      subject,
      since: refused.at.toISOString(),
      what: `the configuration on disk was refused, the one before stays in effect: ${safeText(refused.reason)}`,
      fix: 'correct the file; mcpgw serve --check shows every problem with its line',
    });
  if (needsRestart.length > 0)
    items.push({
      id: 'config:restart',
      severity: 'info',
      subject,
      what: `settings take effect at the next start of the gateway: ${needsRestart.map(name => safeText(name)).join(', ')}`,
      fix: 'restart the gateway',
    });
  return items;
}

function storeItems({ storeFault, sessionsFault, record }: AttentionState): AttentionItem[] {
  const items: AttentionItem[] = [];
  if (storeFault !== undefined)
    items.push({
      id: 'store:fault',
      severity: 'error',
      subject: { kind: 'store', name: 'store' },
      what: `the store does not answer: ${safeText(storeFault)}`,
      fix: 'check that it runs and can be reached; it is tried again by itself',
    });
  if (sessionsFault !== undefined)
    items.push({
      id: 'store:sessions',
      severity: 'error',
      subject: { kind: 'store', name: 'store' },
      what: `the store takes no sessions, those opened meanwhile end with this gateway: ${safeText(sessionsFault)}`,
      fix: 'make room on its disk, or correct the store; these sessions are then written within seconds, by themselves',
    });
  const subject = { kind: 'store', name: 'record of activity' } as const;
  if (record?.state === 'failing')
    items.push({
      id: 'record:failing',
      severity: 'error',
      subject,
      what: `the record of activity cannot be written: ${safeText(record.error ?? 'the store does not answer')}`,
      fix: 'correct the store; records wait in memory up to a limit, and are lost above it',
    });
  if (record !== undefined && record.lost > 0)
    items.push({
      id: 'record:lost',
      severity: 'warning',
      subject,
      what: `${record.lost} ${record.lost === 1 ? 'record' : 'records'} of activity could not be written since the start`,
      fix: 'find out why with the log of the gateway; the record itself says where records are missing',
    });
  return items;
}

/** A login that nothing refreshes is reported in the last quarter of its time, at most a day before its end. */
function isExpiring({ expiresAt, obtainedAt, isRefreshed }: LoginInfo, now: number): boolean {
  if (expiresAt === undefined || isRefreshed) return false;
  return now >= expiresAt - Math.min(24 * 60 * minute, (expiresAt - obtainedAt) / 4);
}

function loginItem(login: LoginInfo, now: number): AttentionItem | undefined {
  const { server, subject: user, expiresAt, ended } = login;
  if (ended === undefined && !isExpiring(login, now)) return undefined;
  const shown = safeText(server);
  const whose = user === '' ? '' : ` of ${safeText(user)}`;
  const isOver = ended !== undefined || (expiresAt !== undefined && now >= expiresAt);
  const end = ended === undefined ? `${isOver ? 'ended' : 'ends'} at ${new Date(expiresAt!).toISOString()}` : `is over: ${safeText(ended)}`;
  return {
    id: `login-end:${server}${user === '' ? '' : `:${user}`}`,
    severity: isOver && user === '' ? 'error' : 'warning',
    subject: { kind: 'login', name: server },
    what: `the login${whose} to ${shown} ${end}`,
    fix: user === '' ? `log in on the page, or with: mcpgw login ${shown}` : `${safeText(user)} has to log in again on the page`,
    action: 'login',
  };
}

/** Logins that end; a server that is already known to need one is left out. */
function loginItems({ logins = [], loginsFault, servers }: AttentionState, now: number): AttentionItem[] {
  const needed = new Set(servers.filter(({ connection }) => connection.needsLogin).map(({ name }) => name));
  const items = logins.filter(({ server, subject }) => subject !== '' || !needed.has(server)).flatMap(login => loginItem(login, now) ?? []);
  if (loginsFault !== undefined)
    items.push({
      id: 'login:unreadable',
      severity: 'error',
      subject: { kind: 'store', name: 'logins' },
      what: `the stored logins cannot be read: ${safeText(loginsFault)}`,
      fix: 'give the gateway the key with which they were stored (login.keys in gateway.yaml), or log in again',
    });
  return items;
}

const size = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`;

function diskItem({ folder, free, total }: DiskRoom): AttentionItem | undefined {
  const isFull = free < 64 * mebibyte;
  if (!isFull && !(free < 1024 * mebibyte && free < total / 20)) return undefined;
  return {
    id: 'disk:store',
    severity: isFull ? 'error' : 'warning',
    subject: { kind: 'store', name: safeText(folder) },
    what: `the disk of ${safeText(folder)} is ${isFull ? 'full' : 'nearly full'}: ${size(free)} of ${size(total)} are free`,
    fix: 'make room on the disk, or shorten the record of activity (activity.keep in gateway.yaml)',
  };
}

function clockItem(aheadMs: number): AttentionItem | undefined {
  const off = Math.abs(aheadMs);
  if (off < 10_000) return undefined;
  return {
    id: 'clock:off',
    severity: off < 2 * minute ? 'warning' : 'error',
    subject: { kind: 'clock', name: 'clock' },
    what: `the clock of this machine is ${Math.round(off / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the store`,
    fix: 'synchronize the clocks (NTP): tokens, certificates and sessions depend on them',
  };
}

/** What needs a person besides servers and tools. */
export function gatewayItems(state: AttentionState, now: number): readonly AttentionItem[] {
  const { disk, clockAheadMs } = state;
  const measured = [disk && diskItem(disk), clockAheadMs === undefined ? undefined : clockItem(clockAheadMs)];
  return [
    ...configItems(state),
    ...storeItems(state),
    ...loginItems(state, now),
    ...measured.filter((item): item is AttentionItem => item !== undefined),
  ];
}
