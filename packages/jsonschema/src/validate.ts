/** Validation of a value with a compiled schema. */

import { checkReference, combinedKeywords, conditionalKeywords, unevaluatedKeywords } from './applied-keywords.js';
import { arrayKeywords } from './array-keywords.js';
import type { SchemaFailure } from './failure.js';
import { objectKeywords } from './object-keywords.js';
import { basicKeywords, invalidType, numberKeywords, stringKeywords } from './scalar-keywords.js';
import type { KeywordGroup, SchemaNode } from './schema.js';
import { dynamicTarget, isCycle, recursiveTarget } from './scope.js';
import { cutShort, type EvaluationOptions, failureOf, spendUnits, type Validation, validateAlone } from './validation.js';
import { entries, type Instance, toNumber, typeOf } from './values.js';

const maxHeight = 1500;

function run(v: Validation): readonly SchemaFailure[] {
  const { constant, draft, refs, groups } = v.schema;
  spendUnits(v, 1);
  if (constant !== undefined) return constant ? [] : [failureOf(v, 'false', 'false schema')];
  if (v.scope.height > maxHeight) return [cutShort(v, `schemas nested deeper than ${maxHeight} levels`)];
  if (isCycle(v.schema, v.scope, v.options.work)) return [cutShort(v, `reference cycle at "${v.schema.document.url}#${v.schema.pointer}"`)];
  const first = groups.has('basic') ? basicKeywords(v) : invalidType(v);
  if (first) return [first];
  const target = refs.get('$ref');
  if (target) {
    checkReference(v, target);
    if (draft.version < 2019) return v.failures;
  }
  keywordsOfType(v);
  if (refs.size > 0) {
    checkReference(v, recursiveTarget(v.schema, v.scope, v.options.work));
    checkReference(v, dynamicTarget(v.schema, v.scope, v.options.work));
  }
  if (groups.has('combined')) {
    combinedKeywords(v);
    conditionalKeywords(v);
  }
  unevaluatedKeywords(v);
  return v.failures;
}

function keywordsOfType(v: Validation): void {
  const type = typeOf(v.value);
  if (!v.schema.groups.has(type as KeywordGroup)) return;
  if (type === 'object') objectKeywords(v, entries(v.value));
  else if (type === 'array') arrayKeywords(v, v.value as readonly Instance[]);
  else if (type === 'string') stringKeywords(v, v.value as string);
  else if (type === 'number') numberKeywords(v, toNumber(v.value));
}

/** Returns the reasons why a value breaks a schema; the list is empty if it fits (validator.go). */
export function validate(schema: SchemaNode, value: Instance, options: EvaluationOptions): readonly SchemaFailure[] {
  return validateAlone(schema, value, { ...options, run });
}
