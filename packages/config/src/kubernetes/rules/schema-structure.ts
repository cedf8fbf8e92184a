import type { MapNode } from '../../yaml/node.js';
import { child, is, list, present, str } from '../access.js';
import type { ObjectRule } from './rule.js';

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
  if (type === 'array' && child(node, 'items') === undefined) report(['items'], '"items" is missing: the type array needs it');
  if (is(node, 'x-kubernetes-list-type', 'map') && list(node, 'x-kubernetes-list-map-keys').length === 0)
    report(['x-kubernetes-list-map-keys'], '"x-kubernetes-list-map-keys" is missing: the list type map needs it');
  if (list(node, 'x-kubernetes-list-map-keys').length > 0 && str(node, 'x-kubernetes-list-type') !== 'map')
    report(['x-kubernetes-list-map-keys'], 'x-kubernetes-list-map-keys goes with the list type map only');
}
