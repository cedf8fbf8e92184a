/** The check of one value with one schema: where it is, what it found, and how it checks the values and schemas below. */

import { own } from './drafts.js';
import { displayNumber, type FailureKind, type SchemaFailure } from './failure.js';
import type { CompilePattern, Pattern, SchemaNode } from './schema.js';
import type { EvaluationScope } from './scope.js';
import { keepCommon, type Unevaluated, unevaluatedOf, ValueLocation } from './track.js';
import type { Instance } from './values.js';
import { charactersPerStep, comparisonsPerStep, membersPerStep, spend, type Work } from './work.js';

/** Deeper than any real schema goes, and safe for the stack. */
const maxDepth = 500;

export interface EvaluationOptions {
  readonly compilePattern: CompilePattern;
  /**
   * Memoizes the result of each schema for each location. This is possible if no schema depends on the schemas that refer to it
   * ($dynamicRef, $recursiveRef).
   */
  readonly memoize?: boolean;
  /**
   * The remaining work.
   *
   * @throws SchemaError if it is used up
   */
  readonly work?: Work;
  /** Whether a failure of a property name is at its object; otherwise it is at the root. */
  readonly locatesPropertyNames?: boolean;
}

interface RunOptions extends EvaluationOptions {
  /** The number of results that a cycle or a limit cut short. Those results depend on the way that led to them. */
  readonly cut: { count: number };
  /** Applies every keyword of the schema. It is a field because keywords apply schemas in turn. */
  readonly run: (v: Validation) => readonly SchemaFailure[];
}

/** The check of one value with one schema. */
export interface Validation {
  readonly failures: SchemaFailure[];
  readonly schema: SchemaNode;
  readonly value: Instance;
  readonly location: ValueLocation;
  readonly scope: EvaluationScope;
  readonly options: RunOptions;
  readonly unevaluated: Unevaluated | undefined;
}

/** Starts a validation of a value with a schema. */
function validationOf(
  schema: SchemaNode,
  value: Instance,
  location: ValueLocation,
  scope: EvaluationScope,
  wanted: boolean,
  options: RunOptions,
): Validation {
  return { failures: [], schema, value, location, scope, options, unevaluated: unevaluatedOf(value, schema, wanted, options.work) };
}

/** Returns the reasons why a value, which is no part of another, breaks a schema. */
export function validateAlone(schema: SchemaNode, value: Instance, options: Omit<RunOptions, 'cut'>): readonly SchemaFailure[] {
  const scope: EvaluationScope = { schema, depth: 0, height: 0, parent: undefined };
  return options.run(validationOf(schema, value, new ValueLocation(), scope, false, { ...options, cut: { count: 0 } }));
}

export function matchesPattern(v: Validation, pattern: Pattern, text: string): boolean {
  spendUnits(v, 1 + (pattern.work?.(text.length) ?? text.length / charactersPerStep));
  return pattern.test(text);
}

export function atLeast(v: Validation, keyword: string, got: number): void {
  const want = own(v.schema.json, keyword);
  if (typeof want === 'number' && got < want) addFailure(v, keyword, `${keyword}: got ${displayNumber(got)}, want ${displayNumber(want)}`);
}

export function atMost(v: Validation, keyword: string, got: number): void {
  const want = own(v.schema.json, keyword);
  if (typeof want === 'number' && got > want) addFailure(v, keyword, `${keyword}: got ${displayNumber(got)}, want ${displayNumber(want)}`);
}

export function schemasOf(v: Validation, keyword: string): SchemaNode[] {
  const list = own(v.schema.json, keyword);
  if (!Array.isArray(list)) return [];
  spendUnits(v, list.length / membersPerStep);
  return list.map((_, i) => v.schema.children.get(`${keyword}/${i}`)!);
}

/** Applies another schema to the same value. If that schema holds, what it evaluated counts as evaluated here too. */
export function checkSelf(v: Validation, schema: SchemaNode): readonly SchemaFailure[] {
  const wanted = v.unevaluated !== undefined;
  const { work } = v.options;
  spend(work, 1 / comparisonsPerStep);
  const known = v.location.known(schema, wanted);
  if (known) {
    if (known.failures.length === 0 && v.unevaluated) keepCommon(v.unevaluated, known.unevaluated, work);
    return known.failures;
  }
  const scope: EvaluationScope = { schema, depth: v.scope.depth, height: v.scope.height + 1, parent: v.scope };
  const nested = validationOf(schema, v.value, v.location, scope, wanted, v.options);
  const cuts = v.options.cut.count;
  const failures = v.options.run(nested);
  memoizeResult(nested, failures, wanted, cuts);
  if (failures.length === 0 && v.unevaluated) keepCommon(v.unevaluated, nested.unevaluated, work);
  return failures;
}

export function checkChild(v: Validation, schema: SchemaNode, value: Instance, token: string): readonly SchemaFailure[] {
  const { work } = v.options;
  spend(work, 1 / comparisonsPerStep);
  if (schema.constant === true) return [];
  const depth = v.scope.depth + 1;
  if (depth > maxDepth) return [cutShort(v, `nested deeper than ${maxDepth} levels`)];
  const location = v.location.below(token);
  const known = location.known(schema, false);
  if (known) return known.failures;
  const scope: EvaluationScope = { schema, depth, height: v.scope.height + 1, parent: v.scope };
  const nested = validationOf(schema, value, location, scope, false, v.options);
  const cuts = v.options.cut.count;
  const failures = v.options.run(nested);
  memoizeResult(nested, failures, false, cuts);
  return failures;
}

/**
 * Memoizes the failures if other ways may lead to the same schema at the same location. `cuts` is the count of cut results before the
 * check.
 */
function memoizeResult(v: Validation, failures: readonly SchemaFailure[], wanted: boolean, cuts: number): void {
  const { cut, memoize } = v.options;
  const { refs, groups } = v.schema;
  if (memoize !== true || cut.count !== cuts || (refs.size === 0 && !groups.has('combined'))) return;
  v.location.memoize(v.schema, wanted, { failures, unevaluated: v.unevaluated });
}

export function failureOf(
  v: Validation,
  keyword: string,
  text: string,
  causes: readonly SchemaFailure[] = [],
  kind: FailureKind = 'keyword',
  names: readonly string[] = [],
): SchemaFailure {
  const { work } = v.options;
  const instance = v.location.tokens();
  spend(work, text.length / charactersPerStep);
  if (work?.perFailure !== undefined) spend(work, work.perFailure + instance.length);
  return { instance, kind, text, causes, keyword, schema: v.schema.json, names };
}

export function spendUnits(v: Validation, units: number): void {
  spend(v.options.work, units);
}

/** Adds the failures one by one. Passing all of them as arguments of one call could overflow the stack. */
export function addAll(v: Validation, failures: readonly SchemaFailure[]): void {
  spendUnits(v, failures.length / membersPerStep);
  for (const failure of failures) v.failures.push(failure);
}

export function cutShort(v: Validation, text: string): SchemaFailure {
  v.options.cut.count++;
  return failureOf(v, 'limit', text);
}

export function addFailure(
  v: Validation,
  keyword: string,
  text: string,
  causes: readonly SchemaFailure[] = [],
  names: readonly string[] = [],
): void {
  v.failures.push(failureOf(v, keyword, text, causes, 'keyword', names));
}
