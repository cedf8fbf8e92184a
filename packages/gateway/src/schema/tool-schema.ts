import { compileJsonSchema, type Failure, type Json, type JsonSchema, type Pattern, SchemaError } from '@mcpgw/jsonschema';
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Schemas of tools, which come from servers that nobody here trusts: bounded in size, in depth and in the work they make. */

export const schemaLimits = {
  /** Characters of the schema as JSON. */
  maxLength: 512 * 1024,
  maxDepth: 100,
  maxPatternLength: 2000,
  /** About one schema against one value each: some tenths of a second, in which the gateway does nothing else. */
  maxSteps: 400_000,
  /** Compiled schemas kept; the least recently used one goes first. */
  maxCompiled: 500,
} as const;

/** A schema that cannot be used: too large, no schema, or one whose validation takes too long. */
export class SchemaUnusable extends Error {
  override name = 'SchemaUnusable';
  /** Where and why it breaks the rules for schemas; empty where it is refused for another reason. */
  readonly failures: readonly Failure[];
  constructor(message: string, failures: readonly Failure[] = []) {
    super(message);
    this.failures = failures;
  }
}

/** Instructions of a pattern that one character may pass through for one unit of work. */
const instructionsPerStep = 100;

/** Patterns run in linear time; what RE2 does not have (look-around, back-references) is refused. */
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

/** What to throw for `error`: SchemaUnusable where the schema is to blame. */
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

/** One reason why a value breaks a schema. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Reasons given at most, failures looked at for them, and characters of the causes told with one. A failure can be the cause of many
 * others, so the ways to all causes may double at each level.
 */
const tellLimits = { faults: 100, failures: 100_000, causes: 2000 };

/** Tells the failures of one check; each is put into words once. */
class Teller {
  readonly #told = new Map<Failure, SchemaFault>();
  #left = tellLimits.failures;

  faultsOf(failures: readonly Failure[], seen = new Set<Failure>()): SchemaFault[] {
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

  #faultOf(failure: Failure): SchemaFault {
    const known = this.#told.get(failure);
    if (known) return known;
    const causes = this.faultsOf(failure.causes).map(describeFault).join('; ');
    const short = causes.length > tellLimits.causes ? `${causes.slice(0, tellLimits.causes)}…` : causes;
    const fault = { path: failure.instance, message: short === '' ? failure.text : `${failure.text} (${short})` };
    this.#told.set(failure, fault);
    return fault;
  }
}

/** Where and why, on one line: `/a/0: got string, want integer`. */
export function describeFault({ path, message }: SchemaFault): string {
  return path.length === 0 ? message : `${path.map(token => `/${token}`).join('')}: ${message}`;
}

/**
 * Why `value` breaks `schema`; empty where it does not. Schemas are compiled when first used and known by identity.
 * Throws SchemaUnusable.
 */
export function schemaFaults(schema: object, value: unknown): SchemaFault[] {
  const ready = remember(schema, compiled.get(schema) ?? compile(schema));
  try {
    return new Teller().faultsOf(ready.check(value, schemaLimits.maxSteps));
  } catch (error) {
    throw unusable(error);
  }
}

/** The failures that stand alone, each once: alternatives are told by the first of them. */
function leavesOf(failures: readonly Failure[], seen = new Set<Failure>()): SchemaFault[] {
  return failures.flatMap(failure => {
    if (seen.has(failure)) return [];
    seen.add(failure);
    const [first] = failure.causes;
    if (first === undefined) return [{ path: failure.instance, message: failure.text }];
    return leavesOf(failure.kind === 'keyword' ? [first] : failure.causes, seen);
  });
}

/** Why `schema` cannot be used, with the places inside of it; empty where it can. */
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
