/** Checks of Chart.yaml. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2 (metadata.go, dependency.go). */

import { baseName } from '@mcpgw/go/path';
import { quote } from '@mcpgw/go/strconv';
import { isSpaceCode } from '@mcpgw/go/unicode';
import type { Dependency, Maintainer, Metadata } from '../chart/chart.js';
import { isValidVersion } from '../chart/compatible.js';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';

const refusal = (reason: string): HelmError => new HelmError(`validation: ${reason}`);

/** Includes letters and marks of Latin, which are printable too. Properties of all of Unicode take a millisecond to compile. */
const plainText = /^[\x20-\x7e\xa1-\xac\xae-\u0377]*$/;

/** Replaces spaces of any kind by a blank and removes unprintable characters. */
export function sanitizeString(text: string): string {
  if (plainText.test(text)) return text;
  const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;
  return Array.from(text, rune => (isSpaceCode(rune.codePointAt(0)!) ? ' ' : printable.test(rune) ? rune : '')).join('');
}

/**
 * Cleans the texts of Chart.yaml in place.
 *
 * @throws HelmError if Helm refuses one
 */
export function validateMetadata(metadata: Metadata, dialect: Dialect): void {
  for (const key of ['name', 'description', 'home', 'icon', 'condition', 'tags', 'appVersion', 'kubeVersion'] as const) {
    metadata[key] = sanitizeString(metadata[key]);
  }
  for (const key of ['sources', 'keywords'] as const) {
    if (metadata[key].length > 0) metadata[key] = metadata[key].map(sanitizeString);
  }
  validateIdentity(metadata, dialect);
  if (!['', 'application', 'library'].includes(metadata.type)) throw refusal('chart.metadata.type must be application or library');
  for (const maintainer of metadata.maintainers) validateMaintainer(maintainer);
  validateDependencies(metadata.dependencies ?? []);
}

function validateIdentity({ apiVersion, name, version }: Metadata, { refusesDotNames, semver }: Dialect): void {
  if (apiVersion === '') throw refusal('chart.metadata.apiVersion is required');
  if (name === '') throw refusal('chart.metadata.name is required');
  if (refusesDotNames && (name === '.' || name === '..')) throw refusal(`chart.metadata.name ${quote(name)} is not allowed`);
  if (name !== baseName(name)) throw refusal(`chart.metadata.name ${quote(name)} is invalid`);
  if (version === '') throw refusal('chart.metadata.version is required');
  if (!isValidVersion(version, semver)) throw refusal(`chart.metadata.version ${quote(version)} is invalid`);
}

function validateMaintainer(maintainer: Maintainer | null): void {
  if (!maintainer) throw refusal('maintainers must not contain empty or null nodes');
  maintainer.name = sanitizeString(maintainer.name);
  maintainer.email = sanitizeString(maintainer.email);
  maintainer.url = sanitizeString(maintainer.url);
}

function validateDependencies(dependencies: readonly (Dependency | null)[]): void {
  const keys = new Set<string>();
  for (const dependency of dependencies) {
    if (!dependency) throw refusal('dependencies must not contain empty or null nodes');
    for (const key of ['name', 'version', 'repository', 'condition'] as const) dependency[key] = sanitizeString(dependency[key]);
    dependency.tags = dependency.tags.map(sanitizeString);
    if (dependency.alias !== '' && !/^[a-zA-Z0-9_-]+$/.test(dependency.alias)) {
      throw refusal(`dependency ${quote(dependency.name)} has disallowed characters in the alias`);
    }
    const key = dependency.alias || dependency.name;
    if (keys.has(key)) throw refusal(`more than one dependency with name or alias ${quote(key)}`);
    keys.add(key);
  }
}
