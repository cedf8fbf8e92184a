import { compare, parse } from 'semver';
import type { VersionRange } from './shape.js';

/** The known agentgateway versions. Checks of another version use the nearest older one. */
export const knownVersions = ['0.11.0', '0.12.0', '1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.4.1'] as const;
/** The version that is assumed if none is given: the chart's appVersion. */
export const defaultVersion = '1.4.1';

/** Converts `v1.4.1`, `1.4.1`, `v1.4` or `1.4.1-rc.1` to bare semver; undefined if the text is not a version. */
export function parseVersion(text: string): string | undefined {
  const padded = /^v?\d+\.\d+$/.test(text) ? `${text}.0` : text;
  return parse(padded.replace(/^v/, ''))?.version;
}

/** The version that the tag of an image names; undefined for other words, and for 0.0.0, which builds of a working copy are called. */
export function versionOfTag(tag: string): string | undefined {
  const version = parseVersion(tag);
  return version?.startsWith('0.0.0') === true ? undefined : version;
}

/** Compares two versions by the rules of semver. Negative if the first one is older. */
export const compareVersions = (a: string, b: string): number => compare(a, b);

const ranges = new Map<string, boolean>();

/** Whether a range contains a version. An empty range contains every version. */
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

/** The history of a field or kind that a version does not have, as the end of a sentence that begins with `it`. */
export function historyOf(range: VersionRange): string {
  const came = range.since === undefined ? [] : [`came with v${range.since}`];
  const went = range.until === undefined ? [] : [`was removed in v${range.until}`];
  return [...came, ...went].join(' and ');
}

/** A range in words: `from v1.0.0`, `before v1.0.0`, `from v0.9.0 to before v1.0.0`. `named` writes a version; default: with a "v". */
export function describeRange({ since, until }: VersionRange, named = (version: string): string => `v${version}`): string {
  if (since !== undefined && until !== undefined) return `from ${named(since)} to before ${named(until)}`;
  if (since !== undefined) return `from ${named(since)}`;
  return until === undefined ? 'in every version' : `before ${named(until)}`;
}
