/** Items about servers and their tools. */
import { createHash } from 'node:crypto';
import { safeText } from '@mcpgw/loader';
import type { AttentionItem, AttentionSubject } from './item.js';
import type { AttentionServer } from './state.js';

const maxNamed = 5;

/** The names, or the first of them and how many more there are. */
function named(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names
    .slice(0, maxNamed)
    .map(name => safeText(name))
    .join(', ')}${more}`;
}

const tools = (count: number): string => (count === 1 ? '1 tool' : `${count} tools`);

const isOff = ({ enabled, quarantined }: AttentionServer): boolean => !enabled || quarantined;

/** A server that a person took out of use: in quarantine it waits for a review, disabled it may stay. */
function switchedItem({ to, by, at }: NonNullable<AttentionServer['switched']>, name: string, subject: AttentionSubject): AttentionItem {
  const isHeld = to === 'quarantined';
  return {
    id: `${isHeld ? 'quarantine' : 'disabled'}:${name}`,
    severity: isHeld ? 'warning' : 'info',
    subject,
    since: at,
    what: `${safeText(name)} was ${isHeld ? 'put into quarantine' : 'disabled'} by ${safeText(by)}: none of its tools can be called`,
    fix: isHeld ? 'review the server, then end the quarantine on the page' : 'enable the server on the page when it is needed again',
    action: 'enable',
  };
}

/** A server that is not connected, with the remedy for how it failed. Before its first answer nothing is known to be wrong. */
function connectionItem({ name, connection }: AttentionServer, subject: AttentionSubject): AttentionItem | undefined {
  const { state, error, remedy, since, needsLogin } = connection;
  if (state === 'ready' || state === 'disabled' || error === null) return undefined;
  const from = { since: new Date(since).toISOString() };
  const shown = safeText(name);
  if (needsLogin)
    return {
      id: `login:${name}`,
      severity: 'error',
      subject: { kind: 'login', name },
      ...from,
      what: `${shown} needs a login: ${safeText(error)}`,
      fix: `log in on the page, or with: mcpgw login ${shown}`,
      action: 'login',
    };
  return {
    id: `down:${name}`,
    severity: 'error',
    subject,
    ...from,
    what: `${shown} is down: ${safeText(error)}`,
    fix: remedy ?? 'see the log of the server',
    action: 'restart',
  };
}

/** What waits for a decision about tools of the server. */
function reviewItems({ name, fresh, changed }: AttentionServer, approve: string | undefined): AttentionItem[] {
  const shown = safeText(name);
  const subject: AttentionSubject = { kind: 'approval', name };
  const by = (count: number): string => {
    const onPage = `approve ${count === 1 ? 'it' : 'them'} on the page`;
    return approve === undefined ? onPage : `${onPage}, or with: ${approve}`;
  };
  const items: AttentionItem[] = [];
  if (changed.length > 0)
    items.push({
      id: `changed:${name}`,
      severity: 'warning',
      subject,
      what: `${tools(changed.length)} of ${shown} changed after approval and ${changed.length === 1 ? 'is' : 'are'} locked: ${named(changed.map(({ name }) => name))}`,
      version: createHash('sha256').update(JSON.stringify(changed)).digest('hex').slice(0, 8),
      fix: `look at what changed (mcpgw tools diff ${shown}:${safeText(changed[0]!.name)}), then ${by(changed.length)}`,
      action: 'review',
    });
  if (fresh.length > 0)
    items.push({
      id: `review:${name}`,
      severity: 'info',
      subject,
      what: `${tools(fresh.length)} of ${shown} ${fresh.length === 1 ? 'waits' : 'wait'} for review: ${named(fresh)}`,
      fix: `look at ${fresh.length === 1 ? 'it' : 'them'} (mcpgw tools show ${shown}:${safeText(fresh[0]!)}), then ${by(fresh.length)}`,
      action: 'review',
    });
  return items;
}

function leftOutItems({ name, omittedTools, unnamed }: AttentionServer, subject: AttentionSubject): AttentionItem[] {
  const shown = safeText(name);
  const items: AttentionItem[] = [];
  const [first] = omittedTools;
  if (first !== undefined)
    items.push({
      id: `omitted:${name}`,
      severity: 'warning',
      subject,
      what: `${tools(omittedTools.length)} of ${shown} cannot be used: ${safeText(first.tool)}: ${safeText(first.reason)}`,
      fix: 'the author of the server has to correct them',
    });
  if (unnamed.length > 0)
    items.push({
      id: `unnamed:${name}`,
      severity: 'warning',
      subject,
      what: `${tools(unnamed.length)} of ${shown} ${unnamed.length === 1 ? 'is' : 'are'} left out, since the names would lead to other tools: ${named(unnamed)}`,
      fix: 'rename the server in the configuration, or choose other names with naming in gateway.yaml',
    });
  return items;
}

const approvalFaults = {
  unreadable: ['cannot be read, so all of its tools are locked', 'error'],
  unwritable: ['cannot be stored, so its new and changed tools are locked', 'error'],
} as const;

/** What needs a person at one server. */
export function serverItems(server: AttentionServer, approve: string | undefined): readonly AttentionItem[] {
  const { name, approvalsFault } = server;
  const shown = safeText(name);
  const subject: AttentionSubject = { kind: 'server', name };
  const items: AttentionItem[] = [];
  if (approvalsFault !== undefined) {
    const [what, severity] = approvalFaults[approvalsFault.kind];
    items.push({
      id: `approvals:${name}`,
      severity,
      subject: { kind: 'approval', name },
      what: `the approvals of ${shown} ${what}: ${safeText(approvalsFault.reason)}`,
      fix: 'correct the store; it is tried again by itself',
    });
  }
  if (server.switched) items.push(switchedItem(server.switched, name, subject));
  else if (server.enabled && server.quarantined)
    items.push({
      id: `quarantine:${name}`,
      severity: 'warning',
      subject,
      since: new Date(server.connection.since).toISOString(),
      what: `${shown} is in quarantine: none of its tools can be called`,
      fix: 'review the server, then remove quarantined: true from its configuration',
      action: 'review',
    });
  if (isOff(server)) return items;
  const down = connectionItem(server, subject);
  return [...items, ...(down === undefined ? [] : [down]), ...reviewItems(server, approve), ...leftOutItems(server, subject)];
}
