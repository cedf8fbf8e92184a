/** Version constraints as Masterminds/semver v3.5.0 (constraints.go) parses and checks them, and v3.4.0 with its rules (rules.ts). */

import { quote } from '../strconv/quote.js';
import { byteLength } from '../values/bytes.js';
import { type SemverRules, semver350 } from './rules.js';
import { comparePrerelease, newVersion, SemverError, type Version } from './version.js';

const constraintVersion =
  'v?([0-9|xX*]+)(\\.[0-9|xX*]+)?(\\.[0-9|xX*]+)?(-([0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*))?(\\+([0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*))?';
const space = '[\\t\\n\\f\\r ]';
const hyphen = /[\t\n\f\r ]-[\t\n\f\r ]/;
const hyphenRange = new RegExp(`${space}*(${constraintVersion})${space}+-${space}+(${constraintVersion})${space}*`, 'g');

interface Constraint {
  readonly version: Version;
  /** The version as written, including wildcards. */
  readonly text: string;
  readonly operator: string;
  /** A part is a wildcard or missing. */
  readonly dirty: boolean;
  readonly minorDirty: boolean;
  readonly patchDirty: boolean;
}

interface Group {
  readonly all: readonly Constraint[];
  /** One of the constraints names a prerelease, so prereleases can match. */
  readonly prereleases: boolean;
}

/** Alternatives (`||`) of constraints that must all hold (comma or space). */
export class Constraints {
  readonly #groups: readonly Group[];
  constructor(groups: readonly Group[]) {
    this.#groups = groups;
  }

  /** Whether the version satisfies one of the alternatives. */
  check(version: Version): boolean {
    return this.#groups.some(group => group.all.every(c => failure(version, c, group.prereleases) === undefined));
  }

  /** Returns why the version does not satisfy the constraints, one text for each failed constraint; empty if it does. */
  validate(version: Version): string[] {
    const reasons: string[] = [];
    let prereleaseSaid = false;
    for (const group of this.#groups) {
      const failed = group.all.map(c => failure(version, c, group.prereleases)).filter(reason => reason !== undefined);
      if (failed.length === 0) return [];
      if (group.prereleases || version.pre === '') reasons.push(...failed);
      else if (!prereleaseSaid) {
        reasons.push(failed[0]!);
        prereleaseSaid = true;
      }
    }
    return reasons;
  }

  /** The constraints as the library prints them: a space between those that must all hold, ` || ` between alternatives. */
  toString(): string {
    return this.#groups.map(group => group.all.map(c => c.operator + c.text).join(' ')).join(' || ');
  }
}

/**
 * Parses a constraint string.
 *
 * @throws SemverError with the library's message if it is malformed
 */
export function newConstraint(text: string, rules = semver350): Constraints {
  const { maxConstraintBytes: maxBytes, maxConstraintGroups: maxGroups } = rules;
  if (byteLength(text) > maxBytes) throw new SemverError(`constraint string is too long (max ${maxBytes} bytes)`);
  const alternatives = rewriteRanges(text).split('||');
  if (alternatives.length > maxGroups) throw new SemverError(`too many constraint groups (max ${maxGroups})`);
  return new Constraints(alternatives.map(group => parseGroup(group, rules)));
}

/** Rewrites `a - b` to `>= a, <= b`. */
function rewriteRanges(text: string): string {
  if (!hyphen.test(text)) return text;
  let out = text;
  for (const match of text.matchAll(hyphenRange)) out = out.replace(match[0], () => `>= ${match[1]}, <= ${match[11]} `);
  return out;
}

const spaces = new RegExp(`${space}*`, 'y');
const operatorRun = /[=!<>~^]*/y;
const versionAt = new RegExp(constraintVersion, 'y');
const operators = new Set(['', '=', '!=', '>', '<', '>=', '=>', '<=', '=<', '~', '~>', '^']);

/**
 * Parses `[op] version` items between spaces and commas in one pass. The library validates the whole group with a regular expression that
 * backtracks. Operators and versions have no characters in common, so one pass gives the same result.
 */
function parseGroup(text: string, rules: SemverRules): Group {
  const improper = () => new SemverError(`improper constraint: ${rules.quotesText ? quote(text) : text}`);
  const items: [operator: string, match: RegExpExecArray][] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match;
  };
  read(spaces);
  do {
    const operator = read(operatorRun)![0];
    read(spaces);
    const version = read(versionAt);
    if (version === null || !operators.has(operator)) throw improper();
    items.push([operator, version]);
    let separated = read(spaces)![0] !== '';
    if (text[at] === ',') {
      at++;
      read(spaces);
      separated = true;
      if (at === text.length) throw improper();
    }
    if (!separated && at < text.length) throw improper();
  } while (at < text.length);
  const all = items.map(([operator, version]) => parseConstraint(operator, version, rules));
  return { all, prereleases: all.some(c => c.version.pre !== '') };
}

const isWildcard = (text: string | undefined): boolean => text === undefined || text === '' || text === 'x' || text === 'X' || text === '*';

