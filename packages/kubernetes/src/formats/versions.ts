/** Minor versions of Kubernetes 1 as semver, for the version ranges of shapes. */

/** A version later than any other: by default, no server knows what needs a feature gate. */
export const behindGate = '1.1000.0';

/** The semver of a minor version: `1.34.0` for 34. */
export const versionOfMinor = (minor: number): string => `1.${minor}.0`;

/** The minor version of a semver. Default: later than any version. */
export function minorOf(version = behindGate): number {
  return Number(version.slice(2, version.indexOf('.', 2)));
}
