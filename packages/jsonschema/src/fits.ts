/**
 * Fast path of the validator (docs/adr/0056-fast-paths.md). It decides whether values certainly fit a schema of common keywords, without
 * compiling the schema. If they do not certainly fit, the validator compiles the schema and reports the reasons.
 */
import { GoMap } from '@mcpgw/go/values';
import { type Draft, isObject, type Json, type JsonObject, own as ownOf } from './drafts.js';
import { SchemaError } from './failure.js';
import { formats } from './formats.js';
import { assertsFormat, type CompilePattern, type Pattern } from './schema.js';
import { targetOf } from './shape.js';
import { canonical, entries, equals, type Instance, type JsonType, toNumber, typeOf } from './values.js';
import { charactersPerStep, comparisonsPerStep, membersPerStep, spend, type Work } from './work.js';

/** Deeper than real values and references go. Anything deeper is left to the validator, which reports cycles. */
const maxDepth = 100;

/** The limit of work in units, above what real values need. The validator memoizes results, and the fast path does not. */
const maxSteps = 200_000;

class Undecided extends Error {}

/** The results that are known for the properties at one path in the values. */
class DefaultResults {
  readonly below = new Map<string, DefaultResults>();
  /** For each property name, the schemas that its default fits. */
  readonly fitting = new Map<string, Set<JsonObject>>();

  at(name: string): DefaultResults {
    const known = this.below.get(name) ?? new DefaultResults();
    this.below.set(name, known);
    return known;
  }

  isFitting(name: string, schema: JsonObject): boolean {
    return this.fitting.get(name)?.has(schema) === true;
  }

  fits(name: string, schema: JsonObject): void {
    const schemas = this.fitting.get(name) ?? new Set();
    this.fitting.set(name, schemas.add(schema));
  }
}

/** For an object in the values: the entries other than defaults, and its path. */
interface Overrides {
  readonly own: ReadonlyMap<string, Instance>;
  readonly defaults: DefaultResults;
}

/**
 * Checks values against a schema that `isPlainSchema` accepts, of draft 7 or later. It reads the schema as written, and the validator
 * compiles the schema first. For values that fit, as nearly all do, the fast path takes a fraction of the time. After `false`, the
 * validator checks the values and words the reasons.
 */
export class FastValidator {
  readonly #root: Json;
  readonly #draft: Draft;
  readonly #compilePattern: CompilePattern;
  readonly #patterns = new Map<string, Pattern>();
  readonly #targets = new Map<string, Json>();
  readonly #defaults = new DefaultResults();
  #overrides: Map<Instance, Overrides> | undefined;
  #checks = 0;
  #work: Work = { left: maxSteps };

  constructor(root: Json, draft: Draft, compilePattern: CompilePattern) {
    this.#root = root;
    this.#draft = draft;
    this.#compilePattern = compilePattern;
  }

  /**
   * Returns true only if the value fits the schema. `own` holds the values other than defaults, if the defaults are the same in every call.
   * When a chart is checked for many environments, a default that fitted once is not checked again.
   */
  certainlyFits(value: Instance, own?: GoMap): boolean {
    this.#work = { left: maxSteps };
    this.#overrides = own && this.#checks++ > 0 ? new Map([[value, { own, defaults: this.#defaults }]]) : undefined;
    try {
      return this.#fits(this.#root, value, 0);
    } catch (error) {
      if (error instanceof Undecided || error instanceof SchemaError) return false;
      throw error;
    }
  }

