/** Minor versions of Kubernetes 1 as the semver that shapes are ranged by. */

/** Later than every version: by default no server knows what needs a feature gate. */
export const behindGate = '1.1000.0';

/** The semver of a minor version: `1.34.0` of 34. */
export const versionOfMinor = (minor: number): string => `1.${minor}.0`;

/** The minor version of a semver; later than every version when absent. */
export function minorOf(version = behindGate): number {
  return Number(version.slice(2, version.indexOf('.', 2)));
}
