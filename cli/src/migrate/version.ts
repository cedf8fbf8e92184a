import { inRange, knownVersions } from '@mcpgw/structure';
import { CliError } from '../errors.js';
import { gatewayVersionOf } from '../gateway-version.js';

/** A version of a flag as bare semver; `v1.4` is the newest known v1.4. @throws CliError for a version that migrations do not know */
export function targetVersion(text: string, flag: string): string {
  const version = gatewayVersionOf(text);
  if (version === undefined) throw new CliError(`${flag}: "${text}" is not a version`);
  const [first, last] = [knownVersions[0], knownVersions.at(-1)!];
  if (!inRange(version, { since: first }) || (inRange(version, { since: last }) && version !== last)) {
    throw new CliError(`${flag}: v${version} is not known; migrations go from v${first} to v${last}`);
  }
  return version;
}
