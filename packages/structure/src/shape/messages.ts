/** Messages for fields, lists and unions that do not fit, shared by shapes and published JSON Schemas. */
import { nearest, onlyNear, type Path } from '@mcpgw/diagnostics';
import { type Entry, type Node, type ScalarNode, typeName } from '../yaml/node.js';
import { listNames } from './names.js';
import type { Problem } from './shape.js';

/** The fields that a mapping may have, and those that it has. */
export interface KnownFields {
  /** The mapping in messages: `an MCP server`. */
  readonly title: string;
  readonly names: readonly string[];
  /** The keys that the mapping has. */
  readonly taken: ReadonlySet<string>;
}

/** The problem of a value of the wrong type; `example` shows a field of the expected mapping. */
export function typeProblem(node: Node, wanted: string, path: Path, example?: string): Problem {
  const last = path.at(-1);
  const name = last === undefined ? 'it' : typeof last === 'number' ? 'the item' : `"${last}"`;
  return { message: `expected ${wanted}, found ${typeName(node)}`, suggestion: typeAdvice(node, wanted, name, example) };
}

/** The suggestion for a value of the wrong type; `example` shows a field of the expected mapping. */
function typeAdvice(node: Node, wanted: string, name: string, example?: string): string {
  if (node.kind === 'scalar' && node.value === null) return `write ${wanted}, or remove ${name}`;
  if (node.kind === 'list' && node.items.length > 0 && wanted.startsWith('a mapping'))
    return `write the fields of ${name} without "-" in front`;
  if (node.kind === 'map' && wanted.startsWith('a list')) return `write ${name} as a list: put "- " in front of each item`;
  if (node.kind === 'list' && node.items.length === 1) return 'write the item itself, without "-" in front';
  if (node.kind === 'scalar' && wanted.startsWith('a list')) return `write ${name} as a list: [${asItem(node)}]`;
  if (node.kind === 'scalar' && node.plain && /^[\w.$-]+:(?!\/\/)\S/.test(node.text) && wanted.startsWith('a mapping'))
    return 'put a space behind the colon';
  return example === undefined ? `write ${wanted}` : `write the fields of ${name}, such as ${example}`;
}

const asItem = ({ value, text }: ScalarNode): string =>
  typeof value === 'string' && !/^[\w./-]+$/.test(text) ? JSON.stringify(text.slice(0, 40)) : text.slice(0, 40);

/** The problem of a list that is too short or too long; undefined if the length is valid. */
export function lengthProblem(count: number, min = 0, max = Number.POSITIVE_INFINITY): Problem | undefined {
  if (count >= min && count <= max) return undefined;
  const wanted = min === max ? `exactly ${min}` : count < min ? `at least ${min}` : `at most ${max}`;
  return {
    message: `expected ${wanted} ${wanted.endsWith(' 1') ? 'item' : 'items'}, found ${count}`,
    suggestion: count < min ? 'add an item' : 'remove items',
  };
}

/** The problem of a key that a mapping must not have; `elsewhere` says where a key belongs that resembles no field. */
export function unknownField(entry: Entry, { title, names, taken }: KnownFields, elsewhere?: () => string | undefined): Problem {
  const free = names.filter(name => !taken.has(name));
  const near = nearest(entry.key, free) ?? nearest(entry.key, names);
  const known = names.length === 0 ? `remove it: ${title} has no fields` : `known here: ${listNames(names)}`;
  const suggestion = near === undefined ? (elsewhere?.() ?? known) : `did you mean "${near}"?`;
  const isCertain = near !== undefined && free.includes(near) && isOnlyMeaning(entry.key, near, names);
  return { message: `unknown field "${entry.key}" in ${title}`, suggestion, ...(isCertain && { fix: keyText(entry, near) }) };
}

/** The problem of a key that is silently ignored and resembles a known field; undefined for any other key. */
export function ignoredField(entry: Entry, { title, names, taken }: KnownFields): Problem | undefined {
  const near = nearest(
    entry.key,
    names.filter(name => !taken.has(name)),
  );
  if (near === undefined) return undefined;
  const message = `"${entry.key}" is ignored in ${title}`;
  const isCertain = isOnlyMeaning(entry.key, near, names);
  return { message, suggestion: `did you mean "${near}"?`, ...(isCertain && { fix: keyText(entry, near) }) };
}

/** The problem of a missing required field; `doc` describes the field, `example` shows how to write it. */
export const missingField = (title: string, name: string, doc: string, example: string | undefined): Problem => ({
  message: `the field "${name}" is missing in ${title}`,
  suggestion: `add "${name}": ${doc}${example === undefined ? '' : `, such as ${example}`}`,
});

/** The problem of several fields being set although they exclude each other. */
export const severalSet = (title: string, names: readonly string[]): Problem => ({
  message: `only one of ${listNames(names)} may be set in ${title}`,
  suggestion: 'keep one of them',
});

/** The problem of none of some fields being set although one is required; `doc` describes each field. */
export function noneSet(title: string, fields: readonly { readonly name: string; readonly doc: string }[]): Problem {
  const names = fields.map(({ name }) => name);
  const message = names.length === 1 ? `the field "${names[0]}" is missing in ${title}` : `${title} needs one of ${listNames(names, 'or')}`;
  const shown = fields.slice(0, 3).map(({ name, doc }) => `"${name}" (${doc})`);
  return { message, suggestion: `add ${shown.join(' or ')}` };
}

/** Whether a key can only mean the name `near`: they differ only in case, or no other name is similar. */
function isOnlyMeaning(key: string, near: string, names: readonly string[]): boolean {
  return plainName(near) === plainName(key) || onlyNear(key, names) === near;
}

/** The text of a key, in quotes if the key that it replaces is in quotes. */
const keyText = ({ key, keySpan }: Entry, name: string): string => (keySpan.end - keySpan.start > key.length ? JSON.stringify(name) : name);

/** A name without what is easily confused: case, `-` and `_`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}
