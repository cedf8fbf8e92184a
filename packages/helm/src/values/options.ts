/** `-f` and the `--set` family, merged into one table. Follows helm.sh/helm/v4 v4.2.4 and v3 v3.20.0 pkg/cli/values/options.go. */

import { unmarshalJson } from '@mcpgw/go/json';
import { trimSpace } from '@mcpgw/go/strings';
import { decodeBytes, GoMap, type Value } from '@mcpgw/go/values';
import { YamlError } from '@mcpgw/go/yaml';
import { type Dialect, helm4 } from '../common/dialect.js';
import { HelmError, withStackLimit } from '../common/errors.js';
import { isTable } from '../common/path.js';
import { mergeMaps, readValues } from '../loader/values.js';
import { parseInto, parseIntoFile, parseIntoString, parseJson, parseLiteralInto } from './strvals.js';

/** The sources of values, in the order in which Helm applies them. Later ones take precedence. */
export interface ValueOptions {
  /** `-f`, `--values`: paths; `-` is standard input. */
  readonly valueFiles?: readonly string[];
  /** `--set-json`. */
  readonly jsonValues?: readonly string[];
  /** `--set`. */
  readonly values?: readonly string[];
  /** `--set-string`. */
  readonly stringValues?: readonly string[];
  /** `--set-file`. */
  readonly fileValues?: readonly string[];
  /** `--set-literal`. */
  readonly literalValues?: readonly string[];
}

/**
 * Reads a file that the user named. `-` is standard input.
 *
 * @throws HelmError with the reason
 */
export type ReadUserFile = (path: string) => Uint8Array;

/**
 * Merges the user's values.
 *
 * @throws HelmError if a file is unreadable, YAML or JSON is invalid, or a `--set` text is invalid
 */
export function mergeUserValues(options: ValueOptions, readFile: ReadUserFile, dialect = helm4): GoMap {
  return withStackLimit('a value', () => mergeInOrder(options, readFile, dialect));
}

function mergeInOrder(options: ValueOptions, readFile: ReadUserFile, dialect: Dialect): GoMap {
  let base = new GoMap();
  for (const path of options.valueFiles ?? []) base = mergeMaps(base, valuesOfFile(path, readFile, dialect));
  for (const text of options.jsonValues ?? []) base = applyJson(base, text, dialect);
  for (const text of options.values ?? []) apply('--set', () => parseInto(text, base));
  for (const text of options.stringValues ?? []) apply('--set-string', () => parseIntoString(text, base));
  const read = (path: string): string => decodeBytes(readFile(path));
  for (const text of options.fileValues ?? []) apply('--set-file', () => parseIntoFile(text, base, read));
  for (const text of options.literalValues ?? []) apply('--set-literal', () => parseLiteralInto(text, base));
  return base;
}

function valuesOfFile(path: string, readFile: ReadUserFile, dialect: Dialect): GoMap {
  const bytes = readFile(path);
  try {
    return readValues(decodeBytes(bytes), dialect);
  } catch (error) {
    throw error instanceof HelmError || error instanceof YamlError
      ? new HelmError(`failed to parse ${path}: ${error.message}`, { cause: error })
      : error;
  }
}

function apply(flag: string, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof HelmError ? new HelmError(`failed parsing ${flag} data: ${error.message}`, { cause: error }) : error;
  }
}

function applyJson(base: GoMap, text: string, { setJsonObjects }: Dialect): GoMap {
  const isObject = setJsonObjects && trimSpace(text).startsWith('{');
  try {
    if (isObject) return mergeMaps(base, jsonObject(text));
    parseJson(text, base);
    return base;
  } catch (error) {
    throw new HelmError(`failed parsing --set-json data ${isObject ? 'JSON: ' : ''}${text}`, { cause: error });
  }
}

function jsonObject(text: string): GoMap {
  const value: Value = unmarshalJson(text);
  return isTable(value) ? value : new GoMap();
}
