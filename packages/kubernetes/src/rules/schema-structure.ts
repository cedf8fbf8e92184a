import type { Path } from '@mcpgw/diagnostics';
import type { MapNode, Node } from '@mcpgw/structure';
import { child, is, list, pairs, present, str } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const refused = ['$ref', 'definitions', 'dependencies', 'id', 'patternProperties', 'additionalItems', 'uniqueItems'];

export const schemaStructure: ObjectRule = {
  id: 'schema-structure',
  on: ['CustomResourceValidation', 'JSONSchemaProps'],
  why: 'the server takes structural schemas: the root is an object, and some keywords of JSON Schema are refused',
  check(node, context) {
    const root = child(node, 'openAPIV3Schema');
    if (root?.kind === 'map') {
      if (str(root, 'type') !== 'object') context.report(['openAPIV3Schema', 'type'], 'the root of a schema must have type: object');
      checkTypes(root, ['openAPIV3Schema'], context);
      return;
    }
    checkSchema(node, context.report);
  },
};

function checkSchema(node: MapNode, report: (path: readonly string[], message: string) => void): void {
  const type = str(node, 'type');
  if (type !== '' && !types.has(type)) report(['type'], `"${type}" is no type of a schema: one of ${[...types].join(', ')}`);
  for (const key of present(node, refused))
    if (!(key === 'uniqueItems' && is(node, key, false))) report([key], `${key} is refused in the schema of a custom resource`);
  if (
    child(node, 'properties') !== undefined &&
    child(node, 'additionalProperties') !== undefined &&
    !is(node, 'additionalProperties', false)
  )
    report(['additionalProperties'], 'properties and additionalProperties may not stand together');
  if (is(node, 'x-kubernetes-preserve-unknown-fields', false))
    report(['x-kubernetes-preserve-unknown-fields'], 'x-kubernetes-preserve-unknown-fields can only be true');
  if (type === 'array' && child(node, 'items') === undefined) report(['items'], '"items" is missing: the type array needs it');
  if (is(node, 'x-kubernetes-list-type', 'map') && list(node, 'x-kubernetes-list-map-keys').length === 0)
    report(['x-kubernetes-list-map-keys'], '"x-kubernetes-list-map-keys" is missing: the list type map needs it');
  if (list(node, 'x-kubernetes-list-map-keys').length > 0 && str(node, 'x-kubernetes-list-type') !== 'map')
    report(['x-kubernetes-list-map-keys'], 'x-kubernetes-list-map-keys goes with the list type map only');
}

/** Every property and item has a type, down to the leaves; parts under oneOf and its kin need none. */
function checkTypes(node: MapNode, path: Path, context: RuleContext): void {
  for (const [below, schema] of inner(node)) {
    const at = [...path, ...below];
    if (str(schema, 'type') === '' && !isUntyped(schema))
      context.report([...at, 'type'], `"type" is missing: every ${below.length > 1 ? 'property' : 'item'} has one`);
    checkTypes(schema, at, context);
  }
}

/** The schemas right below one, which say what values are. */
function inner(node: MapNode): [string[], MapNode][] {
  const found: [string[], Node | undefined][] = pairs(node, 'properties').map(({ key, value }) => [['properties', key], value]);
  for (const key of ['items', 'additionalProperties']) found.push([[key], child(node, key)]);
  return found.filter((entry): entry is [string[], MapNode] => entry[1]?.kind === 'map');
}

const isUntyped = (schema: MapNode): boolean =>
  is(schema, 'x-kubernetes-int-or-string', true) || is(schema, 'x-kubernetes-preserve-unknown-fields', true);
