/** Schemas with faults: correct ones of every draft, with one part changed, cut off or inserted; and references of every kind. */

const base: Readonly<Record<string, unknown>> = {
  type: 'object',
  title: 'Values',
  description: 'what may be set',
  required: ['a'],
  properties: {
    a: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    b: { type: ['string', 'null'], minLength: 1, maxLength: 5, pattern: '^[a-z]+$' },
    c: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1, uniqueItems: true },
    d: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'number' } }] },
    e: { $ref: '#/definitions/e' },
  },
  patternProperties: { '^x-': { type: 'string' } },
  additionalProperties: false,
  allOf: [{ not: { required: ['z'] } }],
  definitions: { e: { type: 'boolean' } },
};

const drafts = [
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/draft-06/schema#',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
];

const keywords =
  `$id id $schema $ref $anchor $defs definitions $comment title description default readOnly examples type enum const multipleOf
  maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern items additionalItems maxItems minItems uniqueItems contains
  maxProperties minProperties required properties patternProperties additionalProperties dependencies propertyNames if then else allOf anyOf
  oneOf not format prefixItems unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas minContains maxContains
  $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary contentSchema deprecated`.split(/\s+/);

const wrong: readonly unknown[] = [
  null,
  true,
  5,
  -1,
  1.5,
  'text',
  '(',
  '%zz',
  [],
  ['a'],
  ['a', 'a'],
  [1],
  {},
  { a: 1 },
  { a: 'x' },
  { '(': {} },
  [{ type: 5 }],
];

const references = [
  '#/definitions/nope',
  '#nope',
  'other.json',
  '../other.json#/a',
  'file:///no/such/file.json',
  'file:///no/such/a%20b.json',
  'file:///',
  'ftp://example.org/x',
  'urn:example:x',
  'http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger',
  'http://json-schema.org/draft-07/schema#',
  'data:,x',
];

/** Broken texts: cut off at every so many characters, and with a character inserted or removed. */
function brokenTexts(): string[] {
  const text = JSON.stringify(base, null, 1);
  const cuts = Array.from({ length: 40 }, (_, i) => text.slice(0, Math.floor((text.length * i) / 40)));
  const inserted = [',', '}', '{', ']', ':', '"', '#', 'x', '\\', "'", '\t', '\u0001', 'é', '0', '-'].flatMap(character =>
    [0, 1, 3, 40, 41, 200, 333, text.length - 1, text.length].map(at => text.slice(0, at) + character + text.slice(at)),
  );
  const removed = Array.from({ length: 60 }, (_, i) => text.slice(0, i * 9) + text.slice(i * 9 + 1));
  return [
    '',
    ' ',
    'nul',
    'nulL',
    '01',
    '1.',
    '1e',
    '-',
    '"a',
    '"\\x"',
    '"\\u12"',
    '{} {}',
    '[1,]',
    '{"a":1,}',
    '// x',
    ...cuts,
    ...inserted,
    ...removed,
  ];
}

const withDraft = (draft: string, change: object): string => JSON.stringify({ $schema: draft, ...base, ...change });

/** The text of every schema to check. */
export function faultySchemas(): string[] {
  const faults = drafts.flatMap(draft =>
    keywords.flatMap(keyword =>
      wrong.flatMap(value => [
        JSON.stringify({ ...(keyword === '$schema' ? {} : { $schema: draft }), [keyword]: value }),
        ...(keyword === '$schema' ? [] : [withDraft(draft, { properties: { a: { [keyword]: value } } })]),
      ]),
    ),
  );
  const references_ = drafts.flatMap(draft =>
    references.map(reference => JSON.stringify({ $schema: draft, properties: { a: { $ref: reference } } })),
  );
  const several = drafts.map(draft => withDraft(draft, { type: 5, required: 'a', properties: { a: { type: 'int', minimum: 'x' } } }));
  return [...brokenTexts(), ...faults, ...references_, ...several, 'true', 'false', '5', '"x"', '[]', 'null'];
}
