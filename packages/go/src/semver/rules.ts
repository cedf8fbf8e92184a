/** The differences between the releases of Masterminds/semver that Helm is built with. */
export interface SemverRules {
  readonly maxVersionBytes: number;
  readonly maxConstraintBytes: number;
  /** The maximum number of alternatives, separated by `||`. */
  readonly maxConstraintGroups: number;
  /** Whether messages quote the text that is refused. */
  readonly quotesText: boolean;
  /** Whether the number after the largest one is 0 instead of an error. */
  readonly overflows: boolean;
}

/** v3.5.0, in Helm 4.2.4. */
export const semver350: SemverRules = {
  maxVersionBytes: 256,
  maxConstraintBytes: 512,
  maxConstraintGroups: 32,
  quotesText: true,
  overflows: false,
};

/** v3.4.0, in Helm 3.20.0. It accepts texts of any length; these limits are ours. */
export const semver340: SemverRules = {
  maxVersionBytes: 1_000_000,
  maxConstraintBytes: 100_000,
  maxConstraintGroups: 10_000,
  quotesText: false,
  overflows: true,
};
