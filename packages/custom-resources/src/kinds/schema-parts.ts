/** Constraints across the fields of an object as JSON Schema. Null counts as absent, and is accepted in place of an object. */

export type SchemaPart = Readonly<Record<string, unknown>>;

/** A key has a value other than null. */
export const isSet = (key: string): SchemaPart => ({
  type: 'object',
  required: [key],
  properties: { [key]: { not: { type: 'null' } } },
});
const no = { type: 'null' };

export const oneGiven = (keys: readonly string[]): SchemaPart => ({ oneOf: [...keys.map(isSet), no] });
export const someGiven = (keys: readonly string[]): SchemaPart => ({ anyOf: [...keys.map(isSet), no] });
export const mostOneGiven = (keys: readonly string[]): SchemaPart => ({ oneOf: [...keys.map(isSet), { not: { anyOf: keys.map(isSet) } }] });
export const bothGiven = (key: string, wanted: string): SchemaPart => ({ anyOf: [{ not: isSet(key) }, isSet(wanted)] });
export const notBothGiven = (first: string, second: string): SchemaPart => ({ not: { allOf: [isSet(first), isSet(second)] } });

/** A field is set if and only if a key has a value. */
export const givenWith = (field: string, key: string, value: string): SchemaPart => ({
  if: { type: 'object', required: [key], properties: { [key]: { const: value } } },
  then: isSet(field),
  else: { not: isSet(field) },
});
