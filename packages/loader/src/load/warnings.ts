/** What is said of servers that did not load. Ids stand in code-unit order, so a set of outcomes has one text. */
import { safeText } from '../failures/safe-text.js';
import type { ServerLoadOutcome } from './outcome.js';

function failed(outcomes: Iterable<ServerLoadOutcome>, status: ServerLoadOutcome['status']): ServerLoadOutcome[] {
  return [...outcomes]
    .filter(outcome => outcome.status === status)
    .sort((a, b) => (a.serverId < b.serverId ? -1 : a.serverId > b.serverId ? 1 : 0));
}

function idOf({ serverId }: ServerLoadOutcome): string {
  return safeText(serverId);
}

function reasonOf({ error }: ServerLoadOutcome): string {
  return safeText(error ?? 'unknown error').replace(/(?<!\.)\.+$/, '');
}

/** `<ids>: <error>`, servers with the same error together, the groups in the order of their first id. */
function idsAndErrors(outcomes: readonly ServerLoadOutcome[]): string {
  const idsByError = new Map<string, string[]>();
  for (const outcome of outcomes) {
    const ids = idsByError.get(reasonOf(outcome)) ?? [];
    idsByError.set(reasonOf(outcome), [...ids, idOf(outcome)]);
  }
  return [...idsByError].map(([error, ids]) => `${ids.join(', ')}: ${error}`).join('; ');
}

/** The lines for the system prompt: at most one for each kind of failure, transient, permanent, denied. */
export function promptWarnings(outcomes: Iterable<ServerLoadOutcome>): string[] {
  const all = [...outcomes];
  const transient = failed(all, 'transient');
  const permanent = failed(all, 'permanent');
  const denied = failed(all, 'denied');
  const lines: string[] = [];
  if (transient.length > 0)
    lines.push(`**MCP servers still starting up (will retry; tools may appear shortly):** ${transient.map(idOf).join(', ')}`);
  if (permanent.length > 0)
    lines.push(`**MCP servers that failed to load (tools unavailable — needs attention):** ${idsAndErrors(permanent)}`);
  if (denied.length > 0)
    lines.push(`**MCP servers that denied access (tools unavailable — access must be granted):** ${idsAndErrors(denied)}`);
  return lines;
}

/** The line streamed to the user for one server; undefined when it is available. */
export function streamWarning(outcome: ServerLoadOutcome): string | undefined {
  const id = idOf(outcome);
  switch (outcome.status) {
    case 'available':
      return undefined;
    case 'transient':
      return `MCP server '${id}' is starting up and not ready yet — it will be retried.`;
    case 'permanent':
      return `MCP server '${id}' is unavailable: ${reasonOf(outcome)}. Tools from this server will not work.`;
    case 'denied':
      return `MCP server '${id}' denied access: ${reasonOf(outcome)}.`;
  }
}

/** The streamed lines of all failed servers, in the order of their ids: transient, permanent, denied. */
export function streamWarnings(outcomes: Iterable<ServerLoadOutcome>): string[] {
  const all = [...outcomes];
  const ordered = [...failed(all, 'transient'), ...failed(all, 'permanent'), ...failed(all, 'denied')];
  return ordered.flatMap(outcome => streamWarning(outcome) ?? []);
}
