/** Arguments of a tool from words of a command line, each with the type that the tool's schema gives it. */
import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import { CliError } from '../errors.js';
import { isList, isMap, type JsonData, type JsonMap, own } from '../json.js';

/** Levels of `$ref` that are followed. */
const maxRefs = 20;

/** The schema that a local reference stands for; what cannot be followed is no schema. */
function resolved(schema: JsonData | undefined, root: JsonData): JsonData | undefined {
  let found = schema;
  for (let step = 0; step < maxRefs; step++) {
    const ref = own(found, '$ref');
    if (typeof ref !== 'string') return found;
    if (!ref.startsWith('#')) return undefined;
    const keys = ref
      .slice(1)
      .split('/')
      .slice(1)
      .map(key => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
    found = keys.reduce<JsonData | undefined>((at, key) => (isList(at) ? at[Number(key)] : own(at, key)), root);
  }
  return undefined;
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch (error) {
    if (error instanceof URIError) return key;
    throw error;
  }
}

const typeOf = (value: JsonData): string => (value === null ? 'null' : isList(value) ? 'array' : isMap(value) ? 'object' : typeof value);

/** The types that a schema allows; empty where it allows all. */
function typesOf(schema: JsonData | undefined, root: JsonData, depth = 0): readonly string[] {
  const found = resolved(schema, root);
  const type = own(found, 'type');
  if (typeof type === 'string') return [type];
  if (isList(type)) return type.filter(each => typeof each === 'string');
  const constant = own(found, 'const');
  if (constant !== undefined) return [typeOf(constant)];
  const values = own(found, 'enum');
  if (isList(values)) return [...new Set(values.map(typeOf))];
  const choices = own(found, 'anyOf') ?? own(found, 'oneOf');
  if (!isList(choices) || depth > maxRefs) return [];
  const all = choices.map(choice => typesOf(choice, root, depth + 1));
  return all.some(types => types.length === 0) ? [] : [...new Set(all.flat())];
}

function parsed(text: string): JsonData | undefined {
  try {
    return JSON.parse(text) as JsonData;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Refuses whole numbers that JavaScript would change. @throws CliError */
export function checkNumbers(value: JsonData): void {
  if (isList(value)) for (const each of value) checkNumbers(each);
  else if (isMap(value)) for (const each of Object.values(value)) checkNumbers(each);
  else if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new CliError('a number above 9007199254740991 cannot be sent with every digit: send it as a string, or with another client');
}

/** The value of a text in one of the types; undefined where it has none of them. A type of JSON wins over a string. */
function typed(text: string, types: readonly string[]): JsonData | undefined {
  if (types.length === 0) {
    const value = parsed(text) ?? text;
    checkNumbers(value);
    return value;
  }
  const isString = types.includes('string');
  const value = parsed(text);
  if (value !== undefined && !(isString && types.length === 1)) {
    checkNumbers(value);
    const type = typeOf(value);
    const isNumber = type === 'number' && (types.includes('number') || (types.includes('integer') && Number.isInteger(value)));
    if (isNumber || (type !== 'string' && types.includes(type))) return value;
  }
  return isString ? text : undefined;
}

const wanted = (types: readonly string[]): string => {
  const words = types.map(type => (type === 'array' || type === 'object' ? `${type} as JSON` : type)).join(' or ');
  return words.startsWith('null') ? words : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
};

function argumentValue(name: string, texts: readonly string[], schema: JsonData | undefined, root: JsonData): JsonData {
  const types = typesOf(schema, root);
  const [text] = texts;
  const isList = types.includes('array') && !types.includes('string');
  const one = texts.length === 1 ? typed(text!, types) : undefined;
  if (one !== undefined) return one;
  if (texts.length > 1 && !types.includes('array') && types.length > 0)
    throw new CliError(`--arg ${safeText(name)} is given ${texts.length} times, and is not an array`);
  if (!isList && texts.length === 1) throw new CliError(`--arg ${safeText(name)}: "${safeText(text!)}" is not ${wanted(types)}`);
  const items = typesOf(own(resolved(schema, root), 'items'), root);
  return texts.map(each => {
    const item = typed(each, items);
    if (item === undefined) throw new CliError(`--arg ${safeText(name)}: "${safeText(each)}" is not ${wanted(items)}`);
    return item;
  });
}

/** Every pair of `name=value`, by name, in order. @throws CliError for a word without `=` */
export function pairsOf(words: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals < 1) throw new CliError(`--arg expects NAME=VALUE, not "${safeText(word)}"`);
    const name = word.slice(0, equals);
    groups.set(name, [...(groups.get(name) ?? []), word.slice(equals + 1)]);
  }
  return groups;
}

/** Sets a value at a path of names. Names such as `__proto__` are data. */
function withValue(into: JsonMap, [key, ...rest]: readonly string[], value: JsonData, name: string): JsonMap {
  const old = own(into, key!);
  if (rest.length === 0 && old === undefined) return Object.fromEntries([...Object.entries(into), [key!, value]]);
  if (rest.length === 0 || (old !== undefined && !isMap(old))) throw new CliError(`--arg ${safeText(name)} is given in two ways`);
  const inner = withValue(isMap(old) ? old : {}, rest, value, name);
  return Object.fromEntries([...Object.entries(into).filter(([each]) => each !== key), [key!, inner]]);
}

/** The path of a name: `a.b` is the member `b` of the object `a`, unless there is an argument `a.b`. */
function pathOf(name: string, schema: JsonData, root: JsonData): readonly string[] {
  const properties = own(resolved(schema, root), 'properties');
  const dot = name.indexOf('.');
  if (dot < 1 || own(properties, name) !== undefined) return [name];
  const first = own(properties, name.slice(0, dot));
  if (first === undefined || !typesOf(first, root).includes('object')) return [name];
  return [name.slice(0, dot), ...pathOf(name.slice(dot + 1), first, root)];
}

function schemaAt(path: readonly string[], schema: JsonData, root: JsonData): JsonData | undefined {
  return path.reduce<JsonData | undefined>((at, key) => own(own(resolved(at, root), 'properties'), key), schema);
}

function checkName(name: string, path: readonly string[], schema: JsonData): void {
  const properties = own(resolved(schema, schema), 'properties');
  const names = isMap(properties) ? Object.keys(properties) : [];
  if (names.includes(path[0]!)) return;
  const near = nearest(name, names);
  const isClosed = own(schema, 'additionalProperties') === false;
  if (!isClosed && near === undefined) return;
  const meant = near === undefined ? '' : `; did you mean ${safeText(near)}?`;
  throw new CliError(
    `the tool has no argument "${safeText(name)}"${meant} It has: ${names.map(each => safeText(each)).join(', ') || 'none'}`,
  );
}

/**
 * The arguments of a call: `given` (an object as JSON) with those of `words` (`name=value`), each typed by the schema.
 *
 * @throws CliError for a name that the tool does not have, a value of another type, and an argument that is missing
 */
export function argumentsOf(words: readonly string[], given: JsonMap, schema: JsonData): JsonMap {
  let args = given;
  for (const [name, texts] of pairsOf(words)) {
    const path = pathOf(name, schema, schema);
    checkName(name, path, schema);
    args = withValue(args, path, argumentValue(name, texts, schemaAt(path, schema, schema), schema), name);
  }
  const required = own(schema, 'required');
  const missing = (isList(required) ? required : []).filter(name => typeof name === 'string' && own(args, name) === undefined);
  if (missing.length > 0) throw new CliError(`the tool needs ${missing.map(name => `--arg ${safeText(String(name))}=...`).join(' ')}`);
  return args;
}
