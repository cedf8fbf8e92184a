import { calledTool } from '../failures/called-tool.js';
import { type GatewayFailure, InternalFailure } from '../failures/gateway-failure.js';
import type { Exchange } from './exchange.js';
import type { Logger } from './logger.js';

/** The cause of a bug, for the log alone. */
export function causeText(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** Notes how a request was answered: what was asked and by whom, and nothing of what was said. */
export function logAnswer(
  { method, params, session }: Exchange,
  failure: GatewayFailure | undefined,
  milliseconds: number,
  logger: Logger,
): void {
  if (failure === undefined && !logger.isDebug()) return;
  const fields = {
    method,
    ...(method === 'tools/call' && { tool: (calledTool(params) ?? String(params.name)).slice(0, 200) }),
    ms: Math.round(milliseconds * 100) / 100,
    ...(session && { client: String(session.identity.clientInfo.name).slice(0, 100) }),
  };
  if (failure instanceof InternalFailure) logger.error('internal failure', { ...fields, error: causeText(failure.cause) });
  else if (failure) logger.warn('request failed', { ...fields, category: failure.category, mode: failure.mode });
  else logger.debug('request', fields);
}
