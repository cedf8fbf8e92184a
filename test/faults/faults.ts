/** The fault list: the fault, the files and the way to insert it, and the expected finding. Adding a fault takes one row. */
import type { Path } from '@mcpgw/diagnostics';
import type { Example, Place } from './examples.js';

/** A file with a fault. */
export interface Faulty {
  readonly text: string;
  /** The expected position of the finding: a path of the text, one of these lines, or any line from one on. */
  readonly at: { readonly path: Path } | { readonly lines: readonly number[] } | { readonly from: number };
}

/** Inserts the fault into an example, as text or data; undefined if that is not possible. */
export interface Injection {
  readonly example: Example;
  readonly text: string;
  /** The text of changed data. */
  readonly print: (data: unknown) => string;
}

export interface Fault {
  readonly fault: string;
  /** The place that it needs; every example has the place '' . */
  readonly place?: Place;
  /** Kinds of files that it applies to; all if absent. */
  readonly kinds?: readonly string[];
  readonly only?: 'json' | 'yaml';
  readonly inject: (injection: Injection, path: Path) => Faulty | undefined;
  /** Input that the reader accepts but that is rarely intended: a warning, which fails with --strict. */
  readonly isWarning?: boolean;
  /** Rules, of which one must be reported, as an error unless stated otherwise. */
  readonly rules: readonly string[];
}

/** A text that stands in printed data for characters that no value gives. */
export const raw = (text: string): string => `@raw(${text})`;

function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], data);
}

/** Data with another value at a path; undefined removes the key. */
function changed(data: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(data)) return data.map((item, index) => (index === step ? changed(item, rest, value) : item));
  const entries = Object.entries(data as object).flatMap(([key, item]) => {
    if (key !== step) return [[key, item] as const];
    return rest.length === 0 && value === undefined ? [] : [[key, changed(item, rest, value)] as const];
  });
  const isNew = !entries.some(([key]) => key === step) && value !== undefined;
  return Object.fromEntries(isNew ? [...entries, [String(step), value]] : entries);
}

/** A fault that replaces a value, and must be found there. */
const put =
  (value: unknown | ((old: unknown) => unknown), where?: (path: Path) => Path): Fault['inject'] =>
  ({ example, print }, path) => {
    const old = at(example.data, path);
    const made = typeof value === 'function' ? (value as (old: unknown) => unknown)(old) : value;
    return made === undefined ? undefined : { text: print(changed(example.data, path, made)), at: { path: where?.(path) ?? path } };
  };

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;
const linesIn = (text: string): number => text.trimEnd().split('\n').length;

/** The first key of a mapping, and a misspelled form of it. */
function slip(name: string): string | undefined {
  return name.length < 4 ? undefined : `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`;
}

const structural = ['unknown-field', 'values-schema', 'unused-value', 'wrong-type', 'missing-field'];
const typed = ['wrong-type', 'bad-value', 'values-schema', 'settings', 'bad-reference'];