function parseConstraint(operator: string, match: RegExpExecArray, rules: SemverRules): Constraint {
  const [text, major = '', minor, patch, pre = ''] = match;
  const anyMajor = isWildcard(major);
  const minorDirty = !anyMajor && isWildcard(minor?.slice(1));
  const patchDirty = !anyMajor && !minorDirty && isWildcard(patch?.slice(1));
  const dirty = anyMajor || minorDirty || patchDirty;
  let plain = text;
  if (anyMajor) plain = `0.0.0${pre}`;
  else if (minorDirty) plain = `${major}.0.0${pre}`;
  else if (patchDirty) plain = `${major}${minor}.0${pre}`;
  try {
    return { version: newVersion(plain, rules), text, operator, dirty, minorDirty, patchDirty };
  } catch {
    throw new SemverError('constraint parser error');
  }
}

type Check = (v: Version, c: Constraint) => string | undefined;

/** The reason why `v` fails `c`; undefined if it satisfies it. */
function failure(v: Version, c: Constraint, prereleases: boolean): string | undefined {
  if (v.pre !== '' && !prereleases) {
    return `${quote(v.toString())} is a prerelease version and the constraint is only looking for release versions`;
  }
  const reason = checks[c.operator]!(v, c);
  return reason === undefined ? undefined : `${quote(v.toString())} ${reason}`;
}

const unless = (holds: boolean, reason: string, c: Constraint): string | undefined => (holds ? undefined : `${reason} ${quote(c.text)}`);

function notEqual(v: Version, c: Constraint): string | undefined {
  const { version } = c;
  const reason = 'is equal to';
  if (!c.dirty) return unless(v.compare(version) !== 0, reason, c);
  if (version.major !== v.major) return undefined;
  if (c.minorDirty) return unless(false, reason, c);
  if (version.minor !== v.minor) return undefined;
  if (c.patchDirty) {
    const different = (v.pre !== '' || version.pre !== '') && comparePrerelease(v.pre, version.pre) !== 0;
    return unless(different, reason, c);
  }
  return unless(version.patch !== v.patch || v.compare(version) !== 0, reason, c);
}

function greaterThan(v: Version, c: Constraint): string | undefined {
  const { version } = c;
  const reason = 'is less than or equal to';
  if (!c.dirty || v.major < version.major) return unless(v.compare(version) > 0, reason, c);
  if (v.major > version.major) return undefined;
  if (c.minorDirty) return unless(false, reason, c);
  if (c.patchDirty) return unless(v.minor > version.minor, reason, c);
  return unless(v.compare(version) > 0, reason, c);
}

function lessThanEqual(v: Version, c: Constraint): string | undefined {
  const { version } = c;
  const reason = 'is greater than';
  if (!c.dirty) return unless(v.compare(version) <= 0, reason, c);
  return unless(v.major <= version.major && (v.major !== version.major || v.minor <= version.minor || c.minorDirty), reason, c);
}

function tilde(v: Version, c: Constraint): string | undefined {
  const { version } = c;
  if (v.compare(version) < 0) return unless(false, 'is less than', c);
  const isZero = version.major === 0n && version.minor === 0n && version.patch === 0n;
  if (isZero && !c.minorDirty && !c.patchDirty) return undefined;
  if (v.major !== version.major) return unless(false, 'does not have same major version as', c);
  return unless(v.minor === version.minor || c.minorDirty, 'does not have same major and minor version as', c);
}

function caret(v: Version, c: Constraint): string | undefined {
  const { version } = c;
  if (v.compare(version) < 0) return unless(false, 'is less than', c);
  if (version.major > 0n || c.minorDirty || v.major > 0n) {
    return unless(v.major === version.major, 'does not have same major version as', c);
  }
  if (version.minor > 0n || c.patchDirty) {
    if (v.minor === version.minor) return undefined;
    return `does not have same minor version as ${quote(c.text)}. Expected minor versions to match when constraint major version is 0`;
  }
  if (v.minor > 0n) return unless(false, 'does not have same minor version as', c);
  if (v.patch === version.patch) return undefined;
  return `does not equal ${quote(c.text)}. Expect version and constraint to equal when major and minor versions are 0`;
}

const tildeOrEqual: Check = (v, c) => (c.dirty ? tilde(v, c) : unless(v.compare(c.version) === 0, 'is not equal to', c));
const lessThan: Check = (v, c) => unless(v.compare(c.version) < 0, 'is greater than or equal to', c);
const greaterThanEqual: Check = (v, c) => unless(v.compare(c.version) >= 0, 'is less than', c);

const checks: Readonly<Record<string, Check>> = {
  '': tildeOrEqual,
  '=': tildeOrEqual,
  '!=': notEqual,
  '>': greaterThan,
  '<': lessThan,
  '>=': greaterThanEqual,
  '=>': greaterThanEqual,
  '<=': lessThanEqual,
  '=<': lessThanEqual,
  '~': tilde,
  '~>': tilde,
  '^': caret,
};
