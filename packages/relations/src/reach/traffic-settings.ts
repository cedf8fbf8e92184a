import type { Path, Span } from '@mcpgw/diagnostics';
import { entries, isGiven, type Node } from '@mcpgw/structure';

/** The fields of `traffic` of which the proxy takes one policy, whole or part by part. */
export const settingsOfOnePolicy: readonly string[] = [
  'apiKeyAuthentication',
  'basicAuthentication',
  'buffer',
  'cors',
  'csrf',
  'delay',
  'directResponse',
  'extAuth',
  'extProc',
  'hostRewrite',
  'jwtAuthentication',
  'rateLimit',
  'retry',
  'timeouts',
  'transformation',
];

/**
 * The fields that a policy of a route takes from one of a gateway. Rules of authorization are put together for one target, and those of
 * the narrower target count. Buffers follow an order of their own.
 */
const merged: ReadonlySet<string> = new Set([...settingsOfOnePolicy.filter(key => key !== 'buffer'), 'authorization']);

/** A field of `traffic` of which the proxy takes one policy. */
export interface TrafficSetting {
  readonly name: string;
  readonly path: Path;
  readonly keySpan: Span;
}

/** The parts of these are taken from one policy each. */
const inParts: ReadonlySet<string> = new Set(['headerModifiers', 'rateLimit']);

/** The fields of `traffic` that the proxy takes from one policy: of those around a route, from the narrowest. */
export function trafficSettings(traffic: Node): TrafficSetting[] {
  return entries(traffic).flatMap(({ key, keySpan, value }): TrafficSetting[] => {
    const path = ['spec', 'traffic', key];
    if (inParts.has(key))
      return entries(value).map(part => ({ name: `${key}.${part.key}`, path: [...path, part.key], keySpan: part.keySpan }));
    return merged.has(key) && isGiven(traffic, key) ? [{ name: key, path, keySpan }] : [];
  });
}
