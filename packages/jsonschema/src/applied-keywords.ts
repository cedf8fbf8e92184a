/** The keywords that apply other schemas to the same value: combinations, conditions and references; and those of what is left over. */

import { compareStrings } from '@mcpgw/go/values';
import type { SchemaFailure } from './failure.js';
import type { SchemaNode } from './schema.js';
import { addAll, addFailure, checkChild, checkSelf, failureOf, schemasOf, type Validation } from './validation.js';
import { entries } from './values.js';

export function combinedKeywords(v: Validation): void {
  const not = v.schema.children.get('not');
  if (not && checkSelf(v, not).length === 0) addFailure(v, 'not', "'not' failed");
  const all = schemasOf(v, 'allOf').map(schema => checkSelf(v, schema));
  if (all.some(failures => failures.length > 0)) addFailure(v, 'allOf', "'allOf' failed", all.flatMap(asOne));
  anyOf(v);
  oneOf(v);
}

function anyOf(v: Validation): void {
  const schemas = schemasOf(v, 'anyOf');
  const causes: SchemaFailure[] = [];
  let matched = schemas.length === 0;
  for (const schema of schemas) {
    const failures = checkSelf(v, schema);
    if (failures.length > 0) causes.push(...asOne(failures));
    else {
      matched = true;
      if (!v.unevaluated) break;
    }
  }
  if (!matched) addFailure(v, 'anyOf', "'anyOf' failed", causes);
}

function oneOf(v: Validation): void {
  const results = schemasOf(v, 'oneOf').map(schema => checkSelf(v, schema));
  const matched = [...results.keys()].filter(i => results[i]!.length === 0);
  if (matched.length > 1) addFailure(v, 'oneOf', `'oneOf' failed, subschemas ${matched[0]}, ${matched[1]} matched`);
  if (results.length > 0 && matched.length === 0) addFailure(v, 'oneOf', "'oneOf' failed, none matched", results.flatMap(asOne));
}

export function conditionalKeywords(v: Validation): void {
  const condition = v.schema.children.get('if');
  if (!condition) return;
  const branch = v.schema.children.get(checkSelf(v, condition).length === 0 ? 'then' : 'else');
  if (branch) addAll(v, checkSelf(v, branch));
}

export function unevaluatedKeywords(v: Validation): void {
  const { children } = v.schema;
  const [properties, items] = [children.get('unevaluatedProperties'), children.get('unevaluatedItems')];
  if (!v.unevaluated) return;
  if (properties) {
    const object = entries(v.value);
    for (const name of [...v.unevaluated.properties].sort(compareStrings)) addAll(v, checkChild(v, properties, object.get(name)!, name));
    v.unevaluated.properties.clear();
  }
  if (items && Array.isArray(v.value)) {
    for (const i of v.unevaluated.items) addAll(v, checkChild(v, items, v.value[i]!, String(i)));
    v.unevaluated.items.clear();
  }
}

export function checkReference(v: Validation, target: SchemaNode | undefined): void {
  if (!target) return;
  const causes = checkSelf(v, target);
  if (causes.length > 0) v.failures.push(failureOf(v, '$ref', 'validation failed', causes, 'reference'));
}

/** Groups several reasons of one alternative under a heading. */
function asOne(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  if (failures.length < 2) return failures;
  return [{ ...failures[0]!, kind: 'group', text: 'validation failed', keyword: '', names: [], causes: failures }];
}
