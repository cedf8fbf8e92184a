/** Findings of a chart's values.schema.json, worded for the author of the values; `render` prints Helm's messages. */

import { type Edit, type Finding, formatPath, nearest, onlyNear, type Path } from '@mcpgw/diagnostics';
import type { ChartProblem, SchemaFailure, ValuesSchemaError } from '@mcpgw/helm';
import { at } from '@mcpgw/structure';
import { closestPlace, placeOf, type ValuesFile, valueBelongs } from './values-tree.js';

/** The findings behind a refusal of the values; `label` is the chart as the user named it, `known` are its own values. */
export function schemaFindings(
  error: ValuesSchemaError,
  files: readonly ValuesFile[],
  label: string,
  known: Record<string, unknown>,
): Finding[] {
  return error.problems.flatMap(problem => {
    if (problem.failures.length === 0) return [withoutFailures(problem, files, label)];
    return tellingOf(problem.failures)
      .flatMap(failure => problemsOf(failure, problem.path, known))
      .map(({ path, isKey, fix, ...words }): Finding => {
        const place = nearestPlace(files, path, isKey);
        const edit = fix === undefined ? undefined : fixAt(files, place, path, fix);
        return { ...finding, path, ...place, ...words, ...(edit && { fix: [edit] }) };
      });
  });
}

/** The edit that fixes the file that has the value; none for a flag of the command line. */
function fixAt(files: readonly ValuesFile[], { file }: Pick<Finding, 'file'>, path: Path, fix: Fix): Edit | undefined {
  const found = files.find(candidate => candidate.file === file && candidate.isFlag !== true);
  const parent = found && at(found.root, ...path.slice(0, -1));
  const entry = parent?.kind === 'map' ? parent.entries.findLast(({ key }) => key === path.at(-1)) : undefined;
  if ('key' in fix) {
    if (entry === undefined || (parent?.kind === 'map' && parent.entries.some(({ key }) => key === fix.key))) return undefined;
    const isQuoted = entry.keySpan.end - entry.keySpan.start > entry.key.length;
    return { span: entry.keySpan, text: isQuoted ? JSON.stringify(fix.key) : fix.key };
  }
  const node = found && at(found.root, ...path);
  if (node?.kind !== 'scalar') return undefined;
  const text = retyped(node.text, node.plain, fix.types);
  return text === undefined ? undefined : { span: node.span, text };
}

