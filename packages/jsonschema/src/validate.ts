import { goTypeName } from '@mcpgw/go/reflect';
import { compareStrings, sortedKeys, type Value } from '@mcpgw/go/values';
import { isObject, type Json, own } from './drafts.js';
import { display, displayNumber, type FailureKind, joinQuoted, quote, type SchemaFailure } from './failure.js';
import { formats } from './formats.js';
import { assertsFormat, type CompilePattern, type KeywordGroup, type Pattern, type SchemaNode } from './schema.js';
import { dynamicTarget, type EvaluationScope, isCycle, recursiveTarget } from './scope.js';
import { keepCommon, type Unevaluated, unevaluatedOf, ValueLocation } from './track.js';
import { canonical, entries, equals, type Instance, isMultipleOf, toNumber, typeOf } from './values.js';
import { charactersPerStep, comparisonsPerStep, membersPerStep, spend, type Work } from './work.js';

/** Deeper than any real schema goes, and safe for the stack. */
const maxDepth = 500;
const maxHeight = 1500;

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
}

/** Returns the reasons why a value breaks a schema; the list is empty if it fits (validator.go). */
export function validate(schema: SchemaNode, value: Instance, options: EvaluationOptions): readonly SchemaFailure[] {
  const scope: EvaluationScope = { schema, depth: 0, height: 0, parent: undefined };
  return new Validation(schema, value, new ValueLocation(), scope, unevaluatedOf(value, schema, false, options.work), {
    ...options,
    cut: { count: 0 },
  }).run();
}

interface RunOptions extends EvaluationOptions {
  /** The number of results that a cycle or a limit cut short. Those results depend on the way that led to them. */
  readonly cut: { count: number };
}

class Validation {
  readonly #failures: SchemaFailure[] = [];
  readonly #schema: SchemaNode;
  readonly #value: Instance;
  readonly #location: ValueLocation;
  readonly #scope: EvaluationScope;
  readonly #options: RunOptions;
  readonly unevaluated: Unevaluated | undefined;

  constructor(
    schema: SchemaNode,
    value: Instance,
    location: ValueLocation,
    scope: EvaluationScope,
    unevaluated: Unevaluated | undefined,
    options: RunOptions,
  ) {
    this.#schema = schema;
    this.#value = value;
    this.#location = location;
    this.#scope = scope;
    this.unevaluated = unevaluated;
    this.#options = options;
  }

