/** Reads `telemetry` of `gateway.yaml`. */
import { addressProblem } from '../formats/http.js';
import { present } from './entry.js';
import type { EntryReader } from './entry-reader.js';
import type { ServeTelemetry } from './serve-config.js';
import type { SettingsReader } from './settings-reader.js';

/** The settings of `telemetry`. What is left out stays absent, so that variables of OpenTelemetry may decide it. */
export function telemetryOf(reader: SettingsReader): ServeTelemetry {
  const top = reader.in('telemetry');
  const protocol = top.text('protocol');
  const given = {
    enabled: top.bool('enabled'),
    endpoint: endpointOf(top),
    protocol: protocol === 'http/json' || protocol === 'http/protobuf' ? protocol : undefined,
    timeout: reader.milliseconds(top, 'timeout'),
    serviceName: top.text('service_name') || undefined,
    traces: top.bool('traces'),
    metrics: top.bool('metrics'),
    logs: top.bool('logs'),
    sample: top.number('sample'),
    interval: reader.milliseconds(top, 'interval'),
  } as const;
  return {
    ...present(given),
    headers: top.headers(),
    attributes: top.record('attributes'),
    arguments: top.bool('arguments') ?? false,
    results: top.bool('results') ?? false,
    callers: top.bool('callers') ?? false,
  };
}

/** The address of the collector. One that is no address once its variables have values is an error; the schema refuses one that is written out. */
function endpointOf(reader: EntryReader): string | undefined {
  const text = reader.text('endpoint');
  if (text === undefined) return undefined;
  if (!reader.isOpen(text) && reader.raw('endpoint') !== text && addressProblem(text) !== undefined)
    reader.refuse(
      'bad-value',
      'the endpoint of telemetry is not an http or https URL after expansion',
      'check the variables in it',
      'endpoint',
    );
  return text;
}
