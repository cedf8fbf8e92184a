import { type Constraints, newConstraint } from './constraints.js';
import { memoize } from './memoize.js';
import type { SemverRules } from './rules.js';
import { newVersion, type Version } from './version.js';

/** One release of Masterminds/semver. Every method throws SemverError for malformed text. */
export interface Semver {
  newVersion(text: string): Version;
  /** Like `newVersion`, memoized: charts compare the same version for many manifests. */
  versionOf(text: string): Version;
  /** Parses a constraint, memoized. */
  constraintOf(text: string): Constraints;
}

/** The library with the rules of a release. */
export const semverOf = (rules: SemverRules): Semver => ({
  newVersion: text => newVersion(text, rules),
  versionOf: memoize(text => newVersion(text, rules)),
  constraintOf: memoize(text => newConstraint(text, rules)),
});
