import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import { isPlainObject } from '@mcpgw/loader/internal';
import { ConfigurationError, type ConfigurationFault } from '@mcpgw/mcp-config';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import type { RestApiConfig } from './api-config.js';
import type { RestEndpoint } from './endpoint.js';
import { endpointOf, operationName, UnsupportedOperation } from './openapi-operation.js';
import { type OpenApiObject, resolveReference } from './openapi-schema.js';

/** OpenAPI 3.0 and 3.1 documents: text → validated document → endpoints. Nothing outside the document is read or fetched. */

const maxDocument = 16 * 1024 * 1024;
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const maxErrors = 20;

type OpenApiConfig = NonNullable<RestApiConfig['openapi']>;

function fault(message: string, suggestion: string, path: readonly (string | number)[] = ['document']): ConfigurationFault {
  return { path: ['openapi', ...path], message: safeText(message), suggestion };
}

const wanted = 'name a file with an OpenAPI 3.0 or 3.1 document, in JSON or YAML';

function refuse(message: string, suggestion = wanted): never {
  throw new ConfigurationError([fault(message, suggestion)]);
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EINVAL: 'it is a pipe, a socket or a device',
  EFBIG: 'it is too large',
};

/** The operating system's refusal as a fault; anything else is a bug. */
async function textOf(file: string, readText: (file: string) => Promise<string>): Promise<string> {
  try {
    return await readText(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    const message = `the document "${file}" cannot be read: ${unreadable[code] ?? code}`;
    throw new ConfigurationError([{ ...fault(message, 'name it as seen from the folder of this file'), rule: 'bad-reference' }], {
      cause: error,
    });
  }
}

/** The value of a JSON text, which is read many times faster than YAML; undefined for other texts. */
function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parseDocument(text: string): OpenApiObject {
  if (text.length > maxDocument) refuse(`the document has more than ${maxDocument} characters`, 'name a smaller one');
  let document: unknown;
  try {
    document = parseJson(text) ?? JSON.parse(JSON.stringify(parseYaml(text, { maxAliasCount: 100 }) ?? null));
  } catch (error) {
    // Besides malformed text: aliases that multiply, that contain themselves, and nesting beyond the stack.
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError || error instanceof TypeError || error instanceof RangeError))
      throw error;
    const { name, code = name } = error as Error & { readonly code?: string };
    if (code === 'RangeError' || code === 'RESOURCE_EXHAUSTION') refuse('the document is nested too deeply', 'nest it less');
    refuse(`the document is neither JSON nor YAML: ${error.message}`, 'fix the document');
  }
  if (!isPlainObject(document)) refuse('the document is not an OpenAPI document');
  if (!/^3\.[01]\./.test(String(document.openapi)))
    refuse('"openapi" of the document is not 3.0.x or 3.1.x', 'convert the document to OpenAPI 3');
  return document;
}

/** References that lead out of the document, which is all that is read. */
function foreignReferences(root: unknown): string[] {
  const found = new Set<string>();
  const left = [root];
  const seen = new Set<unknown>();
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    const reference = (item as OpenApiObject).$ref;
    if (typeof reference === 'string' && !reference.startsWith('#/')) found.add(reference);
    left.push(...Object.values(item).filter(value => value !== undefined));
  }
  return [...found];
}

async function checkDocument(document: OpenApiObject): Promise<void> {
  const foreign = foreignReferences(document);
  if (foreign.length > 0)
    throw new ConfigurationError(
      foreign
        .slice(0, maxErrors)
        .map(reference => fault(`the document refers outside of itself: ${reference}`, 'bundle what it refers to into one document')),
    );
  const { validate } = await import('@readme/openapi-parser');
  const copy = structuredClone(document) as unknown as Parameters<typeof validate>[0];
  const result = await validate(copy, { resolve: { external: false, file: false }, dereference: { circular: 'ignore' } });
  if (!result.valid)
    throw new ConfigurationError(
      result.errors.slice(0, maxErrors).map(error => fault(`the document is not valid: ${error.message}`, 'fix the document')),
    );
}

/** The address of the first server, its variables filled with their defaults; undefined where it is relative. */
function serverUrl(document: OpenApiObject): string | undefined {
  const [server] = Array.isArray(document.servers) ? document.servers : [];
  if (!isPlainObject(server) || typeof server.url !== 'string') return undefined;
  const variables = isPlainObject(server.variables) ? server.variables : {};
  const url = server.url.replace(/\{([^{}]*)\}/g, (_all, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isPlainObject(variable) ? String(variable.default ?? '') : '';
  });
  return URL.canParse(url) ? url : undefined;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly pathItem: OpenApiObject;
  readonly operation: OpenApiObject;
  readonly name: string;
}

function operationsOf(document: OpenApiObject): Operation[] {
  const paths = isPlainObject(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    const pathItem = resolveReference(document, item);
    if (!isPlainObject(pathItem)) return [];
    return methods.flatMap(method => {
      const operation = pathItem[method];
      return isPlainObject(operation) ? [{ path, method, pathItem, operation, name: operationName(method, path, operation) }] : [];
    });
  });
}

function unknownOperation(name: string, known: ReadonlySet<string>, path: readonly (string | number)[]): ConfigurationFault {
  const near = nearest(name, known);
  const names = [...known].slice(0, 10).join(', ');
  const suggestion = near === undefined ? `its operations are ${names}${known.size > 10 ? ', ...' : ''}` : `did you mean "${near}"?`;
  return fault(`the document has no operation "${name}"`, safeText(suggestion), path);
}

function chosen(operations: readonly Operation[], { include, exclude = [] }: OpenApiConfig): Operation[] {
  const known = new Set(operations.map(operation => operation.name));
  const faults = Object.entries({ include, exclude }).flatMap(([key, names = []]) =>
    names.flatMap((name, index) => (known.has(name) ? [] : [unknownOperation(name, known, [key, index])])),
  );
  if (faults.length > 0) throw new ConfigurationError(faults);
  return operations.filter(({ name }) => (include === undefined || include.includes(name)) && !exclude.includes(name));
}

function endpointOrFault(
  document: OpenApiObject,
  { path, pathItem, method, operation, name }: Operation,
): RestEndpoint | ConfigurationFault {
  try {
    return endpointOf(document, path, pathItem, method, operation);
  } catch (error) {
    if (!(error instanceof UnsupportedOperation)) throw error;
    return fault(`operation ${name}: ${error.message}`, `leave it out with "exclude: [${name}]"`);
  }
}

/**
 * The endpoints of the chosen operations.
 *
 * @throws ConfigurationError for a document that is not OpenAPI 3, that refers outside itself, and for chosen operations that need what
 *   is not supported (cookies, files, other media types)
 */
export async function readOpenApi(
  config: OpenApiConfig,
  readText: (file: string) => Promise<string>,
): Promise<{ baseUrl?: string; endpoints: RestEndpoint[] }> {
  const document = parseDocument(await textOf(config.document, readText));
  await checkDocument(document);
  const read = chosen(operationsOf(document), config).map(operation => endpointOrFault(document, operation));
  const faults = read.filter(item => 'message' in item);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const baseUrl = serverUrl(document);
  return { endpoints: read.filter(item => 'method' in item), ...(baseUrl !== undefined && { baseUrl }) };
}
