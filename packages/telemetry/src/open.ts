/** Opens telemetry, if anything asks for it. The SDK is loaded only then. */
import type { ServeTelemetry } from '@mcpgw/mcp-config';
import type { ExportFault } from './otlp/exports.js';
import { planTelemetry } from './otlp/plan.js';
import type { Telemetry } from './telemetry.js';

/** What telemetry is opened with. */
export interface TelemetryOptions {
  readonly settings: ServeTelemetry;
  /** Variables, of which those of OpenTelemetry count where the settings say nothing. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Writes arguments and results as redacted, bounded text. */
  readonly redact: (value: unknown) => string;
  /** Tools of one server that metrics name. */
  readonly toolsOfServer: () => number;
  /** Told once when exports of a signal fail and once when they succeed again, and of what was asked for and cannot be done. */
  readonly onFault: (fault: ExportFault) => void;
}

/** Opens telemetry; `undefined` where nothing asks for it. It never throws. */
export async function openTelemetry({ settings, env, ...options }: TelemetryOptions): Promise<Telemetry | undefined> {
  const { signals, problems } = planTelemetry(settings, env);
  for (const text of problems) options.onFault({ kind: 'note', text });
  if (Object.keys(signals).length === 0) return undefined;
  // The SDK reads the rest of its variables from the process itself; those of --env-file are not there.
  for (const [name, value] of Object.entries(env)) if (name.startsWith('OTEL_') && value !== undefined) process.env[name] = value;
  const { openSdk } = await import('./otlp/sdk.js');
  return openSdk({ settings, signals, ...options });
}
