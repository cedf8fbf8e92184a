/** Verdicts from the state of a gateway: its list of what needs a person, and a line for what is in order. */
import { safeText } from '@mcpgw/loader';
import type { GatewayStateReport } from '@mcpgw/local-gateway';
import { type Verdict, verdict } from './verdict.js';

type Item = GatewayStateReport['attention'][number];
type Server = GatewayStateReport['servers'][number];

const statuses = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The part of the machine that an item belongs to. */
function checkOf({ subject: { kind, name } }: Item): Verdict['check'] {
  if (kind === 'store') return name === 'record of activity' ? 'record' : name === 'logins' ? 'logins' : 'store';
  if (kind === 'config') return 'configuration';
  if (kind === 'login') return 'logins';
  if (kind === 'approval' || kind === 'tool') return 'approvals';
  return kind === 'clock' ? 'clock' : 'servers';
}

function itemVerdict(item: Item): Verdict {
  const since = item.since === undefined ? '' : ` (since ${item.since})`;
  return verdict(checkOf(item), statuses[item.severity], `${safeText(item.what, [], 600)}${since}`, safeText(item.fix, [], 600));
}

function serverVerdict({ name, enabled, quarantined, connection, tools, serverInfo }: Server): Verdict | undefined {
  const shown = safeText(name);
  if (!enabled) return verdict('servers', 'skipped', `${shown} is switched off in the configuration`);
  if (quarantined || connection.error !== null) return undefined;
  if (connection.state !== 'ready')
    return verdict('servers', 'warning', `${shown} has not answered yet`, 'wait, then run mcpgw doctor again');
  const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
  return verdict('servers', 'ok', `${shown} is connected: ${count}${serverInfo === undefined ? '' : ` (${safeText(serverInfo)})`}`);
}

const activities: Readonly<Record<string, string>> = { recording: 'records are written', off: 'nothing is recorded (activity.enabled)' };

/** What a gateway says of its servers, store, approvals and logins. */
export function stateVerdicts({ attention, servers, status }: GatewayStateReport): readonly Verdict[] {
  const found = attention.map(itemVerdict);
  const has = (check: Verdict['check']) => found.some(each => each.check === check);
  const { store, activity } = status as { store?: { answers?: boolean }; activity?: { state?: string } };
  const fine: Verdict[] = servers.flatMap(server => serverVerdict(server) ?? []);
  if (servers.length === 0) fine.push(verdict('servers', 'warning', 'no server is configured', 'add servers to the configuration'));
  if (!has('store') && store?.answers === true) fine.push(verdict('store', 'ok', 'the store answers the gateway'));
  const state = activity?.state ?? '';
  if (!has('record') && Object.hasOwn(activities, state))
    fine.push(verdict('record', state === 'off' ? 'skipped' : 'ok', activities[state]!));
  if (!has('approvals')) fine.push(verdict('approvals', 'ok', 'no tool waits for review, and none changed after approval'));
  if (!has('logins')) fine.push(verdict('logins', 'ok', 'no login is missing, and none is about to end'));
  return [...found, ...fine];
}
