import { formatPath, nearest, type Path } from '@mcpgw/diagnostics';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** What a JSON Schema says against a value. */
export interface SchemaProblem {
  readonly path: Path;
  /** The last step of the path is a key that should not be there. */
  readonly isKey: boolean;
  readonly message: string;
  readonly suggestion?: string;
}

/** Checks a value against the text of a JSON Schema (draft-07 or 2020-12). A schema that cannot be compiled finds nothing. */
export function checkJsonSchema(schema: string, value: unknown, base: Path = []): SchemaProblem[] {
  const validate = compile(schema);
  if (validate === undefined || validate(plain(value))) return [];
  const errors = validate.errors ?? [];
  const worded = errors.filter(error => commentOf(error) !== undefined);
  const telling = errors.filter(error => !composite.has(error.keyword) || worded.includes(error));
  const covered = telling.filter(error => !worded.some(above => above !== error && error.schemaPath.startsWith(`${above.schemaPath}/`)));
  return (covered.length > 0 ? covered : errors).map(error => toProblem(error, base));
}

/** What an alternative means to a person: the `$comment` beside an `anyOf` or `oneOf`. It speaks for all that fails below it. */
function commentOf({ keyword, parentSchema }: ErrorObject): string | undefined {
  const comment = keyword === 'anyOf' || keyword === 'oneOf' ? parentSchema?.$comment : undefined;
  return typeof comment === 'string' ? comment : undefined;
}

/** Keywords that only say that something below them failed. */
const composite = new Set(['if', 'allOf', 'anyOf', 'oneOf', 'not', 'then', 'else']);

/** Null prototypes and bigint mean nothing to a schema. */
function plain(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)));
}

const compiled = new Map<string, ValidateFunction | undefined>();

function compile(text: string): ValidateFunction | undefined {
  if (!compiled.has(text)) compiled.set(text, compileNew(text));
  return compiled.get(text);
}

/** A schema that cannot be compiled is left to the render, which refuses it with Helm's message. */
function compileNew(text: string): ValidateFunction | undefined {
  try {
    const schema = JSON.parse(text);
    const options = { allErrors: true, strict: false, validateFormats: false, verbose: true, logger: false } as const;
    const ajv = String(schema.$schema ?? '').includes('2020-12') ? new Ajv2020(options) : new Ajv(options);
    return ajv.compile({ ...schema, $schema: undefined });
  } catch {
    return undefined;
  }
}

function toProblem(error: ErrorObject, base: Path): SchemaProblem {
  const path = [...base, ...pointer(error.instancePath)];
  const extra = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined;
  const at = extra === undefined ? path : [...path, extra];
  return { path: at, isKey: extra !== undefined, ...describe(error, at) };
}

function pointer(text: string): Path {
  return text
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(step => (/^\d+$/.test(step) ? Number(step) : step));
}

function describe(error: ErrorObject, path: Path): { readonly message: string; readonly suggestion?: string } {
  const name = formatPath(path) || 'the values';
  const comment = commentOf(error);
  if (comment !== undefined) return { message: `${name} must be ${comment}`, suggestion: advice(error) };
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownValue(error, name, String(path.at(-1)));
    case 'enum':
      return {
        message: `${name} is none of the known values`,
        suggestion: `one of ${(error.params.allowedValues as unknown[]).map(value => JSON.stringify(value)).join(', ')}`,
      };
    case 'required':
      return { message: `${name} lacks "${error.params.missingProperty}"`, suggestion: `add "${error.params.missingProperty}"` };
    case 'type':
      return { message: `${name} is not of type ${types(error).join(' or ')}`, suggestion: typeAdvice(error) };
    case 'pattern':
      return { message: `${name} does not fit the pattern ${error.params.pattern}`, suggestion: advice(error) };
    case 'minLength':
      return { message: error.data === '' ? `${name} is empty` : `${name} ${error.message}`, suggestion: advice(error) };
    default:
      return { message: `${name} ${error.message ?? 'is refused by the schema'}`, suggestion: advice(error) };
  }
}

const types = (error: ErrorObject): string[] => [error.params.type].flat().map(String);

const written: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  integer: 'a whole number without quotes',
  number: 'a number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list, with "- " in front of each item',
  object: 'a mapping: keys and values below it',
  null: 'null',
};

function typeAdvice(error: ErrorObject): string {
  const example = exampleOf(error);
  return `write ${types(error)
    .map(type => written[type] ?? type)
    .join(', or ')}${example === undefined ? '' : `, such as ${example}`}`;
}

/** What the schema itself says of the value. */
function advice(error: ErrorObject): string {
  const example = exampleOf(error);
  const { description } = (error.parentSchema ?? {}) as { description?: unknown };
  if (example !== undefined) return `write a value such as ${example}`;
  return typeof description === 'string' && description !== ''
    ? `it is meant for: ${description.split('\n')[0]}`
    : "see the chart's values.schema.json";
}

function exampleOf({ parentSchema }: ErrorObject): string | undefined {
  const { examples, default: usual } = (parentSchema ?? {}) as { examples?: unknown; default?: unknown };
  const example = Array.isArray(examples) && examples.length > 0 ? examples[0] : usual;
  return example === undefined || example === '' || example === null ? undefined : JSON.stringify(example);
}

const maxKnown = 20;

function unknownValue(error: ErrorObject, name: string, key: string): { readonly message: string; readonly suggestion?: string } {
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const near = nearest(key, known);
  const message = `the chart has no value ${name}`;
  if (near !== undefined) return { message, suggestion: `did you mean "${near}"?` };
  if (known.length === 0) return { message, suggestion: 'remove it' };
  const more = known.length > maxKnown ? ` and ${known.length - maxKnown} more` : '';
  return { message, suggestion: `known here: ${known.slice(0, maxKnown).join(', ')}${more}` };
}
