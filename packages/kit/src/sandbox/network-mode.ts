/** The network access of a sandbox, by the sensitivity of its data. */
import { type DataSensitivity, isSensitivity } from '../sensitivity.js';

/** In order of strictness: anything; the allow-list of a forward proxy; nothing, without name resolution. */
export const networkModes = ['FULL', 'PROXIED', 'NONE'] as const;

export type NetworkMode = (typeof networkModes)[number];

const modes: Readonly<Record<DataSensitivity, NetworkMode>> = {
  public: 'FULL',
  internal: 'FULL',
  confidential: 'PROXIED',
  secret: 'NONE',
};

/** The network that data of a sensitivity allows; an unknown sensitivity counts as secret. */
export function networkModeOf(sensitivity: DataSensitivity): NetworkMode {
  return isSensitivity(sensitivity) ? modes[sensitivity] : 'NONE';
}

export function isNetworkMode(value: unknown): value is NetworkMode {
  return networkModes.includes(value as NetworkMode);
}

/** The stricter of two. */
export function stricterMode(a: NetworkMode, b: NetworkMode): NetworkMode {
  return networkModes.indexOf(a) >= networkModes.indexOf(b) ? a : b;
}