/** A scalar rewritten as the required type, by adding or removing quotes. */
function retyped(text: string, isPlain: boolean, [type, ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  if (type === 'string') return isPlain && text !== '' && !/^(?:null|~)$/i.test(text) ? JSON.stringify(text) : undefined;
  if (isPlain) return undefined;
  if (type === 'integer') return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? text : undefined;
  if (type === 'number') return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? text : undefined;
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text : undefined;
}

const finding = { rule: 'values-schema', severity: 'error' } as const;

/** The schema cannot be used, or a dependency's values are not a table. */
function withoutFailures({ chart, path, isNotTable, text }: ChartProblem, files: readonly ValuesFile[], label: string): Finding {
  const message = text.trimEnd();
  if (isNotTable) {
    return { ...finding, path, ...nearestPlace(files, path, false), message: `${formatPath(path)}: ${message}` };
  }
  return { ...finding, message: `the values.schema.json of chart "${chart}" cannot be used: ${message}`, file: label };
}

/** The position of a path, or of its nearest ancestor that a file has. */
function nearestPlace(files: readonly ValuesFile[], path: Path, key: boolean): Pick<Finding, 'file' | 'span'> {
  return closestPlace(files, path, key) ?? placeOf(files, []) ?? { file: files.at(-1)?.file ?? 'values.yaml' };
}

/** Maximum number of findings of one chart; many paths through a schema may lead to the same few. */
const maxTelling = 200;

/** The informative reasons, without those that only report a failure below them. */
function tellingOf(failures: readonly SchemaFailure[]): SchemaFailure[] {
  const telling: SchemaFailure[] = [];
  const seen = new Set<SchemaFailure>();
  const told = new Set<string>();
  const add = (failure: SchemaFailure): void => {
    if (telling.length >= maxTelling || seen.has(failure)) return;
    seen.add(failure);
    const isComposite = composite.has(failure.keyword) && failure.causes.length > 0 && commentOf(failure) === undefined;
    if (isComposite) failure.causes.forEach(add);
    else if (told.size < told.add(JSON.stringify([failure.instance, failure.text])).size) telling.push(failure);
  };
  failures.forEach(add);
  return telling;
}

/** Keywords that only group other reasons; a group of causes has none. */
const composite = new Set(['', '$ref', 'allOf', 'anyOf', 'oneOf']);

/** The meaning of an alternative: the `$comment` beside an `anyOf` or `oneOf`. It replaces all failures below it. */
function commentOf({ keyword, schema }: SchemaFailure): string | undefined {
  const comment = keyword === 'anyOf' || keyword === 'oneOf' ? schema.$comment : undefined;
  return typeof comment === 'string' ? comment : undefined;
}

interface Problem {
  readonly path: Path;
  /** The last step of the path is a key that should not be there. */
  readonly isKey: boolean;
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: Fix;
}

/** A certain fix of a problem: another key, or a scalar of another type. */
type Fix = { readonly key: string } | { readonly types: readonly string[] };

/** A reason as the required change: one for each missing or forbidden name. */
function problemsOf(failure: SchemaFailure, base: readonly string[], known: Record<string, unknown>): Problem[] {
  const path: Path = [...base, ...failure.instance.map(step => (/^\d+$/.test(step) ? Number(step) : step))];
  const name = formatPath(path) || 'the values';
  switch (failure.keyword) {
    case 'additionalProperties':
      return failure.names.map(key => ({ path: [...path, key], isKey: true, ...unknownValue(failure, path, key, known) }));
    case 'required':
      return failure.names.map(key => ({ path, isKey: false, message: `${name} lacks "${key}"`, suggestion: `add "${key}"` }));
    case 'propertyNames':
      return failure.names.map(key => ({
        path: [...path, key],
        isKey: true,
        message: `${name} may not have a key "${key}"`,
        suggestion: failure.causes.map(({ text }) => text).join('; '),
      }));
  }
  return [{ path, isKey: false, ...describe(failure, name) }];
}

interface Words {
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: Fix;
}

function describe(failure: SchemaFailure, name: string): Words {
  const comment = commentOf(failure);
  if (comment !== undefined) return { message: `${name} must be ${comment}`, suggestion: advice(failure) };
  const { keyword, schema, text } = failure;
  const wanted = schema[keyword];
  switch (keyword) {
    case 'enum':
      return {
        message: `${name} is not one of the known values`,
        suggestion: `one of ${(wanted as unknown[]).map(value => JSON.stringify(value)).join(', ')}`,
      };
    case 'type':
      return {
        message: `${name} is not of type ${types(failure).join(' or ')}`,
        suggestion: typeAdvice(failure),
        fix: { types: types(failure) },
      };
    case 'const':
      return { message: `${name} is not ${JSON.stringify(wanted)}`, suggestion: `write ${JSON.stringify(wanted)}` };
    case 'pattern':
      return { message: `${name} does not fit the pattern ${String(wanted)}`, suggestion: advice(failure) };
    case 'minLength':
      return { message: wanted === 1 ? `${name} is empty` : `${name} is shorter than ${wanted} characters`, suggestion: advice(failure) };
    case 'maxLength':
      return { message: `${name} is longer than ${wanted} characters`, suggestion: advice(failure) };
    case 'minimum':
      return { message: `${name} must be at least ${wanted}`, suggestion: advice(failure) };
    case 'maximum':
      return { message: `${name} must be at most ${wanted}`, suggestion: advice(failure) };
    case 'minItems':
    case 'maxItems':
      return { message: `${name} must have at ${keyword === 'minItems' ? 'least' : 'most'} ${wanted} items`, suggestion: advice(failure) };
  }
  return { message: `${name}: ${text}`, suggestion: advice(failure) };
}

const types = ({ schema }: SchemaFailure): string[] => [schema.type].flat().map(String);

const written: Readonly<Record<string, string>> = {
  string: 'a string in quotes',
  integer: 'a whole number without quotes',
  number: 'a number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list, with "- " in front of each item',
  object: 'a mapping: keys and values below it',
  null: 'null',
};

function typeAdvice(failure: SchemaFailure): string {
  const example = exampleOf(failure);
  return `write ${types(failure)
    .map(type => written[type] ?? type)
    .join(', or ')}${example === undefined ? '' : `, such as ${example}`}`;
}

/** The schema's own description of the value. */
function advice(failure: SchemaFailure): string {
  const example = exampleOf(failure);
  const { description } = failure.schema;
  if (example !== undefined) return `write a value such as ${example}`;
  return typeof description === 'string' && description !== ''
    ? `it is meant for: ${description.split('\n')[0]}`
    : "see the chart's values.schema.json";
}

function exampleOf({ schema }: SchemaFailure): string | undefined {
  const { examples, default: usual } = schema;
  const example = Array.isArray(examples) && examples.length > 0 ? examples[0] : usual;
  return example === undefined || example === '' || example === null ? undefined : JSON.stringify(example);
}

const maxKnown = 20;

function unknownValue({ schema }: SchemaFailure, path: Path, key: string, values: Record<string, unknown>): Words {
  const { properties } = schema;
  const known = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const near = nearest(key, known);
  const message = `the chart has no value ${formatPath([...path, key])}`;
  if (near !== undefined)
    return { message, suggestion: `did you mean "${near}"?`, ...(onlyNear(key, known) === near && { fix: { key: near } }) };
  const elsewhere = valueBelongs(key, path, values);
  if (elsewhere !== undefined) return { message, suggestion: elsewhere };
  if (known.length === 0) return { message, suggestion: 'remove it' };
  const more = known.length > maxKnown ? ` and ${known.length - maxKnown} more` : '';
  return { message, suggestion: `known here: ${known.slice(0, maxKnown).join(', ')}${more}` };
}
