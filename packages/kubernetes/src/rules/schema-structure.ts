import type { Path } from '@mcpgw/diagnostics';
import { entriesAt, given, givenKeys, isAt, itemsAt, type MapNode, type Node, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const refused = ['$ref', 'definitions', 'dependencies', 'id', 'patternProperties', 'additionalItems', 'uniqueItems'];

export const schemaStructure: ObjectRule = {
  id: 'schema-structure',
  severity: 'error',
  on: ['CustomResourceValidation', 'JSONSchemaProps'],
  why: 'The server takes structural schemas: the root is an object, and some keywords of JSON Schema are refused.',
  check(node, context) {
    const root = given(node, 'openAPIV3Schema');
    if (root?.kind === 'map') {
      if (textAt(root, 'type') !== 'object') context.report(['openAPIV3Schema', 'type'], 'the root of a schema must have type: object');
      checkTypes(root, ['openAPIV3Schema'], context);
      return;
    }
    checkSchema(node, context.report);
  },
};

function checkSchema(node: MapNode, report: (path: readonly string[], message: string) => void): void {
  const type = textAt(node, 'type');
  if (type !== '' && !types.has(type)) report(['type'], `"${type}" is not a type of a schema: one of ${[...types].join(', ')}`);
  for (const key of givenKeys(node, refused))
    if (!(key === 'uniqueItems' && isAt(node, key, false))) report([key], `${key} is refused in the schema of a custom resource`);
  if (
    given(node, 'properties') !== undefined &&
    given(node, 'additionalProperties') !== undefined &&
    !isAt(node, 'additionalProperties', false)
  )
    report(['additionalProperties'], 'properties and additionalProperties may not stand together');
  if (isAt(node, 'x-kubernetes-preserve-unknown-fields', false))
    report(['x-kubernetes-preserve-unknown-fields'], 'x-kubernetes-preserve-unknown-fields can only be true');
  if (type === 'array' && given(node, 'items') === undefined) report(['items'], '"items" is missing: the type array needs it');
  if (isAt(node, 'x-kubernetes-list-type', 'map') && itemsAt(node, 'x-kubernetes-list-map-keys').length === 0)
    report(['x-kubernetes-list-map-keys'], '"x-kubernetes-list-map-keys" is missing: the list type map needs it');
  if (itemsAt(node, 'x-kubernetes-list-map-keys').length > 0 && textAt(node, 'x-kubernetes-list-type') !== 'map')
    report(['x-kubernetes-list-map-keys'], 'x-kubernetes-list-map-keys goes with the list type map only');
}

/** Checks that every property and item has a type, at any depth. Schemas under oneOf and similar keywords need none. */
function checkTypes(node: MapNode, path: Path, context: ObjectContext): void {
  for (const [below, schema] of inner(node)) {
    const at = [...path, ...below];
    if (textAt(schema, 'type') === '' && !isUntyped(schema))
      context.report([...at, 'type'], `"type" is missing: every ${below.length > 1 ? 'property' : 'item'} has one`);
    checkTypes(schema, at, context);
  }
}

/** The direct subschemas that describe values. */
function inner(node: MapNode): [string[], MapNode][] {
  const found: [string[], Node | undefined][] = entriesAt(node, 'properties').map(({ key, value }) => [['properties', key], value]);
  for (const key of ['items', 'additionalProperties']) found.push([[key], given(node, key)]);
  return found.filter((entry): entry is [string[], MapNode] => entry[1]?.kind === 'map');
}

const isUntyped = (schema: MapNode): boolean =>
  isAt(schema, 'x-kubernetes-int-or-string', true) || isAt(schema, 'x-kubernetes-preserve-unknown-fields', true);
