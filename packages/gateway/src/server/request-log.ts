import { callerName } from '@mcpgw/access';
import { type GatewayFailure, InternalFailure } from '@mcpgw/failures';
import { calledTool } from '@mcpgw/failures/internal';
import { StoreError } from '@mcpgw/store';
import type { Metrics } from '@mcpgw/telemetry';
import type { Exchange } from './exchange.js';
import type { Logger } from './logger.js';

/** The cause of a bug, for the log alone. */
function causeText(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** Records every answered request in the metrics and the log: its method, tool and client, and nothing of its contents. */
export class RequestLog {
  readonly #metrics: Pick<Metrics, 'answered'>;
  readonly #logger: Logger;

  constructor(metrics: Pick<Metrics, 'answered'>, logger: Logger) {
    this.#metrics = metrics;
    this.#logger = logger;
  }

  answered(exchange: Exchange, failure: GatewayFailure | undefined, milliseconds: number): void {
    this.#metrics.answered(exchange.method, failure, milliseconds);
    if (failure !== undefined || this.#logger.isDebug()) this.#write(exchange, failure, milliseconds);
  }

  #write({ method, params, session, caller, span }: Exchange, failure: GatewayFailure | undefined, milliseconds: number): void {
    const logger = this.#logger;
    const fields = {
      method,
      ...(method === 'tools/call' && { tool: (calledTool(params) ?? String(params.name)).slice(0, 200) }),
      ms: Math.round(milliseconds * 100) / 100,
      ...((caller.kind === 'key' || caller.kind === 'token') && { caller: callerName(caller) }),
      ...(span?.ids && { trace_id: span.ids.trace, span_id: span.ids.span }),
      ...(session && { client: String(session.identity.clientInfo.name).slice(0, 100) }),
    };
    if (failure instanceof InternalFailure) logger.error('internal failure', { ...fields, error: causeText(failure.cause) });
    else if (failure) logger.warn('request failed', { ...fields, category: failure.category, mode: failure.mode });
    else logger.debug('request', fields);
  }
}

/** Logs a failure of work that no request waits for. */
export function logBackgroundFailure(error: unknown, logger: Logger): void {
  // A store that cannot be read or written is not a bug of the gateway, and whoever asked has been told.
  if (error instanceof StoreError) logger.error('the store failed', { error: error.message });
  else logger.error('internal failure', { error: causeText(error) });
}
