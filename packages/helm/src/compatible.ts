/** Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/util/compatible.go. */
import { remembering } from './remembering.js';
import { newConstraint } from './semver/constraints.js';
import { newVersion, SemverError } from './semver/version.js';

const orUndefined = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SemverError) return undefined;
    throw error;
  }
};

export const isValidVersion = (version: string): boolean => orUndefined(() => newVersion(version)) !== undefined;

function satisfies(version: string, constraint: string): boolean {
  const parsed = orUndefined(() => newVersion(version));
  const range = orUndefined(() => newConstraint(constraint));
  return parsed !== undefined && range?.check(parsed) === true;
}

const answerOf = remembering(question => {
  const [version, constraint] = JSON.parse(question) as [string, string];
  return satisfies(version, constraint);
});

/** Whether the version satisfies the constraint; false where either cannot be read. A chart asks the same for each environment. */
export const isCompatibleRange = (constraint: string, version: string): boolean => answerOf(JSON.stringify([version, constraint]));
