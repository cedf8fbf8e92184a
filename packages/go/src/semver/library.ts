import { type Constraints, newConstraint } from './constraints.js';
import { memoize } from './memoize.js';
import type { SemverRules } from './rules.js';
import { newVersion, type Version } from './version.js';

/** Masterminds/semver in one release. All throw SemverError. */
export interface Semver {
  newVersion(text: string): Version;
  /** As `newVersion`; charts ask the same for one manifest after the other. */
  versionOf(text: string): Version;
  /** Reads a constraint, and remembers it. */
  constraintOf(text: string): Constraints;
}

/** The library with the rules of a release. */
export const semverOf = (rules: SemverRules): Semver => ({
  newVersion: text => newVersion(text, rules),
  versionOf: memoize(text => newVersion(text, rules)),
  constraintOf: memoize(text => newConstraint(text, rules)),
});
