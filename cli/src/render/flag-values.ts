/** Values of flags as Go's pflag v1.0.10 reads them. Each reader refuses a value with `invalidArgument` and pflag's message. */
import { NumError, parseDuration, parseFloat64, parseInt64 } from '@mcpgw/helm';
import type { Option } from 'commander';
import { invalidArgument } from '../args.js';

/** Reads a value; `previous` is that of the flag before it, or the default. */
export type ReadValue = (option: Option, value: string, previous: unknown) => unknown;

const maxFloat32 = 3.4028235677973366e38;

function refusedBy(option: Option, value: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    invalidArgument(option, value, (error as Error).message);
  }
}

const string: ReadValue = (_, value) => value;

const int: ReadValue = (option, value) => {
  refusedBy(option, value, () => parseInt64(value, 0));
  return value;
};

const float32: ReadValue = (option, value) => {
  refusedBy(option, value, () => {
    const read = parseFloat64(value);
    if (Number.isFinite(read) && Math.abs(read) >= maxFloat32) throw new NumError('ParseFloat', value, 'range', read);
  });
  return value;
};

const duration: ReadValue = (option, value) => {
  refusedBy(option, value, () => parseDuration(value));
  return value;
};

const list = (previous: unknown): readonly string[] => (previous as readonly string[] | undefined) ?? [];

/** StringArray: one value per occurrence. */
const stringArray: ReadValue = (_, value, previous) => [...list(previous), value];

/** StringSlice: comma-separated values, read as a line of CSV. */
const strings: ReadValue = (option, value, previous) => [...list(previous), ...(value === '' ? [] : readCsv(option, value))];

/** StringToString: `key=value,key=value`; quotes protect a comma if there is more than one `=`. */
const stringToString: ReadValue = (option, value, previous) => {
  const count = value.split('=').length - 1;
  const noPair = (text: string): never => invalidArgument(option, value, `${text} must be formatted as key=value`);
  if (count === 0) noPair(value);
  const pairs = count === 1 ? [value.replace(/^"+|"+$/g, '')] : readCsv(option, value);
  for (const pair of pairs) if (!pair.includes('=')) noPair(pair);
  return [...list(previous), ...pairs];
};

/** The readers by the type name in `helm template --help`. */
export const readers = { string, int, float32, duration, stringArray, strings, stringToString } as const;

/** A field of a line: quoted, with `""` for a quote, or bare. */
const csvField = /"((?:[^"]|"")*)"(?=,|\r?\n|$)|([^",\r\n]*)(?=,|\r?\n|$)/y;

/** The first line of a CSV text, as Go's encoding/csv reads it. */
function readCsv(option: Option, value: string): string[] {
  const text = value.replace(/^(?:\r?\n)+/, '');
  if (text === '') invalidArgument(option, value, 'EOF');
  const fields: string[] = [];
  for (let at = 0; ; ) {
    csvField.lastIndex = at;
    const found = csvField.exec(text);
    if (!found) invalidArgument(option, value, `the quotes do not match at character ${value.length - text.length + at + 1}`);
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    at = csvField.lastIndex;
    if (text[at] !== ',') return fields;
    at++;
  }
}

/** A value as one field of a comma-separated flag. */
export const quoteCsv = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
