/** The keywords of objects. */

import { sortedKeys } from '@mcpgw/go/values';
import { isObject, type Json, own } from './drafts.js';
import { joinQuoted, quote } from './failure.js';
import type { SchemaNode } from './schema.js';
import {
  addAll,
  addFailure,
  atLeast,
  atMost,
  checkChild,
  checkSelf,
  failureOf,
  matchesPattern,
  spendUnits,
  type Validation,
  validateAlone,
} from './validation.js';
import type { Instance } from './values.js';
import { comparisonsPerStep, membersPerStep } from './work.js';

export function objectKeywords(v: Validation, object: ReadonlyMap<string, Instance>): void {
  const { json, children, draft } = v.schema;
  spendUnits(v, object.size / membersPerStep);
  atLeast(v, 'minProperties', object.size);
  atMost(v, 'maxProperties', object.size);
  const missing = missingNames(v, object, own(json, 'required'));
  if (missing.length === 1) addFailure(v, 'required', `missing property ${quote(missing[0]!)}`, [], missing);
  if (missing.length > 1) addFailure(v, 'required', `missing properties ${joinQuoted(missing)}`, [], missing);
  dependencyKeyword(v, object, 'dependencies');
  propertyKeywords(v, object);
  const nameSchema = children.get('propertyNames');
  if (nameSchema) for (const name of object.keys()) checkPropertyName(v, nameSchema, name);
  if (draft.version < 2019) return;
  dependencyKeyword(v, object, 'dependentSchemas');
  dependencyKeyword(v, object, 'dependentRequired');
}

function missingNames(v: Validation, object: ReadonlyMap<string, Instance>, names: Json | undefined): string[] {
  if (Array.isArray(names)) spendUnits(v, names.length / comparisonsPerStep);
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && !object.has(name)) : [];
}

function dependencyKeyword(v: Validation, object: ReadonlyMap<string, Instance>, keyword: string): void {
  const byName = own(v.schema.json, keyword);
  if (!isObject(byName)) return;
  const names = Object.keys(byName);
  spendUnits(v, names.length / membersPerStep);
  for (const name of names.filter(key => object.has(key))) {
    const missing = missingNames(v, object, byName[name]);
    if (missing.length > 0) addFailure(v, keyword, `properties ${joinQuoted(missing)} required, if ${quote(name)} exists`, [], missing);
    const schema = v.schema.children.get(`${keyword}/${name}`);
    if (schema) addAll(v, checkSelf(v, schema));
  }
}

function propertyKeywords(v: Validation, object: ReadonlyMap<string, Instance>): void {
  const { children, json, patternProperties } = v.schema;
  const additional = own(json, 'additionalProperties');
  const refused: string[] = [];
  spendUnits(v, object.size / comparisonsPerStep);
  for (const name of sortedKeys(object)) {
    const value = object.get(name)!;
    const matching = (patternProperties ?? []).filter(([pattern]) => matchesPattern(v, pattern, name)).map(([, schema]) => schema);
    const property = children.get(`properties/${name}`);
    const schemas = property ? [property, ...matching] : matching;
    for (const schema of schemas) addAll(v, checkChild(v, schema, value, name));
    if (schemas.length === 0 && additional === false) refused.push(name);
    else if (schemas.length === 0 && additional !== undefined) addAll(v, checkChild(v, children.get('additionalProperties')!, value, name));
    if (schemas.length > 0 || additional !== undefined) v.unevaluated?.properties.delete(name);
  }
  if (refused.length > 0) addFailure(v, 'additionalProperties', `additional properties ${joinQuoted(refused)} not allowed`, [], refused);
}

function checkPropertyName(v: Validation, schema: SchemaNode, name: string): void {
  const causes = validateAlone(schema, name, v.options);
  if (causes.length === 0) return;
  const failure = failureOf(v, 'propertyNames', `invalid propertyName ${quote(name)}`, causes, 'keyword', [name]);
  v.failures.push(v.options.locatesPropertyNames ? failure : { ...failure, instance: [] });
}
