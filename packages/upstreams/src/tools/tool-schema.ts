import { compileJsonSchema, type Json, type JsonSchema, type Pattern, SchemaError, type SchemaFailure } from '@mcpgw/jsonschema';
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Validation by the schemas of tools, which come from untrusted servers: size, depth and amount of work are limited. */

export const schemaLimits = {
  /** Characters of the schema as JSON. */
  maxLength: 512 * 1024,
  maxDepth: 100,
  maxPatternLength: 2000,
  /** Steps of one validation: they take some tenths of a second, in which the gateway does nothing else. */
  maxSteps: 400_000,
  /** Number of compiled schemas that are kept; the least recently used one is dropped first. */
  maxCompiled: 500,
} as const;

/** A schema that cannot be used: it is too large or invalid, or validation by it takes too long. */
export class SchemaUnusable extends Error {
  override name = 'SchemaUnusable';
  /** Where and why it is not a valid schema; empty if it is refused for another reason. */
  readonly failures: readonly SchemaFailure[];
  constructor(message: string, failures: readonly SchemaFailure[] = []) {
    super(message);
    this.failures = failures;
  }
}

/** Instructions of a pattern that count as one step for each character. */
const instructionsPerStep = 100;

/** Patterns run in linear time. What RE2 does not support (look-around, back-references) is refused. */
function compilePattern(source: string): Pattern {
  if (source.length > schemaLimits.maxPatternLength)
    throw new SchemaError(`a pattern has more than ${schemaLimits.maxPatternLength} characters`);
  const pattern = RE2JS.compile(source);
  return { source, work: length => (length * pattern.programSize()) / instructionsPerStep, test: text => pattern.matcher(text).find() };
}

function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= schemaLimits.maxDepth; depth++) {
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** The error to throw for `error`: SchemaUnusable if the schema is the cause. */
function unusable(error: unknown): unknown {
  if (error instanceof SchemaError) return new SchemaUnusable(error.message, error.failures);
  return error instanceof RE2JSSyntaxException ? new SchemaUnusable(error.message) : error;
}

function compile(schema: unknown): JsonSchema {
  if (isTooDeep(schema)) throw new SchemaUnusable(`nested more than ${schemaLimits.maxDepth} levels deep`);
  if (JSON.stringify(schema).length > schemaLimits.maxLength) throw new SchemaUnusable(`larger than ${schemaLimits.maxLength} characters`);
  try {
    return compileJsonSchema(schema as Json, compilePattern);
  } catch (error) {
    throw unusable(error);
  }
}

const compiled = new Map<unknown, JsonSchema>();

function remember(schema: object, ready: JsonSchema): JsonSchema {
  compiled.delete(schema);
  compiled.set(schema, ready);
  if (compiled.size > schemaLimits.maxCompiled) compiled.delete(compiled.keys().next().value);
  return ready;
}

/** One reason why a value does not match a schema. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Reasons given at most, failures looked at for them, and characters of the causes told with one. A failure can be the cause of many
 * others, so the ways to all causes may double at each level.
 */
const tellLimits = { faults: 100, failures: 100_000, causes: 2000 };

/** Describes the failures of one check; each is described once. */
class Teller {
  readonly #told = new Map<SchemaFailure, SchemaFault>();
  #left = tellLimits.failures;

  faultsOf(failures: readonly SchemaFailure[], seen = new Set<SchemaFailure>()): SchemaFault[] {
    const faults: SchemaFault[] = [];
    for (const failure of failures) {
      if (faults.length >= tellLimits.faults || --this.#left < 0) break;
      if (seen.has(failure)) continue;
      seen.add(failure);
      if (failure.causes.length > 0 && failure.kind !== 'keyword') faults.push(...this.faultsOf(failure.causes, seen));
      else faults.push(this.#faultOf(failure));
    }
    return faults.slice(0, tellLimits.faults);
  }

  #faultOf(failure: SchemaFailure): SchemaFault {
    const known = this.#told.get(failure);
    if (known) return known;
    const causes = this.faultsOf(failure.causes).map(describeFault).join('; ');
    const short = causes.length > tellLimits.causes ? `${causes.slice(0, tellLimits.causes)}…` : causes;
    const fault = { path: failure.instance, message: short === '' ? failure.text : `${failure.text} (${short})` };
    this.#told.set(failure, fault);
    return fault;
  }
}

/** Describes where and why on one line: `/a/0: got string, want integer`. */
export function describeFault({ path, message }: SchemaFault): string {
  return path.length === 0 ? message : `${path.map(token => `/${token}`).join('')}: ${message}`;
}

/**
 * The reasons why `value` does not match `schema`; empty if it does. Schemas are compiled when first used, and cached by identity.
 * @throws SchemaUnusable
 */
export function schemaFaults(schema: object, value: unknown): SchemaFault[] {
  const ready = remember(schema, compiled.get(schema) ?? compile(schema));
  try {
    return new Teller().faultsOf(ready.check(value, schemaLimits.maxSteps));
  } catch (error) {
    throw unusable(error);
  }
}

/** The independent failures, each once; of alternatives, the first one is reported. */
function leavesOf(failures: readonly SchemaFailure[], seen = new Set<SchemaFailure>()): SchemaFault[] {
  return failures.flatMap(failure => {
    if (seen.has(failure)) return [];
    seen.add(failure);
    const [first] = failure.causes;
    if (first === undefined) return [{ path: failure.instance, message: failure.text }];
    return leavesOf(failure.kind === 'keyword' ? [first] : failure.causes, seen);
  });
}

/** The reasons why `schema` cannot be used, with their places in it; empty if it can. */
export function schemaProblems(schema: object): SchemaFault[] {
  try {
    remember(schema, compiled.get(schema) ?? compile(schema));
    return [];
  } catch (error) {
    if (!(error instanceof SchemaUnusable)) throw error;
    const leaves = leavesOf(error.failures);
    return leaves.length > 0 ? leaves : [{ path: [], message: error.message }];
  }
}
