import type { Draft, Json, JsonObject } from './drafts.js';

/**
 * What each draft demands of a schema, in our own layout: one keyword a row. Helm refuses a values.schema.json that breaks it.
 * Source: the drafts' specifications.
 */
const any: Json = {};
const self: Json = { $ref: '#' };
const string: Json = { type: 'string' };
const boolean: Json = { type: 'boolean' };
const number: Json = { type: 'number' };
const count: Json = { type: 'integer', minimum: 0 };
const regex: Json = { type: 'string', format: 'regex' };
const schemas: Json = { type: 'array', minItems: 1, items: self };
const schemaMap: JsonObject = { type: 'object', additionalProperties: self };
const names: JsonObject = { type: 'array', items: string, uniqueItems: true };
const simpleType: Json = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };

function draft4(): Record<string, Json> {
  const schemaOrBoolean: Json = { anyOf: [boolean, self] };
  return {
    id: string,
    $schema: string,
    title: string,
    description: string,
    default: any,
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: number,
    exclusiveMaximum: boolean,
    minimum: number,
    exclusiveMinimum: boolean,
    maxLength: count,
    minLength: count,
    pattern: regex,
    additionalItems: schemaOrBoolean,
    items: { anyOf: [self, schemas] },
    maxItems: count,
    minItems: count,
    uniqueItems: boolean,
    maxProperties: count,
    minProperties: count,
    required: { ...names, minItems: 1 },
    additionalProperties: schemaOrBoolean,
    definitions: schemaMap,
    properties: schemaMap,
    patternProperties: schemaMap,
    dependencies: { type: 'object', additionalProperties: { anyOf: [self, { ...names, minItems: 1 }] } },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: { anyOf: [simpleType, { type: 'array', items: simpleType, minItems: 1, uniqueItems: true }] },
    format: string,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: self,
  };
}

function draft6(): Record<string, Json> {
  return {
    ...draft4(),
    id: any,
    $id: { type: 'string', format: 'uri-reference' },
    $schema: { type: 'string', format: 'uri' },
    $ref: { type: 'string', format: 'uri-reference' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    exclusiveMaximum: number,
    exclusiveMinimum: number,
    additionalItems: self,
    additionalProperties: self,
    required: names,
    dependencies: { type: 'object', additionalProperties: { anyOf: [self, names] } },
    patternProperties: { ...schemaMap, propertyNames: { format: 'regex' } },
    contains: self,
    propertyNames: self,
    const: any,
    examples: { type: 'array' },
  };
}

function draft7(): Record<string, Json> {
  return {
    ...draft6(),
    $comment: string,
    readOnly: boolean,
    writeOnly: boolean,
    if: self,
    then: self,
    else: self,
    contentMediaType: string,
    contentEncoding: string,
  };
}

function draft2019(): Record<string, Json> {
  return {
    ...draft7(),
    enum: { type: 'array' },
    $id: { type: 'string', format: 'uri-reference', pattern: '^[^#]*#?$' },
    $anchor: { type: 'string', pattern: '^[A-Za-z][-A-Za-z0-9.:_]*$' },
    $recursiveRef: { type: 'string', format: 'uri-reference' },
    $recursiveAnchor: boolean,
    $vocabulary: { type: 'object', additionalProperties: boolean },
    $defs: schemaMap,
    deprecated: boolean,
    contentSchema: self,
    maxContains: count,
    minContains: count,
    dependentRequired: { type: 'object', additionalProperties: names },
    dependentSchemas: schemaMap,
    unevaluatedItems: self,
    unevaluatedProperties: self,
  };
}

function draft2020(): Record<string, Json> {
  const anchor: Json = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' };
  return {
    ...draft2019(),
    additionalItems: any,
    $anchor: anchor,
    $dynamicRef: { type: 'string', format: 'uri-reference' },
    $dynamicAnchor: anchor,
    items: self,
    prefixItems: schemas,
  };
}

const keywords = { 4: draft4, 6: draft6, 7: draft7, 2019: draft2019, 2020: draft2020 };
const cache = new Map<number, JsonObject>();

/** The schema that schemas of a draft must satisfy. It is itself a draft-07 schema: there formats are asserted. */
export function metaschema(draft: Draft): JsonObject {
  const known = cache.get(draft.version);
  if (known) return known;
  const properties = keywords[draft.version]();
  const built: JsonObject =
    draft.version === 4
      ? {
          $schema: 'http://json-schema.org/draft-07/schema',
          type: 'object',
          properties: asDraft7(properties),
          dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
        }
      : { $schema: 'http://json-schema.org/draft-07/schema', type: ['boolean', 'object'], properties };
  cache.set(draft.version, built);
  return built;
}

const asDraft7 = (properties: Record<string, Json>): JsonObject => ({ ...properties, multipleOf: { type: 'number', exclusiveMinimum: 0 } });