  run(): readonly SchemaFailure[] {
    const { constant, draft, refs, groups } = this.#schema;
    this.#spend(1);
    if (constant !== undefined) return constant ? [] : [this.#failure('false', 'false schema')];
    if (this.#scope.height > maxHeight) return [this.#cut(`schemas nested deeper than ${maxHeight} levels`)];
    if (isCycle(this.#schema, this.#scope, this.#options.work))
      return [this.#cut(`reference cycle at "${this.#schema.document.url}#${this.#schema.pointer}"`)];
    const first = groups.has('basic') ? this.#basic() : this.#invalidType();
    if (first) return [first];
    const target = refs.get('$ref');
    if (target) {
      this.#reference(target);
      if (draft.version < 2019) return this.#failures;
    }
    this.#byType();
    if (refs.size > 0) {
      this.#reference(recursiveTarget(this.#schema, this.#scope, this.#options.work));
      this.#reference(dynamicTarget(this.#schema, this.#scope, this.#options.work));
    }
    if (groups.has('combined')) {
      this.#combined();
      this.#conditional();
    }
    this.#unevaluatedKeywords();
    return this.#failures;
  }

  /** Checks type, const, enum and format. Only the first failure is reported. */
  #basic(): SchemaFailure | undefined {
    const type = typeOf(this.#value);
    if (type === undefined) return this.#invalidType();
    const wanted = this.#wantedTypes();
    const integer = type === 'number' && wanted?.includes('integer') && Number.isInteger(toNumber(this.#value));
    if (wanted && !wanted.includes(type) && !integer) return this.#failure('type', `got ${type}, want ${wanted.join(' or ')}`);
    return this.#constAndEnum() ?? this.#format();
  }

  #invalidType(): SchemaFailure | undefined {
    return typeOf(this.#value) === undefined ? this.#failure('type', `invalid jsonType ${goTypeName(this.#value as Value)}`) : undefined;
  }

  #wantedTypes(): string[] | undefined {
    const json = own(this.#schema.json, 'type');
    const names = Array.isArray(json) ? json : [json];
    const wanted = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'].filter(name => names.includes(name));
    return wanted.length > 0 ? wanted : undefined;
  }

  #constAndEnum(): SchemaFailure | undefined {
    const { json, draft } = this.#schema;
    const constant = draft.version >= 6 ? own(json, 'const') : undefined;
    if (constant !== undefined && !equals(this.#value, constant, this.#options.work)) {
      return this.#failure(
        'const',
        typeof constant === 'object' && constant !== null ? "'const' failed" : `value must be ${display(constant)}`,
      );
    }
    const choices = own(json, 'enum');
    if (!Array.isArray(choices) || choices.some(choice => equals(this.#value, choice, this.#options.work))) return undefined;
    if (choices.some(choice => typeof choice === 'object' && choice !== null)) return this.#failure('enum', "'enum' failed");
    return this.#failure('enum', `value must be ${choices.length === 1 ? '' : 'one of '}${choices.map(display).join(', ')}`);
  }

  #format(): SchemaFailure | undefined {
    const name = own(this.#schema.json, 'format');
    if (typeof name !== 'string' || typeof this.#value !== 'string' || !assertsFormat(this.#schema.draft)) return undefined;
    this.#spend(this.#value.length / (name === 'regex' ? 1 : charactersPerStep));
    const problem = name === 'regex' ? this.#regexProblem(this.#value) : formats.get(name)?.(this.#value);
    return problem === undefined ? undefined : this.#failure('format', `${quote(this.#value)} is not valid ${name}: ${problem}`);
  }

  #regexProblem(source: string): string | undefined {
    try {
      this.#options.compilePattern(source);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  #byType(): void {
    const type = typeOf(this.#value);
    if (!this.#schema.groups.has(type as KeywordGroup)) return;
    if (type === 'object') this.#object(entries(this.#value));
    else if (type === 'array') this.#array(this.#value as readonly Instance[]);
    else if (type === 'string') this.#string(this.#value as string);
    else if (type === 'number') this.#number(toNumber(this.#value));
  }

  #object(object: ReadonlyMap<string, Instance>): void {
    const { json, children, draft } = this.#schema;
    this.#spend(object.size / membersPerStep);
    this.#atLeast('minProperties', object.size);
    this.#atMost('maxProperties', object.size);
    const missing = this.#missing(object, own(json, 'required'));
    if (missing.length === 1) this.#add('required', `missing property ${quote(missing[0]!)}`, [], missing);
    if (missing.length > 1) this.#add('required', `missing properties ${joinQuoted(missing)}`, [], missing);
    this.#dependencies(object, 'dependencies');
    this.#properties(object);
    const nameSchema = children.get('propertyNames');
    if (nameSchema) for (const name of object.keys()) this.#propertyName(nameSchema, name);
    if (draft.version < 2019) return;
    this.#dependencies(object, 'dependentSchemas');
    this.#dependencies(object, 'dependentRequired');
  }

  #missing(object: ReadonlyMap<string, Instance>, names: Json | undefined): string[] {
    if (Array.isArray(names)) this.#spend(names.length / comparisonsPerStep);
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && !object.has(name)) : [];
  }

  #dependencies(object: ReadonlyMap<string, Instance>, keyword: string): void {
    const byName = own(this.#schema.json, keyword);
    if (!isObject(byName)) return;
    const names = Object.keys(byName);
    this.#spend(names.length / membersPerStep);
    for (const name of names.filter(key => object.has(key))) {
      const missing = this.#missing(object, byName[name]);
      if (missing.length > 0) this.#add(keyword, `properties ${joinQuoted(missing)} required, if ${quote(name)} exists`, [], missing);
      const schema = this.#schema.children.get(`${keyword}/${name}`);
      if (schema) this.#take(this.#self(schema));
    }
  }

  #properties(object: ReadonlyMap<string, Instance>): void {
    const { children, json, patternProperties } = this.#schema;
    const additional = own(json, 'additionalProperties');
    const refused: string[] = [];
    this.#spend(object.size / comparisonsPerStep);
    for (const name of sortedKeys(object)) {
      const value = object.get(name)!;
      const matching = (patternProperties ?? []).filter(([pattern]) => this.#matches(pattern, name)).map(([, schema]) => schema);
      const property = children.get(`properties/${name}`);
      const schemas = property ? [property, ...matching] : matching;
      for (const schema of schemas) this.#take(this.#child(schema, value, name));
      if (schemas.length === 0 && additional === false) refused.push(name);
      else if (schemas.length === 0 && additional !== undefined)
        this.#take(this.#child(children.get('additionalProperties')!, value, name));
      if (schemas.length > 0 || additional !== undefined) this.unevaluated?.properties.delete(name);
    }
    if (refused.length > 0) this.#add('additionalProperties', `additional properties ${joinQuoted(refused)} not allowed`, [], refused);
  }

  #propertyName(schema: SchemaNode, name: string): void {
    const causes = validate(schema, name, this.#options);
    if (causes.length === 0) return;
    const failure = this.#failure('propertyNames', `invalid propertyName ${quote(name)}`, causes, 'keyword', [name]);
    this.#failures.push({ ...failure, instance: [] });
  }

  #array(array: readonly Instance[]): void {
    const { json } = this.#schema;
    this.#spend(array.length / membersPerStep);
    this.#atLeast('minItems', array.length);
    this.#atMost('maxItems', array.length);
    if (own(json, 'uniqueItems') === true) this.#unique(array);
    this.#items(array);
    this.#contains(array);
  }

  #unique(array: readonly Instance[]): void {
    const seen = new Map<string, number>();
    for (const [i, item] of array.entries()) {
      this.#spend(1);
      const key = canonical(item, this.#options.work);
      const twin = seen.get(key);
      if (twin !== undefined) {
        this.#add('uniqueItems', `items at ${twin} and ${i} are equal`);
        return;
      }
      seen.set(key, i);
    }
  }

  #items(array: readonly Instance[]): void {
    const { children, draft, json } = this.#schema;
    const tuple = draft.version < 2020 ? 'items' : 'prefixItems';
    const [single, rest] = draft.version < 2020 ? [children.get('items'), 'additionalItems'] : [undefined, 'items'];
    const listed = Array.isArray(own(json, tuple)) ? (own(json, tuple) as Json[]).length : 0;
    const remaining = single ?? (draft.version >= 2020 || listed > 0 || Array.isArray(own(json, tuple)) ? children.get(rest) : undefined);
    if (draft.version < 2020 && !single && own(json, rest) === false && array.length > listed && Array.isArray(own(json, tuple))) {
      this.#add('additionalItems', `last ${array.length - listed} additionalItem(s) not allowed`);
    }
    for (const [i, item] of array.entries()) {
      const schema =
        i < listed
          ? children.get(`${tuple}/${i}`)
          : remaining?.constant === false && draft.version < 2020 && !single
            ? undefined
            : remaining;
      if (!schema) continue;
      this.#take(this.#child(schema, item, String(i)));
      this.unevaluated?.items.delete(i);
    }
  }

  #contains(array: readonly Instance[]): void {
    const { children, draft, json } = this.#schema;
    const schema = children.get('contains');
    if (!schema) return;
    const results = array.map((item, i) => this.#child(schema, item, String(i)));
    const matched = [...results.keys()].filter(i => results[i]!.length === 0);
    if (draft.version >= 2020) for (const i of matched) this.unevaluated?.items.delete(i);
    const [least, most] = [own(json, 'minContains'), own(json, 'maxContains')];
    if (draft.version >= 2019 && typeof least === 'number') {
      const found = matched.length === 0 ? 'none matched' : `matched ${matched.length} items at ${matched.join(' ')}`;
      if (matched.length < least)
        this.#add('minContains', `min ${least} items required to match contains schema, but ${found}`, results.flat());
    } else if (matched.length === 0) {
      this.#add('contains', 'no items match contains schema', results.flat());
    }
    if (draft.version >= 2019 && typeof most === 'number' && matched.length > most) {
      this.#add(
        'maxContains',
        `max ${most} items required to match contains schema, but matched ${matched.length} items at ${matched.join(' ')}`,
      );
    }
  }

  #string(text: string): void {
    const { json, pattern } = this.#schema;
    if (own(json, 'minLength') !== undefined || own(json, 'maxLength') !== undefined) {
      this.#spend(text.length / charactersPerStep);
      const length = [...text].length;
      this.#atLeast('minLength', length);
      this.#atMost('maxLength', length);
    }
    if (pattern && !this.#matches(pattern, text)) this.#add('pattern', `${quote(text)} does not match pattern ${quote(pattern.source)}`);
  }

  #matches(pattern: Pattern, text: string): boolean {
    this.#spend(1 + (pattern.work?.(text.length) ?? text.length / charactersPerStep));
    return pattern.test(text);
  }

  #number(value: number): void {
    const { draft } = this.#schema;
    const bound = (keyword: string, broken: (limit: number) => boolean, limit = own(this.#schema.json, keyword)): void => {
      if (typeof limit === 'number' && broken(limit))
        this.#add(keyword, `${keyword}: got ${displayNumber(value)}, want ${displayNumber(limit)}`);
    };
    const exclusive = (keyword: string): boolean => draft.version === 4 && own(this.#schema.json, keyword) === true;
    if (exclusive('exclusiveMinimum')) bound('exclusiveMinimum', limit => value <= limit, own(this.#schema.json, 'minimum'));
    else bound('minimum', limit => value < limit);
    if (exclusive('exclusiveMaximum')) bound('exclusiveMaximum', limit => value >= limit, own(this.#schema.json, 'maximum'));
    else bound('maximum', limit => value > limit);
    bound('exclusiveMinimum', limit => value <= limit);
    bound('exclusiveMaximum', limit => value >= limit);
    bound('multipleOf', limit => !isMultipleOf(value, limit));
  }

  #atLeast(keyword: string, got: number): void {
    const want = own(this.#schema.json, keyword);
    if (typeof want === 'number' && got < want) this.#add(keyword, `${keyword}: got ${displayNumber(got)}, want ${displayNumber(want)}`);
  }

  #atMost(keyword: string, got: number): void {
    const want = own(this.#schema.json, keyword);
    if (typeof want === 'number' && got > want) this.#add(keyword, `${keyword}: got ${displayNumber(got)}, want ${displayNumber(want)}`);
  }

  #combined(): void {
    const not = this.#schema.children.get('not');
    if (not && this.#self(not).length === 0) this.#add('not', "'not' failed");
    const all = this.#list('allOf').map(schema => this.#self(schema));
    if (all.some(failures => failures.length > 0)) this.#add('allOf', "'allOf' failed", all.flatMap(asOne));
    this.#anyOf();
    this.#oneOf();
  }

  #anyOf(): void {
    const schemas = this.#list('anyOf');
    const causes: SchemaFailure[] = [];
    let matched = schemas.length === 0;
    for (const schema of schemas) {
      const failures = this.#self(schema);
      if (failures.length > 0) causes.push(...asOne(failures));
      else {
        matched = true;
        if (!this.unevaluated) break;
      }
    }
    if (!matched) this.#add('anyOf', "'anyOf' failed", causes);
  }

  #oneOf(): void {
    const results = this.#list('oneOf').map(schema => this.#self(schema));
    const matched = [...results.keys()].filter(i => results[i]!.length === 0);
    if (matched.length > 1) this.#add('oneOf', `'oneOf' failed, subschemas ${matched[0]}, ${matched[1]} matched`);
    if (results.length > 0 && matched.length === 0) this.#add('oneOf', "'oneOf' failed, none matched", results.flatMap(asOne));
  }

  #list(keyword: string): SchemaNode[] {
    const list = own(this.#schema.json, keyword);
    if (!Array.isArray(list)) return [];
    this.#spend(list.length / membersPerStep);
    return list.map((_, i) => this.#schema.children.get(`${keyword}/${i}`)!);
  }

  #conditional(): void {
    const condition = this.#schema.children.get('if');
    if (!condition) return;
    const branch = this.#schema.children.get(this.#self(condition).length === 0 ? 'then' : 'else');
    if (branch) this.#take(this.#self(branch));
  }

  #unevaluatedKeywords(): void {
    const { children } = this.#schema;
    const [properties, items] = [children.get('unevaluatedProperties'), children.get('unevaluatedItems')];
    if (!this.unevaluated) return;
    if (properties) {
      const object = entries(this.#value);
      for (const name of [...this.unevaluated.properties].sort(compareStrings))
        this.#take(this.#child(properties, object.get(name)!, name));
      this.unevaluated.properties.clear();
    }
    if (items && Array.isArray(this.#value)) {
      for (const i of this.unevaluated.items) this.#take(this.#child(items, this.#value[i]!, String(i)));
      this.unevaluated.items.clear();
    }
  }

  #reference(target: SchemaNode | undefined): void {
    if (!target) return;
    const causes = this.#self(target);
    if (causes.length > 0) this.#failures.push(this.#failure('$ref', 'validation failed', causes, 'reference'));
  }

  /** Applies another schema to the same value. If that schema holds, what it evaluated counts as evaluated here too. */
  #self(schema: SchemaNode): readonly SchemaFailure[] {
    const wanted = this.unevaluated !== undefined;
    const { work } = this.#options;
    spend(work, 1 / comparisonsPerStep);
    const known = this.#location.known(schema, wanted);
    if (known) {
      if (known.failures.length === 0 && this.unevaluated) keepCommon(this.unevaluated, known.unevaluated, work);
      return known.failures;
    }
    const scope: EvaluationScope = { schema, depth: this.#scope.depth, height: this.#scope.height + 1, parent: this.#scope };
    const nested = new Validation(
      schema,
      this.#value,
      this.#location,
      scope,
      unevaluatedOf(this.#value, schema, wanted, work),
      this.#options,
    );
    const cuts = this.#options.cut.count;
    const failures = nested.run();
    nested.#memoize(failures, wanted, cuts);
    if (failures.length === 0 && this.unevaluated) keepCommon(this.unevaluated, nested.unevaluated, work);
    return failures;
  }

  #child(schema: SchemaNode, value: Instance, token: string): readonly SchemaFailure[] {
    const { work } = this.#options;
    spend(work, 1 / comparisonsPerStep);
    if (schema.constant === true) return [];
    const depth = this.#scope.depth + 1;
    if (depth > maxDepth) return [this.#cut(`nested deeper than ${maxDepth} levels`)];
    const location = this.#location.below(token);
    const known = location.known(schema, false);
    if (known) return known.failures;
    const scope: EvaluationScope = { schema, depth, height: this.#scope.height + 1, parent: this.#scope };
    const nested = new Validation(schema, value, location, scope, unevaluatedOf(value, schema, false, work), this.#options);
    const cuts = this.#options.cut.count;
    const failures = nested.run();
    nested.#memoize(failures, false, cuts);
    return failures;
  }

  /**
   * Memoizes the failures if other ways may lead to the same schema at the same location. `cuts` is the count of cut results before the
   * check.
   */
  #memoize(failures: readonly SchemaFailure[], wanted: boolean, cuts: number): void {
    const { cut, memoize } = this.#options;
    const { refs, groups } = this.#schema;
    if (memoize !== true || cut.count !== cuts || (refs.size === 0 && !groups.has('combined'))) return;
    this.#location.memoize(this.#schema, wanted, { failures, unevaluated: this.unevaluated });
  }

  #failure(
    keyword: string,
    text: string,
    causes: readonly SchemaFailure[] = [],
    kind: FailureKind = 'keyword',
    names: readonly string[] = [],
  ): SchemaFailure {
    const { work } = this.#options;
    const instance = this.#location.tokens();
    spend(work, text.length / charactersPerStep);
    if (work?.perFailure !== undefined) spend(work, work.perFailure + instance.length);
    return { instance, kind, text, causes, keyword, schema: this.#schema.json, names };
  }

  #spend(units: number): void {
    spend(this.#options.work, units);
  }

  /** Adds the failures one by one. Passing all of them as arguments of one call could overflow the stack. */
  #take(failures: readonly SchemaFailure[]): void {
    this.#spend(failures.length / membersPerStep);
    for (const failure of failures) this.#failures.push(failure);
  }

  #cut(text: string): SchemaFailure {
    this.#options.cut.count++;
    return this.#failure('limit', text);
  }

  #add(keyword: string, text: string, causes: readonly SchemaFailure[] = [], names: readonly string[] = []): void {
    this.#failures.push(this.#failure(keyword, text, causes, 'keyword', names));
  }
}

/** Groups several reasons of one alternative under a heading. */
function asOne(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  if (failures.length < 2) return failures;
  return [{ ...failures[0]!, kind: 'group', text: 'validation failed', keyword: '', names: [], causes: failures }];
}
