/** Sensitivity levels of data. */

export const DataSensitivity = { PUBLIC: 'public', INTERNAL: 'internal', CONFIDENTIAL: 'confidential', SECRET: 'secret' } as const;

export type DataSensitivity = (typeof DataSensitivity)[keyof typeof DataSensitivity];

/** In rising order. */
export const sensitivities: readonly DataSensitivity[] = ['public', 'internal', 'confidential', 'secret'];

export function isSensitivity(value: unknown): value is DataSensitivity {
  return sensitivities.includes(value as DataSensitivity);
}

/** The higher of two levels. */
export function maxSensitivity(a: DataSensitivity, b: DataSensitivity): DataSensitivity {
  return sensitivities.indexOf(a) >= sensitivities.indexOf(b) ? a : b;
}
