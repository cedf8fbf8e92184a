/** Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/util/compatible.go. */
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

/** Answers that were given: a chart asks the same for each environment. */
const known = new Map<string, boolean>();
const maxKnown = 500;

/** Whether the version satisfies the constraint; false where either cannot be read. */
export function isCompatibleRange(constraint: string, version: string): boolean {
  const question = JSON.stringify([version, constraint]);
  let answer = known.get(question);
  if (answer === undefined) {
    answer = satisfies(version, constraint);
    if (known.size >= maxKnown) known.clear();
    known.set(question, answer);
  }
  return answer;
}
