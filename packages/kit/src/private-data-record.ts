/** The stored record of a session's private data, as JSON. States are only joined, and a joined state is never lower than its parts. */
import { type DataSensitivity, isSensitivity, maxSensitivity } from './sensitivity.js';

export interface PrivateDataRecord {
  /** Whether any data above public has entered the session. */
  readonly hasPrivateData: boolean;
  /** Names of the datasets above public, sorted. */
  readonly privateDatasets: readonly string[];
  readonly sensitivity: DataSensitivity;
}

export const emptyRecord: PrivateDataRecord = { hasPrivateData: false, privateDatasets: [], sensitivity: 'public' };
/** The value for state that cannot be read. */
export const unreadableRecord: PrivateDataRecord = { hasPrivateData: true, privateDatasets: [], sensitivity: 'secret' };

/** Maximum number of names per session; further names still raise the level. */
export const maxDatasets = 1000;

export function recordOf(sensitivity: DataSensitivity, privateDatasets: readonly string[]): PrivateDataRecord {
  return { hasPrivateData: sensitivity !== 'public', privateDatasets, sensitivity };
}

export function joinRecords(a: PrivateDataRecord, b: PrivateDataRecord): PrivateDataRecord {
  const names = [...new Set([...a.privateDatasets, ...b.privateDatasets])].slice(0, maxDatasets).sort();
  return recordOf(maxSensitivity(a.sensitivity, b.sensitivity), names);
}

/** Whether `a` includes everything in `b`. */
export function covers(a: PrivateDataRecord, b: PrivateDataRecord): boolean {
  return formatRecord(joinRecords(a, b)) === formatRecord(a);
}

export function formatRecord({ hasPrivateData, privateDatasets, sensitivity }: PrivateDataRecord): string {
  return JSON.stringify({ has_private_data: hasPrivateData, private_datasets: privateDatasets, sensitivity }, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads what `formatRecord` wrote; undefined text is a session without private data, any other text counts as secret. */
export function parseRecord(text: string | undefined): PrivateDataRecord {
  if (text === undefined) return emptyRecord;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return unreadableRecord;
  const { has_private_data: flag, private_datasets: names, sensitivity } = value as Record<string, unknown>;
  if (!isSensitivity(sensitivity) || !Array.isArray(names) || !names.every(name => typeof name === 'string')) return unreadableRecord;
  const state = recordOf(sensitivity, names);
  return flag === state.hasPrivateData && (flag || names.length === 0) ? state : unreadableRecord;
}
