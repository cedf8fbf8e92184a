/** What constraints over the fields of an object ask for, as JSON Schema. Null is taken for no value, and passes where an object is. */

export type Part = Readonly<Record<string, unknown>>;

/** A key is there with a value other than null. */
export const given = (key: string): Part => ({
  type: 'object',
  required: [key],
  properties: { [key]: { not: { type: 'null' } } },
});
const no = { type: 'null' };

export const oneGiven = (keys: readonly string[]): Part => ({ oneOf: [...keys.map(given), no] });
export const someGiven = (keys: readonly string[]): Part => ({ anyOf: [...keys.map(given), no] });
export const mostOneGiven = (keys: readonly string[]): Part => ({ oneOf: [...keys.map(given), { not: { anyOf: keys.map(given) } }] });
export const bothGiven = (key: string, wanted: string): Part => ({ anyOf: [{ not: given(key) }, given(wanted)] });
export const notBothGiven = (first: string, second: string): Part => ({ not: { allOf: [given(first), given(second)] } });

/** A field is there just when a key has a value. */
export const givenWith = (field: string, key: string, value: string): Part => ({
  if: { type: 'object', required: [key], properties: { [key]: { const: value } } },
  then: given(field),
  else: { not: given(field) },
});
