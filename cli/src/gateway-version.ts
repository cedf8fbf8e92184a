/** Versions of agentgateway as flags and settings name them. */
import { knownVersions, parseVersion } from '@mcpgw/structure';

/**
 * A version as bare semver; undefined if the text is not a version.
 *
 * @param text `v1.4.0`, `1.4.0`, or `v1.4` for the newest known v1.4
 */
export function gatewayVersionOf(text: string): string | undefined {
  const minor = /^v?(\d+\.\d+)$/.exec(text)?.[1];
  const newest = minor === undefined ? undefined : knownVersions.findLast(version => version.startsWith(`${minor}.`));
  return newest ?? parseVersion(text);
}
