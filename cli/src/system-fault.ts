/** What a person is told when the system refuses a file of a store, a record or a key, or a connection: the reason in words, and what to do. */
import { type SystemWords, systemWords, visible } from '@mcpgw/diagnostics';

const unknownHost: SystemWords = { reason: 'unknown host', remedy: 'correct the name of the host' };
const noRoute: SystemWords = { reason: 'no route to the host', remedy: 'check the address and the network' };
const connections: ReadonlyMap<string, SystemWords> = new Map([
  ['ECONNREFUSED', { reason: 'connection refused', remedy: 'check that it runs, and its address' }],
  ['ECONNRESET', { reason: 'the connection was reset', remedy: 'check that it runs, and its address' }],
  ['ENOTFOUND', unknownHost],
  ['EAI_AGAIN', unknownHost],
  ['EHOSTUNREACH', noRoute],
  ['ENETUNREACH', noRoute],
  ['ETIMEDOUT', { reason: 'the connection timed out', remedy: 'check the address and the network' }],
]);

/** How far causes are followed. */
const maxCauses = 8;

interface Refusal {
  readonly reason: string;
  readonly remedy: string;
  readonly file: string | undefined;
}

/** The refusal of the system that an error is, or that caused it. */
function refusalIn(error: unknown): Refusal | undefined {
  let link = error;
  for (let depth = 0; link instanceof Error && depth < maxCauses; depth++) {
    const { code, path, syscall, dest } = link as NodeJS.ErrnoException & { readonly dest?: string };
    const known = syscall === undefined || code === undefined ? undefined : (systemWords(code) ?? connections.get(code));
    if (known !== undefined) return { ...known, file: dest ?? path };
    link = link.cause ?? (link instanceof AggregateError ? (link.errors[0] as unknown) : undefined);
  }
  return undefined;
}

const told = ({ reason, remedy, file }: Refusal): string => `${file === undefined ? '' : `${visible(file)}: `}${reason}; ${remedy}`;

/**
 * The refusal of the system that an error is, or that caused it: `/state/activity: permission denied; run the command as ...`.
 * Undefined if no known refusal is among its causes.
 */
export function systemFault(error: unknown): string | undefined {
  const refusal = refusalIn(error);
  return refusal && told(refusal);
}

/** The message of an error, with the refusal of the system that caused it; the reason is said once. */
export function withSystemFault(error: Error): string {
  const refusal = refusalIn(error);
  if (refusal === undefined) return error.message;
  const end = `: ${refusal.reason}`;
  const message = error.message.endsWith(end) ? error.message.slice(0, -end.length) : error.message;
  return `${message}: ${told(refusal)}`;
}