  readonly #patternOf = (source: string): Pattern => {
    const pattern = this.#patterns.get(source) ?? this.#compilePattern(source);
    this.#patterns.set(source, pattern);
    return pattern;
  };

  #target(reference: string): Json {
    const target = this.#targets.get(reference) ?? targetOf(this.#root, reference);
    if (target === undefined) throw new Undecided();
    this.#targets.set(reference, target);
    return target;
  }

  #fits(schema: Json, value: Instance, depth: number): boolean {
    if (typeof schema === 'boolean') return schema;
    const type = typeOf(value);
    if (!isObject(schema) || type === undefined || depth > maxDepth) throw new Undecided();
    spend(this.#work, 1);
    const reference = ownOf(schema, '$ref');
    if (typeof reference === 'string') {
      if (!this.#fits(this.#target(reference), value, depth + 1)) return false;
      if (this.#draft.version < 2019) return true;
    }
    for (const keyword in schema) if (!this.#holds(schema, keyword, value, type, depth)) return false;
    return true;
  }

  /** This method and its branches by keyword contain no closures: V8 would allocate their context in every call. */
  #holds(schema: JsonObject, keyword: string, value: Instance, type: JsonType, depth: number): boolean {
    const wanted = schema[keyword]!;
    switch (keyword) {
      case 'type':
        return isOfTypes(value, type, wanted);
      case 'enum':
        return isOneOf(value, wanted as Json[], this.#work);
      case 'const':
        return equals(value, wanted, this.#work);
      case 'format':
        return type !== 'string' || !assertsFormat(this.#draft) || this.#hasFormat(value as string, wanted as string);
      case 'not':
        return !this.#fits(wanted, value, depth + 1);
      case 'allOf':
        return this.#fitsAll(wanted as Json[], value, depth + 1);
      case 'anyOf':
        return this.#fitsAny(wanted as Json[], value, depth + 1);
      case 'oneOf':
        return this.#fitsOne(wanted as Json[], value, depth + 1);
      case 'if':
        return this.#fits(ownOf(schema, this.#fits(wanted, value, depth + 1) ? 'then' : 'else') ?? true, value, depth + 1);
    }
    if (type === 'object') return this.#objectHolds(schema, keyword, entries(value), depth);
    if (type === 'array') return this.#arrayHolds(keyword, wanted, value as readonly Instance[], depth);
    if (type === 'string') return this.#stringHolds(keyword, wanted, value as string);
    return type !== 'number' || numberHolds(keyword, wanted, toNumber(value));
  }

  #fitsAll(schemas: readonly Json[], value: Instance, depth: number): boolean {
    return schemas.every(schema => this.#fits(schema, value, depth));
  }

  #fitsAny(schemas: readonly Json[], value: Instance, depth: number): boolean {
    return schemas.some(schema => this.#fits(schema, value, depth));
  }

  #fitsOne(schemas: readonly Json[], value: Instance, depth: number): boolean {
    return schemas.filter(schema => this.#fits(schema, value, depth)).length === 1;
  }

  #objectHolds(schema: JsonObject, keyword: string, object: ReadonlyMap<string, Instance>, depth: number): boolean {
    const wanted = schema[keyword]!;
    switch (keyword) {
      case 'required':
        spend(this.#work, (wanted as string[]).length / comparisonsPerStep);
        return hasAll(object, wanted as string[]);
      case 'minProperties':
        return object.size >= (wanted as number);
      case 'maxProperties':
        return object.size <= (wanted as number);
      case 'properties':
        return this.#propertiesFit(wanted as JsonObject, object, depth);
      case 'additionalProperties':
        return this.#othersFit(wanted, schema, object, depth);
      case 'patternProperties':
        return this.#matchesFit(wanted as JsonObject, object, depth);
      case 'propertyNames':
        for (const name of object.keys()) if (!this.#fits(wanted, name, depth + 1)) return false;
        return true;
    }
    return true;
  }

  #propertiesFit(properties: JsonObject, object: ReadonlyMap<string, Instance>, depth: number): boolean {
    const overrides = this.#overrides?.get(object as GoMap);
    let fit = true;
    spend(this.#work, object.size / membersPerStep);
    object.forEach((value, name) => {
      const schema = ownOf(properties, name);
      fit &&=
        schema === undefined ||
        (overrides ? this.#propertyFits(schema, value, { overrides, name, depth }) : this.#fits(schema, value, depth + 1));
    });
    return fit;
  }

  #propertyFits(
    schema: Json,
    value: Instance,
    { overrides: { own, defaults }, name, depth }: { overrides: Overrides; name: string; depth: number },
  ): boolean {
    const isDefault = !own.has(name) && isObject(schema);
    if (isDefault && defaults.isFitting(name, schema)) return true;
    const below = own.get(name);
    if (below instanceof GoMap && value instanceof GoMap) this.#overrides!.set(value, { own: below, defaults: defaults.at(name) });
    const fit = this.#fits(schema, value, depth + 1);
    if (fit && isDefault) defaults.fits(name, schema);
    return fit;
  }

  #matchesFit(byPattern: JsonObject, object: ReadonlyMap<string, Instance>, depth: number): boolean {
    return Object.keys(byPattern).every(source => {
      const pattern = this.#patternOf(source);
      return [...object].every(([name, value]) => !this.#matches(pattern, name) || this.#fits(byPattern[source]!, value, depth + 1));
    });
  }

  #othersFit(wanted: Json, schema: JsonObject, object: ReadonlyMap<string, Instance>, depth: number): boolean {
    if (wanted === true) return true;
    spend(this.#work, object.size / membersPerStep);
    const known = ownOf(schema, 'properties') as JsonObject | undefined;
    if (wanted === false && known !== undefined && ownOf(schema, 'patternProperties') === undefined) return hasOnly(object, known);
    const patterns = Object.keys(ownOf(schema, 'patternProperties') ?? {}).map(this.#patternOf);
    return this.#unknownFit(wanted, { known, patterns }, object, depth);
  }

  #unknownFit(
    wanted: Json,
    { known, patterns }: { known: JsonObject | undefined; patterns: readonly Pattern[] },
    object: ReadonlyMap<string, Instance>,
    depth: number,
  ): boolean {
    let fit = true;
    object.forEach((value, name) => {
      if (!fit || (known && Object.hasOwn(known, name))) return;
      fit = patterns.some(pattern => this.#matches(pattern, name)) || this.#fits(wanted, value, depth + 1);
    });
    return fit;
  }

  #arrayHolds(keyword: string, wanted: Json, array: readonly Instance[], depth: number): boolean {
    switch (keyword) {
      case 'minItems':
        return array.length >= (wanted as number);
      case 'maxItems':
        return array.length <= (wanted as number);
      case 'uniqueItems':
        return wanted !== true || this.#areUnique(array);
      case 'items':
        return this.#itemsFit(wanted, array, depth + 1);
      case 'contains':
        return this.#someItemFits(wanted, array, depth + 1);
    }
    return true;
  }

  #itemsFit(wanted: Json, array: readonly Instance[], depth: number): boolean {
    return array.every(item => this.#fits(wanted, item, depth));
  }

  #someItemFits(wanted: Json, array: readonly Instance[], depth: number): boolean {
    return array.some(item => this.#fits(wanted, item, depth));
  }

  #stringHolds(keyword: string, wanted: Json, text: string): boolean {
    switch (keyword) {
      case 'minLength':
        return this.#runeCount(text) >= (wanted as number);
      case 'maxLength':
        return this.#runeCount(text) <= (wanted as number);
      case 'pattern':
        return this.#matches(this.#patternOf(wanted as string), text);
    }
    return true;
  }

  #matches(pattern: Pattern, text: string): boolean {
    spend(this.#work, 1 + (pattern.work?.(text.length) ?? text.length / charactersPerStep));
    return pattern.test(text);
  }

  #areUnique(array: readonly Instance[]): boolean {
    return new Set(array.map(item => canonical(item, this.#work))).size === array.length;
  }

  #runeCount(text: string): number {
    spend(this.#work, text.length / charactersPerStep);
    return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
  }

  #hasFormat(text: string, name: string): boolean {
    if (name === 'regex') throw new Undecided();
    spend(this.#work, text.length / charactersPerStep);
    return formats.get(name)?.(text) === undefined;
  }
}

const isOfType = (value: Instance, type: JsonType, wanted: Json): boolean =>
  type === wanted || (wanted === 'integer' && type === 'number' && Number.isInteger(toNumber(value)));

const isOfTypes = (value: Instance, type: JsonType, wanted: Json): boolean =>
  Array.isArray(wanted) ? wanted.some(name => isOfType(value, type, name)) : isOfType(value, type, wanted);

const isOneOf = (value: Instance, choices: readonly Json[], work: Work): boolean => choices.some(choice => equals(value, choice, work));

const hasAll = (object: ReadonlyMap<string, Instance>, names: readonly string[]): boolean => names.every(name => object.has(name));

function hasOnly(object: ReadonlyMap<string, Instance>, known: JsonObject): boolean {
  for (const name of object.keys()) if (!Object.hasOwn(known, name)) return false;
  return true;
}

function numberHolds(keyword: string, wanted: Json, value: number): boolean {
  switch (keyword) {
    case 'minimum':
      return value >= (wanted as number);
    case 'maximum':
      return value <= (wanted as number);
  }
  return true;
}
