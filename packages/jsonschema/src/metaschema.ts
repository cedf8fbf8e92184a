import type { Draft, Json, JsonObject } from './drafts.js';

/**
 * The metaschema of each draft, one row for each keyword. Helm refuses a values.schema.json that breaks it. Its reasons name the steps of
 * the draft's own metaschema, that is, which vocabulary holds a keyword and which parts are separate definitions. Source: the
 * specifications of the drafts.
 */
const any: Json = {};
const self: Json = { $ref: '#' };
const string: Json = { type: 'string' };
const boolean: Json = { type: 'boolean' };
const number: Json = { type: 'number' };
const regex: Json = { type: 'string', format: 'regex' };
const uri: Json = { type: 'string', format: 'uri' };
const uriReference: Json = { type: 'string', format: 'uri-reference' };
const schemaMap: JsonObject = { type: 'object', additionalProperties: self };
const patternMap: JsonObject = { ...schemaMap, propertyNames: { format: 'regex' } };

const definition = (name: string): Json => ({ $ref: `#/definitions/${name}` });
const count = definition('nonNegativeInteger');
const countOrZero = definition('nonNegativeIntegerDefault0');
const schemas = definition('schemaArray');
const names = definition('stringArray');
const simpleType = definition('simpleTypes');
const type: Json = { anyOf: [simpleType, { type: 'array', items: simpleType, minItems: 1, uniqueItems: true }] };

const definitions: JsonObject = {
  schemaArray: { type: 'array', minItems: 1, items: self },
  nonNegativeInteger: { type: 'integer', minimum: 0 },
  nonNegativeIntegerDefault0: { allOf: [count, { default: 0 }] },
  simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
  stringArray: { type: 'array', items: string, uniqueItems: true },
};

/** Keywords that bound numbers and lengths. */
const limits: JsonObject = {
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: countOrZero,
  pattern: regex,
  maxItems: count,
  minItems: countOrZero,
  uniqueItems: boolean,
  maxProperties: count,
  minProperties: countOrZero,
  required: names,
};

const combined: JsonObject = { allOf: schemas, anyOf: schemas, oneOf: schemas, not: self };
const conditional: JsonObject = { if: self, then: self, else: self };
const dependencies: Json = { type: 'object', additionalProperties: { anyOf: [self, names] } };

function draft4(): JsonObject {
  const schemaOrBoolean: Json = { anyOf: [boolean, self] };
  const properties: JsonObject = {
    ...limits,
    id: string,
    $schema: uri,
    $ref: string,
    title: string,
    description: string,
    default: any,
    exclusiveMaximum: boolean,
    exclusiveMinimum: boolean,
    additionalItems: schemaOrBoolean,
    items: { anyOf: [self, schemas] },
    additionalProperties: schemaOrBoolean,
    definitions: schemaMap,
    properties: schemaMap,
    patternProperties: schemaMap,
    dependencies,
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type,
    format: string,
    ...combined,
  };
  return {
    type: 'object',
    definitions: { ...definitions, stringArray: { type: 'array', items: string, minItems: 1, uniqueItems: true } },
    properties,
    dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
  };
}

const draft6Properties: JsonObject = {
  ...limits,
  $id: uriReference,
  $schema: uri,
  $ref: uriReference,
  title: string,
  description: string,
  default: any,
  additionalItems: self,
  items: { anyOf: [self, schemas] },
  contains: self,
  additionalProperties: self,
  definitions: schemaMap,
  properties: schemaMap,
  patternProperties: schemaMap,
  dependencies,
  propertyNames: self,
  const: any,
  enum: { type: 'array', minItems: 1, uniqueItems: true },
  type,
  format: string,
  ...combined,
};

const schemaTypes: Json = ['boolean', 'object'];

const draft6 = (): JsonObject => ({ type: schemaTypes, definitions, properties: draft6Properties });

const draft7 = (): JsonObject => ({
  type: schemaTypes,
  definitions,
  properties: {
    ...draft6Properties,
    patternProperties: patternMap,
    $comment: string,
    readOnly: boolean,
    writeOnly: boolean,
    examples: { type: 'array' },
    ...conditional,
    contentMediaType: string,
    contentEncoding: string,
  },
});

/** A metaschema that consists of vocabularies. Each vocabulary is checked on its own. */
function ofVocabularies(vocabularies: Readonly<Record<string, JsonObject>>, properties: JsonObject): JsonObject {
  const parts = Object.entries(vocabularies).map(([name, own]) => [name, { type: schemaTypes, properties: own }] as const);
  return {
    type: schemaTypes,
    definitions: {
      ...definitions,
      nonNegativeIntegerDefault0: count,
      ...Object.fromEntries(parts),
    },
    allOf: parts.map(([name]) => definition(name)),
    properties: { definitions: schemaMap, dependencies, ...properties },
  };
}

const core: JsonObject = {
  $id: { ...uriReference, pattern: '^[^#]*#?$' },
  $schema: uri,
  $ref: uriReference,
  $vocabulary: { type: 'object', propertyNames: uri, additionalProperties: boolean },
  $comment: string,
  $defs: schemaMap,
};

const applicator: JsonObject = {
  contains: self,
  additionalProperties: self,
  properties: schemaMap,
  patternProperties: patternMap,
  dependentSchemas: schemaMap,
  propertyNames: self,
  ...conditional,
  ...combined,
};

const unevaluated: JsonObject = { unevaluatedItems: self, unevaluatedProperties: self };

const assertions: JsonObject = {
  ...limits,
  maxContains: count,
  minContains: count,
  dependentRequired: { type: 'object', additionalProperties: names },
  const: any,
  enum: { type: 'array' },
  type,
};

const notes: JsonObject = {
  title: string,
  description: string,
  default: any,
  deprecated: boolean,
  readOnly: boolean,
  writeOnly: boolean,
  examples: { type: 'array' },
};

const content: JsonObject = { contentMediaType: string, contentEncoding: string, contentSchema: self };

function draft2019(): JsonObject {
  const own: JsonObject = {
    $anchor: { type: 'string', pattern: '^[A-Za-z][-A-Za-z0-9.:_]*$' },
    $recursiveRef: uriReference,
    $recursiveAnchor: boolean,
  };
  return ofVocabularies(
    {
      core: { ...core, ...own },
      applicator: { ...applicator, ...unevaluated, additionalItems: self, items: { anyOf: [self, schemas] } },
      validation: assertions,
      'meta-data': notes,
      format: { format: string },
      content,
    },
    {},
  );
}

function draft2020(): JsonObject {
  const anchor: Json = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' };
  return ofVocabularies(
    {
      core: { ...core, $anchor: anchor, $dynamicRef: uriReference, $dynamicAnchor: anchor },
      applicator: { ...applicator, prefixItems: schemas, items: self },
      unevaluated,
      validation: assertions,
      'meta-data': notes,
      'format-annotation': { format: string },
      content,
    },
    { $recursiveAnchor: anchor, $recursiveRef: uriReference },
  );
}

const metaschemas = { 4: draft4, 6: draft6, 7: draft7, 2019: draft2019, 2020: draft2020 };
const cache = new Map<number, JsonObject>();

/** The schema that schemas of a draft must satisfy. It is itself a draft-07 schema, because that draft asserts formats. */
export function metaschema(draft: Draft): JsonObject {
  const known = cache.get(draft.version);
  if (known) return known;
  const built: JsonObject = { $schema: 'http://json-schema.org/draft-07/schema', ...metaschemas[draft.version]() };
  cache.set(draft.version, built);
  return built;
}
