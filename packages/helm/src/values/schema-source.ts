/**
 * Reads schemas and the schemas that a values.schema.json refers to. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/util/jsonschema.go and
 * santhosh-tekuri/jsonschema v6.0.2 loader.go.
 */
import { statSync } from 'node:fs';
import { JsonError, unmarshalJson } from '@mcpgw/go/json';
import { quote } from '@mcpgw/go/strconv';
import { decodeBytes } from '@mcpgw/go/values';
import { type Json, type LoadSchema, SchemaError } from '@mcpgw/jsonschema';
import { reasonOf } from '../common/fs-error.js';
import { readLarge } from '../common/read-up-to.js';
import type { Warn } from '../common/warnings.js';

/**
 * Reads the text at an http or https URL.
 *
 * @throws Error that says why it cannot be read
 */
export type ReadRemote = (url: string) => string;

/** The maximum size of one schema file in bytes. */
const maxSchemaBytes = 20 * 1024 * 1024;

/**
 * Parses the JSON of a schema.
 *
 * @throws JsonError with the message of Go's json.Decoder
 */
export function parseSchema(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    unmarshalOrThrow(text);
    // Go accepts text that JavaScript refuses. Bytes that are not UTF-8 are stored as lone surrogates, which JSON.parse accepts, so no
    // difference remains.
    throw new JsonError('invalid JSON');
  }
}

/** A decoder reads one value and then looks for another. Its messages for the end of the text, and for text after the value, differ. */
function unmarshalOrThrow(text: string): void {
  if (text.trim() === '') throw new JsonError('EOF');
  try {
    unmarshalJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error.message === 'unexpected end of JSON input' || endsEarly(text, error)) throw new JsonError('unexpected EOF');
    if (error.message.endsWith('after top-level value')) throw new JsonError('invalid character after top-level value');
    throw error;
  }
}

/** Whether the error is about the end of the text, for which encoding/json reports a space. */
const endsEarly = (text: string, error: JsonError): boolean => {
  if (!error.message.startsWith("invalid character ' '")) return false;
  return !/\s$/.test(text);
};

/**
 * Reads the schemas that another schema refers to: files as Helm does, URLs if `readRemote` is given, and URNs as a schema that allows
 * anything.
 */
export function outsideSchemas(readRemote: ReadRemote | undefined, warn: Warn): LoadSchema {
  return url => {
    const fail = (reason: string): never => {
      throw new SchemaError(`failing loading ${quote(url)}: ${reason}`);
    };
    const read = (text: () => string): Json => {
      try {
        return parseSchema(text());
      } catch (error) {
        return fail((error as Error).message);
      }
    };
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
    if (scheme === 'file') return read(() => fileText(url));
    if (scheme === 'urn') {
      warn({ level: 'WARN', message: 'unresolved URN reference ignored; using permissive schema', attributes: [['urn', url]] });
      return true;
    }
    if (scheme !== 'http' && scheme !== 'https') return fail(`no URLLoader registered for ${quote(url)}`);
    if (readRemote === undefined)
      return fail('remote schemas are read only with --allow-remote-schemas; --skip-schema-validation renders without the check');
    return read(() => readRemote(url));
  };
}

/** Returns the text at a file URL. The path is one of this machine, whichever chart refers to it. */
function fileText(url: string): string {
  const path = decodeURIComponent(new URL(url).pathname);
  try {
    const { size, mode } = statSync(path);
    // A special file such as a pipe may never end.
    if ((mode & 0o170000) !== 0o100000 && (mode & 0o170000) !== 0o040000) throw new Error(`open ${path}: not a regular file`);
    if (size > maxSchemaBytes) throw new Error(`open ${path}: larger than ${maxSchemaBytes} bytes`);
    return decodeBytes(readLarge(path, size, maxSchemaBytes + 1));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Error(code === 'EISDIR' ? `read ${path}: is a directory` : reasonOf(error, 'open'), { cause: error });
  }
}