export const faults: readonly Fault[] = [
  {
    fault: 'syntax error',
    only: 'yaml',
    rules: ['yaml-syntax'],
    inject: ({ text }) => ({ text: `${text}broken: [a, b\n`, at: { from: linesIn(text) } }),
  },
  {
    fault: 'no end',
    only: 'json',
    rules: ['yaml-syntax', 'json-syntax'],
    inject: ({ text }) => ({ text: text.trimEnd().slice(0, -1), at: { from: linesIn(text) - 1 } }),
  },
  {
    fault: 'tab indentation',
    only: 'yaml',
    rules: ['yaml-syntax'],
    inject: ({ text }) => {
      const line = text.split('\n').findIndex(candidate => candidate.startsWith('  '));
      if (line < 0) return undefined;
      const lines = text.split('\n').map((candidate, index) => (index === line ? candidate.replace(/^ +/, '\t') : candidate));
      return { text: lines.join('\n'), at: { lines: [line + 1] } };
    },
  },
  {
    fault: 'wrong indentation',
    only: 'yaml',
    rules: ['yaml-syntax'],
    inject: ({ text }) => {
      const lines = text.split('\n');
      const line = lines.findIndex(
        (candidate, index) => index > 0 && /^[A-Za-z]/.test(candidate) && /^[A-Za-z]+: \S/.test(lines[index - 1]!),
      );
      if (line < 0) return undefined;
      lines[line] = ` ${lines[line]}`;
      return { text: lines.join('\n'), at: { lines: [line, line + 1] } };
    },
  },
  {
    fault: 'trailing comma',
    only: 'json',
    kinds: ['mcp-config', 'client-config', 'opencode-config', 'langchain-config'],
    rules: ['json-syntax'],
    inject: ({ text }) => {
      const line = text.split('\n').findLastIndex(candidate => /[^,[{]$/.test(candidate) && /^ +["\w\]}]/.test(candidate));
      const lines = text.split('\n').map((candidate, index) => (index === line ? `${candidate},` : candidate));
      return { text: lines.join('\n'), at: { lines: [line + 1, line + 2] } };
    },
  },
  {
    fault: 'single quotes',
    only: 'json',
    rules: ['json-syntax'],
    kinds: ['mcp-config', 'client-config', 'opencode-config', 'langchain-config', 'vscode-config'],
    inject: ({ text }) => {
      const changedText = text.replace(/"(\w+)":/, "'$1':");
      return { text: changedText, at: { lines: [lineOf(changedText, "'")] } };
    },
  },
  {
    fault: 'two documents',
    only: 'yaml',
    kinds: ['agentgateway', 'mcp-servers', 'serve', 'settings', 'golden-case'],
    rules: ['document-count', 'yaml-syntax'],
    inject: ({ text }) => ({ text: `${text}---\n${text}`, at: { from: 1 } }),
  },
  {
    fault: 'two documents, which Helm 4 merges and Helm 3 does not',
    only: 'yaml',
    kinds: ['values'],
    isWarning: true,
    rules: ['document-count', 'yaml-syntax'],
    inject: ({ text }) => ({ text: `${text}---\n${text}`, at: { from: 1 } }),
  },
  {
    fault: 'duplicate key',
    rules: ['duplicate-key', 'duplicate-field', 'yaml-syntax', 'json-syntax'],
    inject: ({ text, example }) => {
      const lines = text.split('\n');
      const line = lines.findIndex(candidate => (example.json ? /^ +"\w+": .*,$/ : /^ *[A-Za-z]\w*: \S/).test(candidate));
      if (line < 0) return undefined;
      lines.splice(line, 0, lines[line]!);
      return { text: lines.join('\n'), at: { lines: [line + 1, line + 2] } };
    },
  },
  {
    fault: 'the same object twice',
    kinds: ['manifest'],
    rules: ['duplicate-object', 'duplicate-key'],
    inject: ({ text, example }) =>
      at(example.data, ['metadata', 'name']) === undefined ? undefined : { text: `${text}---\n${text}`, at: { from: 1 } },
  },
  {
    fault: 'unknown field',
    place: 'struct',
    rules: structural,
    inject: ({ example, print }, path) => ({
      text: print(changed(example.data, [...path, 'zzUnknown'], 1)),
      at: { path: [...path, 'zzUnknown'] },
    }),
  },
  {
    fault: 'misspelled field',
    place: 'struct',
    rules: [...structural, 'wrong-type'],
    inject: ({ example, print }, path) => {
      const old = at(example.data, path) as Record<string, unknown>;
      const name = Object.keys(old).findLast(
        key => slip(key) !== undefined && slip(key) !== key && !['apiVersion', 'kind', 'metadata'].includes(key),
      );
      if (name === undefined) return undefined;
      const renamed = Object.fromEntries(Object.entries(old).map(([key, value]) => [key === name ? slip(key)! : key, value]));
      return { text: print(changed(example.data, path, renamed)), at: { path: [...path, slip(name)!] } };
    },
  },
  { fault: 'a mapping for a list', place: 'list', rules: typed, inject: put({ a: 'b' }) },
  { fault: 'a string for a list', place: 'list', rules: typed, inject: put('text') },
  {
    fault: 'a string for a mapping',
    place: 'struct',
    rules: [...typed, 'not-an-object'],
    inject: (injection, path) => (path.length === 0 ? undefined : put('text')(injection, path)),
  },
  { fault: 'a number for a string', place: 'text', rules: typed, inject: put(12345) },
  { fault: 'a quoted number', place: 'integer', rules: typed, inject: put((old: unknown) => String(old)) },
  { fault: 'a string for a boolean', place: 'boolean', rules: typed, inject: put('maybe') },
  { fault: 'a fraction for an integer', place: 'integer', rules: typed, inject: put(1.5) },
  { fault: 'out of range', place: 'integer', rules: typed, inject: put(-5) },
  { fault: '2^64', place: 'u64', rules: typed, inject: put(raw('18446744073709551616')) },
  { fault: 'a wrong value', place: 'enum', rules: typed, inject: put('NoSuchValue') },
  {
    fault: 'a value in the wrong case',
    place: 'enum',
    rules: typed,
    inject: put((old: unknown) => (String(old) === String(old).toUpperCase() ? String(old).toLowerCase() : String(old).toUpperCase())),
  },
  {
    fault: 'a required field left out',
    place: 'required',
    rules: ['missing-field', 'values-schema', 'unknown-kind', 'render-error', 'no-endpoint', 'bad-reference'],
    inject: ({ example, print }, path) => ({ text: print(changed(example.data, path, undefined)), at: { path: path.slice(0, -1) } }),
  },
  {
    fault: 'null for a required field',
    place: 'required',
    rules: ['missing-field', 'wrong-type', 'values-schema', 'render-error', 'bad-value', 'bad-reference'],
    inject: ({ example, print }, path) => ({ text: print(changed(example.data, path, null)), at: { path } }),
  },
  {
    fault: 'an empty string',
    place: 'required',
    rules: ['missing-field', 'values-schema', 'bad-value', 'wrong-type', 'render-error', 'object-name', 'target-name-empty'],
    inject: (injection, path) => (typeof at(injection.example.data, path) === 'string' ? put('')(injection, path) : undefined),
  },
  { fault: 'a bad duration', place: 'duration', rules: ['bad-value', 'wrong-type'], inject: put('5 sec') },
  { fault: 'a bad URL', place: 'url', rules: ['bad-value'], inject: put('ht!tp//nowhere') },
  { fault: 'a bad port', place: 'port', rules: typed, inject: put(70000) },
  { fault: 'a bad hostname', place: 'host', rules: [...typed, 'bad-value'], inject: put('not a host:xx') },
  { fault: 'a bad name', place: 'name', rules: ['bad-value', 'object-name'], inject: put('Not_A_Name!') },
  {
    fault: 'a duplicate name',
    place: 'named',
    rules: ['duplicate-server-name', 'duplicate-entry', 'values-schema', 'render-error', 'container-names', 'duplicate-object'],
    inject: ({ example, print }, path) => {
      const list = at(example.data, path) as unknown[];
      return { text: print(changed(example.data, path, [...list, list[0]])), at: { path: [...path, list.length] } };
    },
  },
  {
    fault: 'a slip in the group',
    kinds: ['manifest'],
    rules: ['unknown-kind'],
    inject: (injection, _path) =>
      String(at(injection.example.data, ['apiVersion'])).includes('/')
        ? put((old: unknown) => String(old).replace('/', 'x/'))(injection, ['apiVersion'])
        : undefined,
  },
  {
    fault: 'a version that is not there',
    kinds: ['manifest'],
    rules: ['unknown-kind'],
    inject: injection => put((old: unknown) => String(old).replace(/v\d\w*$/, 'v9'))(injection, ['apiVersion']),
  },
  {
    fault: 'a slip in the kind',
    kinds: ['manifest'],
    rules: ['unknown-kind'],
    inject: injection => put((old: unknown) => `${String(old).slice(0, 2)}${String(old).slice(3)}`)(injection, ['kind']),
  },
  {
    fault: 'no kind',
    kinds: ['manifest'],
    rules: ['missing-field'],
    inject: ({ example, print }) => ({ text: print(changed(example.data, ['kind'], undefined)), at: { path: [] } }),
  },
  {
    fault: 'no name',
    kinds: ['manifest'],
    rules: ['missing-field', 'object-name'],
    inject: ({ example, print }) =>
      at(example.data, ['metadata', 'name']) === undefined
        ? undefined
        : { text: print(changed(example.data, ['metadata'], {})), at: { path: ['metadata'] } },
  },
  {
    fault: 'labels that are no mapping',
    kinds: ['manifest'],
    rules: ['wrong-type'],
    inject: ({ example, print }) =>
      at(example.data, ['metadata']) === undefined
        ? undefined
        : { text: print(changed(example.data, ['metadata', 'labels'], ['a'])), at: { path: ['metadata', 'labels'] } },
  },
  {
    fault: 'a namespace that is not a name',
    kinds: ['manifest'],
    rules: ['bad-value', 'object-name', 'event-namespace'],
    inject: ({ example, print }) =>
      at(example.data, ['metadata', 'namespace']) === undefined
        ? undefined
        : { text: print(changed(example.data, ['metadata', 'namespace'], 'Not A Name')), at: { path: ['metadata', 'namespace'] } },
  },
  {
    fault: 'a reference that leads nowhere',
    kinds: ['agentgateway'],
    isWarning: true,
    rules: ['dangling-backend-ref', 'unknown-field'],
    inject: ({ example, print }) => {
      const path: Path = ['binds', 0, 'listeners', 0, 'routes', 1, 'backends', 0];
      return { text: print(changed(example.data, path, { backend: '/nosuch' })), at: { path: [...path, 'backend'] } };
    },
  },
];
