/** The keywords of arrays. */

import { type Json, own } from './drafts.js';
import { addAll, addFailure, atLeast, atMost, checkChild, spendUnits, type Validation } from './validation.js';
import { canonical, type Instance } from './values.js';
import { membersPerStep } from './work.js';

export function arrayKeywords(v: Validation, array: readonly Instance[]): void {
  const { json } = v.schema;
  spendUnits(v, array.length / membersPerStep);
  atLeast(v, 'minItems', array.length);
  atMost(v, 'maxItems', array.length);
  if (own(json, 'uniqueItems') === true) uniqueItems(v, array);
  itemKeywords(v, array);
  containsKeyword(v, array);
}

function uniqueItems(v: Validation, array: readonly Instance[]): void {
  const seen = new Map<string, number>();
  for (const [i, item] of array.entries()) {
    spendUnits(v, 1);
    const key = canonical(item, v.options.work);
    const twin = seen.get(key);
    if (twin !== undefined) {
      addFailure(v, 'uniqueItems', `items at ${twin} and ${i} are equal`);
      return;
    }
    seen.set(key, i);
  }
}

function itemKeywords(v: Validation, array: readonly Instance[]): void {
  const { children, draft, json } = v.schema;
  const tuple = draft.version < 2020 ? 'items' : 'prefixItems';
  const [single, rest] = draft.version < 2020 ? [children.get('items'), 'additionalItems'] : [undefined, 'items'];
  const listed = Array.isArray(own(json, tuple)) ? (own(json, tuple) as Json[]).length : 0;
  const remaining = single ?? (draft.version >= 2020 || listed > 0 || Array.isArray(own(json, tuple)) ? children.get(rest) : undefined);
  if (draft.version < 2020 && !single && own(json, rest) === false && array.length > listed && Array.isArray(own(json, tuple))) {
    addFailure(v, 'additionalItems', `last ${array.length - listed} additionalItem(s) not allowed`);
  }
  for (const [i, item] of array.entries()) {
    const schema =
      i < listed ? children.get(`${tuple}/${i}`) : remaining?.constant === false && draft.version < 2020 && !single ? undefined : remaining;
    if (!schema) continue;
    addAll(v, checkChild(v, schema, item, String(i)));
    v.unevaluated?.items.delete(i);
  }
}

function containsKeyword(v: Validation, array: readonly Instance[]): void {
  const { children, draft, json } = v.schema;
  const schema = children.get('contains');
  if (!schema) return;
  const results = array.map((item, i) => checkChild(v, schema, item, String(i)));
  const matched = [...results.keys()].filter(i => results[i]!.length === 0);
  if (draft.version >= 2020) for (const i of matched) v.unevaluated?.items.delete(i);
  const [least, most] = [own(json, 'minContains'), own(json, 'maxContains')];
  if (draft.version >= 2019 && typeof least === 'number') {
    const found = matched.length === 0 ? 'none matched' : `matched ${matched.length} items at ${matched.join(' ')}`;
    if (matched.length < least)
      addFailure(v, 'minContains', `min ${least} items required to match contains schema, but ${found}`, results.flat());
  } else if (matched.length === 0) {
    addFailure(v, 'contains', 'no items match contains schema', results.flat());
  }
  if (draft.version >= 2019 && typeof most === 'number' && matched.length > most) {
    addFailure(
      v,
      'maxContains',
      `max ${most} items required to match contains schema, but matched ${matched.length} items at ${matched.join(' ')}`,
    );
  }
}
