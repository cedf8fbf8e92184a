/** Telemetry of a running gateway: opened with the settings of the start, closed last. */
import type { Redact } from '@mcpgw/activity';
import type { Logger } from '@mcpgw/gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { type ExportFault, openTelemetry, type Telemetry } from '@mcpgw/telemetry';
import { version } from '../version.js';

interface InEffect {
  readonly config: ServeConfig;
  readonly env: Env;
}

/** Logs that exports fail, once, and that they succeed again. */
function logFault(fault: ExportFault, logger: Logger): void {
  if (fault.kind === 'failing') logger.error('telemetry cannot be exported; calls continue', { signal: fault.signal, error: fault.reason });
  else if (fault.kind === 'again') logger.info('telemetry is exported again', { signal: fault.signal, lost: fault.lost });
  else logger.warn('telemetry', { problem: fault.text });
}

/** Opens telemetry, if gateway.yaml or a variable of OpenTelemetry asks for it. `redact` is that of the record of activity. */
export function startTelemetry(current: InEffect, logger: Logger, redact: () => Redact): Promise<Telemetry | undefined> {
  return openTelemetry({
    settings: current.config.telemetry,
    env: current.env,
    version,
    redact: value => redact()(value),
    toolsOfServer: () => current.config.limits.metricTools,
    onFault: fault => logFault(fault, logger),
  });
}

/** Exports what is left. Whether nothing of it holds the process any more. */
export async function endTelemetry(telemetry: Telemetry | undefined, logger: Logger): Promise<boolean> {
  if (telemetry === undefined || (await telemetry.close())) return true;
  logger.warn('telemetry was not exported to its end: the collector does not answer');
  return false;
}
