/**
 * Compiles the published JSON Schemas of lists of MCP servers and of gateway.yaml (`schemas/*.json`) with ajv into plain code:
 * `packages/mcp-config/src/schema/compiled.js`, which the command, the libraries and the tests load. The file is not committed; builds and
 * tests write it when a schema or this program is newer (docs/adr/0053-published-schemas-are-the-check.md).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { isLinear } from './linear-pattern.mjs';

const standalone = standaloneModule.default ?? standaloneModule;
const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'packages/mcp-config/src/schema/compiled.js');

/** The published schemas to compile, each with the parts that are checked separately. */
const schemas = {
  'mcp-config': {},
  'client-config': {},
  'vscode-config': {},
  'opencode-config': {},
  'langchain-config': {},
  'mcp-servers': {},
  serve: { api: '#/$defs/REST-API' },
};

/** The maximum number of errors that a check collects. All further ones count as one, so that a hostile file uses no more memory. */
export const maxErrors = 5000;

const options = { strict: false, allErrors: true, validateFormats: false, messages: false, verbose: true, inlineRefs: false };

/** Limits the list of errors in generated code. The error count stays above the limit, so that an invalid value never counts as valid. */
function bounded(code) {
  return code
    .replaceAll(/\bvErrors\.push\((err\d+)\)/g, `vErrors.length < ${maxErrors} && vErrors.push($1)`)
    .replaceAll(/: vErrors\.concat\(/g, `: vErrors.length >= ${maxErrors} ? vErrors : vErrors.concat(`)
    .replaceAll(/\berrors = vErrors\.length\b/g, 'errors = Math.max(errors + 1, vErrors.length)');
}

/** ajv's function for the length of a string in characters, inlined so that the code does not load ajv. */
const textLength = 'text => { let length = 0; for (const _ of text) length++; return length; }';

/** Every pattern of a schema. */
function patternsOf(schema) {
  const found = new Set();
  JSON.stringify(schema, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  return found;
}

/** The code of one schema: a function that returns its validators by name. */
function codeOf(schema, parts) {
  for (const pattern of patternsOf(schema)) if (!isLinear(pattern)) throw new Error(`a text could make this pattern slow: ${pattern}`);
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: false, lines: true } });
  ajv.addSchema(schema);
  const entries = { whole: schema.$id, ...Object.fromEntries(Object.entries(parts).map(([name, ref]) => [name, schema.$id + ref])) };
  const definitions = Object.entries(schema.$defs).map(([name, part]) => [JSON.stringify(part), `schema.$defs[${JSON.stringify(name)}]`]);
  const places = new Map([...definitions, [JSON.stringify(schema), 'schema']]);
  const code = bounded(standalone(ajv, entries))
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', textLength)
    // The code refers to parts of the schema, which is written beside it, instead of repeating them.
    .replaceAll(/^const (schema\d+) = (.*);$/gm, (line, name, text) => (places.has(text) ? `const ${name} = ${places.get(text)};` : line))
    .replace('"use strict";', '');
  if (/\brequire\(/.test(code)) throw new Error('the code of a schema needs a module of ajv; tools/compile-schemas.mjs has to bring it');
  return `schema => {\nconst exports = {};\n${code}\nreturn exports;\n}`;
}

/** The names of fields that some mapping has to have. */
function requiredNames(schema) {
  const found = new Set();
  JSON.stringify(schema, (key, value) => {
    if (key === 'required' && Array.isArray(value)) for (const name of value) found.add(name);
    return value;
  });
  return found;
}

/** A schema with the descriptions that messages use, those of required fields. All others only make the command and the playground larger. */
function withSpokenTexts(schema) {
  const required = requiredNames(schema);
  const names = new Map();
  return JSON.parse(
    JSON.stringify(schema, function (key, value) {
      if (key === 'properties' && typeof value === 'object') for (const [name, field] of Object.entries(value)) names.set(field, name);
      return key === 'description' && typeof value === 'string' && !required.has(names.get(this)) ? undefined : value;
    }),
  );
}

/** The module for a set of schemas by name. */
export function compiledModule(named) {
  const lines = Object.entries(named).map(([name, { text, parts }]) => {
    const schema = withSpokenTexts(JSON.parse(text));
    return `  ${JSON.stringify(name)}: [${JSON.stringify(JSON.stringify(schema))}, ${codeOf(schema, parts)}],`;
  });
  return `export const compiled = {\n${lines.join('\n')}\n};\n`;
}

/** Writes the module if it is missing or older than its sources. */
export function compileSchemas() {
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, parts]) => [name, { parts, text: readFileSync(join(root, 'schemas', `${name}.json`), 'utf8') }]),
  );
  const hash = createHash('sha256');
  for (const tool of ['compile-schemas.mjs', 'linear-pattern.mjs']) hash.update(readFileSync(join(root, 'tools', tool)));
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const { text } of Object.values(named)) hash.update(text);
  const head = `// Made by tools/compile-schemas.mjs from schemas/*.json: ${hash.digest('hex')}\n`;
  if (existsSync(output) && readFileSync(output, 'utf8').startsWith(head)) return;
  const temporary = `${output}.${process.pid}`;
  writeFileSync(temporary, head + compiledModule(named));
  renameSync(temporary, output);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileSchemas();
