/** Our answers to the questions of the library judge, in its form. */

import { pathMatch } from '@mcpgw/go/path';
import { compile, quoteMeta } from '@mcpgw/go/regexp';
import { formatDuration, loadLocation, parseDuration, parseInLocation, roundDuration, unixTime, utc } from '@mcpgw/go/time';
import { formatUrl, formatUserinfo, hostname, parseUrl } from '@mcpgw/go/url';
import { fromByteString, GoMap, toByteString } from '@mcpgw/go/values';
import { helm4 } from '@mcpgw/helm';
import { globMatcher } from '../../packages/go/src/glob/glob.js';
import { newConstraint } from '../../packages/go/src/semver/constraints.js';
import { newVersion, strictNewVersion, type Version } from '../../packages/go/src/semver/version.js';
import { urlFuncs } from '../../packages/helm/src/funcs/url.js';
import { parseIgnore } from '../../packages/helm/src/loader/ignore.js';

export type Args = readonly unknown[];

export interface Verdict {
  readonly answer?: unknown;
  readonly error?: string;
}

/** The answer, or the message of what is thrown. Passes through JSON, as the judge's verdicts do. */
export function verdictOf(question: (...args: never[]) => unknown, args: Args): Verdict {
  let verdict: Verdict;
  try {
    verdict = { answer: question(...(args as never[])) };
  } catch (error) {
    verdict = { error: (error as Error).message };
  }
  return JSON.parse(JSON.stringify(verdict).replace(/\\ud[c-f][0-9a-f]{2}/g, '\ufffd')) as Verdict;
}

const call = (object: { method(name: string): { call(...args: never[]): unknown } | undefined }, name: string, ...args: unknown[]) =>
  object.method(name)!.call(...(args as never[])) as never;

function describeVersion(v: Version): string[] {
  const next = ['IncMajor', 'IncMinor', 'IncPatch'].map(name => (call(v, name) as Version).original);
  return [v.toString(), v.original, v.pre, v.metadata, ...next];
}

export const version = (text: string) => describeVersion(newVersion(text));
export const strictVersion = (text: string) => describeVersion(strictNewVersion(text));

export function constraint(text: string, versionText: string) {
  const constraints = newConstraint(text);
  const v = newVersion(versionText);
  return { check: constraints.check(v), reasons: constraints.validate(v), text: constraints.toString() };
}

const zone = (name: string) => loadLocation(name) ?? utc;

export function format(seconds: number, nanoseconds: number, zoneName: string, layout: string) {
  const time = unixTime(BigInt(seconds), nanoseconds, zone(zoneName));
  const { yearDay } = time.civil();
  return [time.format(layout), time.toString(), yearDay, String(call(time, 'Weekday')), call(time, 'IsDST')];
}

export function parseTime(layout: string, text: string, zoneName: string) {
  const time = parseInLocation(layout, text, zone(zoneName));
  const hour = parseDuration('1h');
  const rounded = time.toMultiple(hour, rest => rest + rest >= hour);
  return [Number(time.unix), time.nanosecond, time.toString(), time.addDate(0, 1, 1).toString(), Number(rounded.unix)];
}

export function duration(text: string) {
  const d = parseDuration(text);
  const inUnits = (unit: bigint) => Number(d / unit) + Number(d % unit) / Number(unit);
  const second = 1_000_000_000n;
  return [
    ...[d.toString(), formatDuration(d), formatDuration(roundDuration(d, 60n * second)), formatDuration(d - (d % second))],
    ...[inUnits(3600n * second), inUnits(second)],
  ];
}

/** Keys in the order of Go's encoder. */
export function regexp(pattern: string, text: string, n: number, template: string) {
  const compiled = compile(pattern);
  return {
    all: compiled.findAllString(text, n),
    find: compiled.findString(text),
    literal: compiled.replaceAllLiteralString(text, template),
    match: compiled.matchString(text),
    quoted: quoteMeta(text),
    replace: compiled.replaceAllString(text, template),
    split: compiled.split(text, n),
  };
}

export function url(text: string) {
  const parsed = parseUrl(toByteString(text));
  const user = parsed.user === undefined ? '' : formatUserinfo(parsed.user);
  const { scheme, host, path, rawQuery, opaque, fragment } = parsed;
  return [scheme, host, hostname(parsed), path, rawQuery, opaque, fragment, user, formatUrl(parsed)].map(fromByteString);
}

const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (n: number) => new Uint8Array(n), timezone: 'UTC' };
const urlJoin = urlFuncs(deps, helm4).find(({ name }) => name === 'urlJoin')!;

export function joinUrl(...parts: string[]) {
  const names = ['scheme', 'host', 'path', 'query', 'opaque', 'fragment'];
  return urlJoin.call(new GoMap(names.map((name, i) => [name, parts[i]!])));
}

export function glob(pattern: string, names: readonly string[]) {
  const matches = globMatcher(pattern);
  return names.map(matches);
}

export const match = (pattern: string, name: string) => pathMatch(pattern, name);

export function ignore(rules: string, paths: readonly string[]) {
  const parsed = parseIgnore(rules);
  return paths.map(path => parsed.ignore(path.replace(/\/$/, ''), path.endsWith('/')));
}
