/** An entry in a file of JSON: put in and taken out; comments, order and indentation of the user stay. */
import { applyEdits, type FormattingOptions, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { EditError } from './edit-error.js';
import { addMember, type Layout, removeMember } from './members.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The value of a file. @throws EditError */
function read(text: string): JsonObject {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as Json | undefined;
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new EditError(`it is not JSON: ${printParseErrorCode(error.error)} in line ${line}`);
  }
  if (!isObject(value)) throw new EditError('it is not an object of JSON');
  return value;
}

/** The layout of the file: two spaces where it has none. */
function layoutOf(text: string): Layout {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', end: text.includes('\r\n') ? '\r\n' : '\n' };
}

function formatOf(text: string): FormattingOptions {
  const { unit, end } = layoutOf(text);
  const isTab = unit.startsWith('\t');
  return { insertSpaces: !isTab, tabSize: isTab ? 1 : unit.length, eol: end };
}

function set(text: string, path: JSONPath, value: Json | undefined, isInsertion = false): string {
  const options = { formattingOptions: formatOf(text), ...(isInsertion && { isArrayInsertion: true }) };
  return applyEdits(text, modify(text, path, value, options));
}

/** Puts a member into the object at `path`: in the place of the one of that name, else at the end. */
function put(text: string, path: readonly string[], key: string, value: Json): string {
  const object = path.reduce<Json | undefined>((at, each) => own(at, each), read(text));
  return own(object, key) === undefined ? addMember(text, path, [key, value], layoutOf(text)) : set(text, [...path, key], value);
}

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** The entries of a wrapper, and the items of lists, of a text of `clientEntries`. */
interface Parts {
  readonly entries: readonly (readonly [wrapper: string, name: string, entry: Json])[];
  /** Lists such as the inputs of VS Code, whose items have an id. */
  readonly items: readonly (readonly [list: string, item: JsonObject])[];
}

function partsOf(entry: string): Parts {
  const whole = Object.entries(read(entry));
  return {
    entries: whole.flatMap(([wrapper, value]) =>
      isObject(value) ? Object.entries(value).map(([name, each]) => [wrapper, name, each] as const) : [],
    ),
    items: whole.flatMap(([list, value]) => (Array.isArray(value) ? value.filter(isObject).map(item => [list, item] as const) : [])),
  };
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const hasId = (id: Json | undefined) => (item: Json) => own(item, 'id') === id;

/** Puts the entry of a client into its file. @throws EditError */
export function putJson(text: string, entry: string): string {
  let edited = text.trim() === '' ? '{}\n' : text;
  const parts = partsOf(entry);
  for (const [list, item] of parts.items) {
    const found = own(read(edited), list);
    if (found !== undefined && !Array.isArray(found)) throw new EditError(`"${list}" is not a list there`);
    if (itemsOf(found).some(hasId(item.id))) continue;
    edited = found === undefined ? put(edited, [], list, [item]) : set(edited, [list, itemsOf(found).length], item, true);
  }
  for (const [wrapper, name, value] of parts.entries) {
    const found = own(read(edited), wrapper);
    if (found !== undefined && !isObject(found)) throw new EditError(`"${wrapper}" is not an object there`);
    if (JSON.stringify(own(found, name)) === JSON.stringify(value)) continue;
    edited = found === undefined ? put(edited, [], wrapper, { [name]: value }) : put(edited, [wrapper], name, value);
  }
  return edited === text ? text : ended(edited);
}

/** Takes the entry out, and list items that nothing else refers to. @throws EditError */
export function takeJson(text: string, entry: string): string {
  let edited = text;
  const parts = partsOf(entry);
  for (const [wrapper, name] of parts.entries)
    if (own(own(read(edited), wrapper), name) !== undefined) edited = removeMember(edited, [wrapper, name]);
  for (const [list, { id }] of parts.items) {
    const items = itemsOf(own(read(edited), list));
    const at = items.findIndex(hasId(id));
    if (at >= 0 && typeof id === 'string' && !edited.includes(`\${input:${id}}`)) edited = set(edited, [list, at], undefined);
  }
  return edited;
}

/** The entry of that name as it is in the file, as JSON; undefined where there is none. @throws EditError */
export function findJson(text: string, entry: string): string | undefined {
  const [first] = partsOf(entry).entries;
  const found = first && own(own(read(text), first[0]), first[1]);
  return found === undefined ? undefined : JSON.stringify(found);
}
