import { compare, parse } from 'semver';
import type { VersionRange } from './shape.js';

/** The agentgateway versions that are known; checks of another version use the nearest older one. */
export const knownVersions = ['0.11.0', '0.12.0', '1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.4.1'] as const;
/** The version that is assumed when none is named: the chart's appVersion. */
export const defaultVersion = '1.4.1';

/** Reads `v1.4.1`, `1.4.1`, `v1.4` or `1.4.1-rc.1` as bare semver; undefined when it is no version. */
export function parseVersion(text: string): string | undefined {
  const padded = /^v?\d+\.\d+$/.test(text) ? `${text}.0` : text;
  return parse(padded.replace(/^v/, ''))?.version;
}

/** Orders two versions as semver does: negative where the first is the older one. */
export const compareVersions = (a: string, b: string): number => compare(a, b);

const ranges = new Map<string, boolean>();

/** Whether a version lies in a range; an empty range holds every version. */
export function inRange(version: string, range: VersionRange): boolean {
  if (range.since === undefined && range.until === undefined) return true;
  const key = `${version} ${range.since} ${range.until}`;
  let holds = ranges.get(key);
  if (holds === undefined) {
    const started = range.since === undefined || compare(version, range.since) >= 0;
    holds = started && (range.until === undefined || compare(version, range.until) < 0);
    ranges.set(key, holds);
  }
  return holds;
}

/** What became of a field or kind, as the end of `it …`; for one that a version lacks. */
export function historyOf(range: VersionRange): string {
  const came = range.since === undefined ? [] : [`came with v${range.since}`];
  const went = range.until === undefined ? [] : [`was removed in v${range.until}`];
  return [...came, ...went].join(' and ');
}

/** Says a range in words: `from v1.0.0`, `before v1.0.0`, `from v0.9.0 to before v1.0.0`. */
export function describeRange(range: VersionRange): string {
  if (range.since !== undefined && range.until !== undefined) return `from v${range.since} to before v${range.until}`;
  if (range.since !== undefined) return `from v${range.since}`;
  return range.until === undefined ? 'in every version' : `before v${range.until}`;
}
