/** JSON Schema drafts as santhosh-tekuri/jsonschema v6.0.2 (draft.go), the validator of Helm 4, knows them. */

/** A JSON value. It is never changed. */
export type Json = null | boolean | number | string | Json[] | { readonly [key: string]: Json };
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** The supported drafts, by number or year. */
export type DraftVersion = 4 | 6 | 7 | 2019 | 2020;

/**
 * Where the subschemas of a keyword are: the value itself, the items of a list, the values of a map, or the value or the items of a list.
 */
type Position = 'self' | 'items' | 'values' | 'self or items';

/** The rules of one draft. */
export interface Draft {
  readonly version: DraftVersion;
  readonly url: string;
  /** The keyword that names a resource. */
  readonly id: 'id' | '$id';
  readonly subschemas: ReadonlyMap<string, Position>;
}

const draft4: readonly (readonly [string, Position])[] = [
  ['definitions', 'values'],
  ['not', 'self'],
  ['allOf', 'items'],
  ['anyOf', 'items'],
  ['oneOf', 'items'],
  ['properties', 'values'],
  ['additionalProperties', 'self'],
  ['patternProperties', 'values'],
  ['items', 'self or items'],
  ['additionalItems', 'self'],
  ['dependencies', 'values'],
];
const draft6 = [...draft4, ['propertyNames', 'self'], ['contains', 'self']] as const;
const draft7 = [...draft6, ['if', 'self'], ['then', 'self'], ['else', 'self']] as const;
const draft2019 = [
  ...draft7,
  ['$defs', 'values'],
  ['dependentSchemas', 'values'],
  ['unevaluatedProperties', 'self'],
  ['unevaluatedItems', 'self'],
  ['contentSchema', 'self'],
] as const;
const draft2020 = [...draft2019, ['prefixItems', 'items']] as const;

const define = (version: DraftVersion, url: string, subschemas: readonly (readonly [string, Position])[]): Draft => ({
  version,
  url,
  id: version === 4 ? 'id' : '$id',
  subschemas: new Map(subschemas),
});

export const drafts: Readonly<Record<DraftVersion, Draft>> = {
  4: define(4, 'http://json-schema.org/draft-04/schema', draft4),
  6: define(6, 'http://json-schema.org/draft-06/schema', draft6),
  7: define(7, 'http://json-schema.org/draft-07/schema', draft7),
  2019: define(2019, 'https://json-schema.org/draft/2019-09/schema', draft2019),
  2020: define(2020, 'https://json-schema.org/draft/2020-12/schema', draft2020),
};

/** The draft of a schema that has no `$schema`. */
export const draftLatest = drafts[2020];

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');
const byUrl = new Map<string, Draft>([
  ['json-schema.org/schema', draftLatest],
  ...Object.values(drafts).map(draft => [withoutScheme(draft.url), draft] as const),
]);

/** The draft that a `$schema` URL names. http and https are equal, and an empty fragment is ignored. */
export function draftFromUrl(url: string): Draft | undefined {
  const hash = url.indexOf('#');
  if (hash >= 0 && hash < url.length - 1) return undefined;
  return byUrl.get(withoutScheme(hash < 0 ? url : url.slice(0, hash)));
}

export const isObject = (json: Json | undefined): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json);

/** Returns an own property. Inherited properties such as `constructor` are not keywords. */
export const own = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);
