/** Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/util/compatible.go. */
import type { Semver } from '@mcpgw/go/semver';
import { SemverError } from '@mcpgw/go/semver';

const orUndefined = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SemverError) return undefined;
    throw error;
  }
};

export const isValidVersion = (version: string, { versionOf }: Semver): boolean => orUndefined(() => versionOf(version)) !== undefined;

/** Whether the version satisfies the constraint; false if either is malformed. */
export function isCompatibleRange(constraint: string, version: string, { constraintOf, versionOf }: Semver): boolean {
  const parsed = orUndefined(() => versionOf(version));
  const range = orUndefined(() => constraintOf(constraint));
  return parsed !== undefined && range?.check(parsed) === true;
}
