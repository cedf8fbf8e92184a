/** The keywords of every type (type, const, enum, format), of strings and of numbers. */

import { goTypeName } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import { own } from './drafts.js';
import { display, displayNumber, quote, type SchemaFailure } from './failure.js';
import { formats } from './formats.js';
import { assertsFormat } from './schema.js';
import { addFailure, atLeast, atMost, failureOf, matchesPattern, spendUnits, type Validation } from './validation.js';
import { equals, isMultipleOf, toNumber, typeOf } from './values.js';
import { charactersPerStep } from './work.js';

/** Checks type, const, enum and format. Only the first failure is reported. */
export function basicKeywords(v: Validation): SchemaFailure | undefined {
  const type = typeOf(v.value);
  if (type === undefined) return invalidType(v);
  const wanted = wantedTypes(v);
  const integer = type === 'number' && wanted?.includes('integer') && Number.isInteger(toNumber(v.value));
  if (wanted && !wanted.includes(type) && !integer) return failureOf(v, 'type', `got ${type}, want ${wanted.join(' or ')}`);
  return constAndEnum(v) ?? formatKeyword(v);
}

export function invalidType(v: Validation): SchemaFailure | undefined {
  return typeOf(v.value) === undefined ? failureOf(v, 'type', `invalid jsonType ${goTypeName(v.value as Value)}`) : undefined;
}

function wantedTypes(v: Validation): string[] | undefined {
  const json = own(v.schema.json, 'type');
  const names = Array.isArray(json) ? json : [json];
  const wanted = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'].filter(name => names.includes(name));
  return wanted.length > 0 ? wanted : undefined;
}

function constAndEnum(v: Validation): SchemaFailure | undefined {
  const { json, draft } = v.schema;
  const constant = draft.version >= 6 ? own(json, 'const') : undefined;
  if (constant !== undefined && !equals(v.value, constant, v.options.work)) {
    return failureOf(
      v,
      'const',
      typeof constant === 'object' && constant !== null ? "'const' failed" : `value must be ${display(constant)}`,
    );
  }
  const choices = own(json, 'enum');
  if (!Array.isArray(choices) || choices.some(choice => equals(v.value, choice, v.options.work))) return undefined;
  if (choices.some(choice => typeof choice === 'object' && choice !== null)) return failureOf(v, 'enum', "'enum' failed");
  return failureOf(v, 'enum', `value must be ${choices.length === 1 ? '' : 'one of '}${choices.map(display).join(', ')}`);
}

function formatKeyword(v: Validation): SchemaFailure | undefined {
  const name = own(v.schema.json, 'format');
  if (typeof name !== 'string' || typeof v.value !== 'string' || !assertsFormat(v.schema.draft)) return undefined;
  spendUnits(v, v.value.length / (name === 'regex' ? 1 : charactersPerStep));
  const problem = name === 'regex' ? regexProblem(v, v.value) : formats.get(name)?.(v.value);
  return problem === undefined ? undefined : failureOf(v, 'format', `${quote(v.value)} is not valid ${name}: ${problem}`);
}

function regexProblem(v: Validation, source: string): string | undefined {
  try {
    v.options.compilePattern(source);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function stringKeywords(v: Validation, text: string): void {
  const { json, pattern } = v.schema;
  if (own(json, 'minLength') !== undefined || own(json, 'maxLength') !== undefined) {
    spendUnits(v, text.length / charactersPerStep);
    const length = [...text].length;
    atLeast(v, 'minLength', length);
    atMost(v, 'maxLength', length);
  }
  if (pattern && !matchesPattern(v, pattern, text))
    addFailure(v, 'pattern', `${quote(text)} does not match pattern ${quote(pattern.source)}`);
}

export function numberKeywords(v: Validation, value: number): void {
  const { draft } = v.schema;
  const bound = (keyword: string, broken: (limit: number) => boolean, limit = own(v.schema.json, keyword)): void => {
    if (typeof limit === 'number' && broken(limit))
      addFailure(v, keyword, `${keyword}: got ${displayNumber(value)}, want ${displayNumber(limit)}`);
  };
  const exclusive = (keyword: string): boolean => draft.version === 4 && own(v.schema.json, keyword) === true;
  if (exclusive('exclusiveMinimum')) bound('exclusiveMinimum', limit => value <= limit, own(v.schema.json, 'minimum'));
  else bound('minimum', limit => value < limit);
  if (exclusive('exclusiveMaximum')) bound('exclusiveMaximum', limit => value >= limit, own(v.schema.json, 'maximum'));
  else bound('maximum', limit => value > limit);
  bound('exclusiveMinimum', limit => value <= limit);
  bound('exclusiveMaximum', limit => value >= limit);
  bound('multipleOf', limit => !isMultipleOf(value, limit));
}
