/**
 * One implementation for each meaning: docs/one-meaning.md names it. A library that reads a format, a language or a protocol is imported
 * where that meaning is implemented; every further importer stands here with its reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Importers of a library: a file, or a folder that ends in `/`. */
const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yaml: {
    'packages/structure/src/yaml/lexer.ts': 'the lexer of the complete parser, for what Go and the proxy accept',
    'packages/structure/src/yaml/parse.ts': 'the complete parser behind parseYaml',
    'packages/structure/src/yaml/collection-end.ts': 'part of the complete parser',
    'packages/upstreams/src/rest/openapi.ts': 'OpenAPI documents are plain JSON values without places, with a limit of aliases',
    'cli/src/diff/text.ts': 'writes values for people; no string is read',
    'cli/src/diff/markdown.ts': 'writes values for people; no string is read',
    'tools/chart-readme.mjs': 'writes the tables of the chart from its comments, which other readers drop',
    'tools/record-golden.mjs': 'reads golden cases while they are recorded',
  },
  ajv: { 'tools/compile-schemas.mjs': 'compiles the published schemas of lists of MCP servers and gateway.yaml when the command is built' },
  'jsonc-parser': {
    'cli/src/lsp/cursor.ts': 'where the cursor stands in JSON that may be broken',
    'packages/client-files/src/edit-json.ts': 'edits JSON with comments of users, and keeps everything else of the text',
    'packages/client-files/src/members.ts': 'places in such strings',
  },
  semver: { 'packages/structure/src/shape/versions.ts': 'versions of the proxy and of Kubernetes, with the rules of npm' },
  re2js: {
    'packages/activity/src/redact.ts': 'patterns of what the record hides, which RE2 matches in linear time',
    'packages/mcp-config/src/formats/pattern.ts': 'whether such a pattern is one',
    'packages/go/src/regexp/regexp.ts': 'regular expressions of Go',
    'packages/upstreams/src/tools/tool-schema.ts': 'patterns of ECMAScript in schemas of tools, matched in linear time',
    'packages/custom-resources/src/definitions/schema-shape.ts': 'patterns in definitions, which the API server compiles with RE2',
    'packages/custom-resources/src/definitions/cel-functions.ts': 'matches() of CEL, which is RE2',
    'packages/agentgateway/src/config/scalars.ts': 'whether the proxy takes a pattern',
    'packages/agentgateway/src/views/route-order.ts': 'whether a pattern of a route matches a path of another',
  },
  undici: {
    'packages/loader/src/connect/http-client.ts': 'requests to upstream servers',
    'packages/loader/src/connect/http-exchange.ts': 'the types of one exchange of such a client',
    'packages/loader/src/connect/patient-connector.ts': 'the type of what connects such a client',
    'packages/loader/src/failures/signal.ts': 'the classes of its errors',
    'packages/upstreams/src/rest/http.ts': 'requests to REST APIs, which follow no redirect and have limits of their own',
    'packages/loader/src/wire/content-coding.ts': 'a type of the requests above',
    'packages/login/src/safe-fetch.ts': 'requests to addresses that servers name, checked when the connection is made',
  },
  oauth4webapi: { 'packages/login/src/': 'OAuth towards MCP servers' },
  '@redis/client': { 'packages/store/src/redis-client.ts': 'the client of Redis', 'packages/store/src/redis-store.ts': 'state in Redis' },
  commander: { 'cli/src/': 'flags and commands' },
  '@modelcontextprotocol/': {
    'cli/src/call/': 'the client that mcpgw call is',
    'packages/gateway/src/discovery/': 'types of the protocol',
    'packages/failures/src/': 'codes and types of the protocol',
    'packages/gateway/src/server/': 'types and schemas of the protocol',
    'packages/upstreams/src/': 'the client of a connection, types of the protocol',
    'packages/loader/src/': 'the client that lists tools, and the transports below it',
    'packages/kit/src/': 'the SDK that the kit extends',
  },
};

const importOf = /(?:\bfrom\s+|\bimport\(|\brequire\(|^import\s+)'([^'.][^']*)'/gm;

function librariesOf(text: string): string[] {
  const names = [...text.matchAll(importOf)].map(([, name]) => name!);
  return Object.keys(allowed).filter(library =>
    names.some(name => (library.endsWith('/') ? name.startsWith(library) : name === library || name.startsWith(`${library}/`))),
  );
}

const folders = ['cli/src', 'tools', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];
const importers = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(file => /\.(?:ts|mts|mjs|js)$/.test(file) && !/\.(?:test|cases|fixtures)\.ts$/.test(file))
    .flatMap(file => librariesOf(readFileSync(join(root, file), 'utf8')).map(library => ({ library, file }))),
);

const isAllowed = (library: string, file: string): boolean =>
  Object.keys(allowed[library]!).some(place => (place.endsWith('/') ? file.startsWith(place) : file === place));

test('a library is imported where its meaning is implemented', () => {
  expect(importers.filter(({ library, file }) => !isAllowed(library, file))).toEqual([]);
});

test('the list has no entry that is no longer needed', () => {
  const places = Object.entries(allowed).flatMap(([library, files]) => Object.keys(files).map(place => ({ library, place })));
  const unused = places.filter(
    ({ library, place }) =>
      !importers.some(
        found => found.library === library && (found.file === place || (place.endsWith('/') && found.file.startsWith(place))),
      ),
  );
  expect(unused).toEqual([]);
});

test.each([
  ["import { parse } from 'yaml';", ['yaml']],
  ["import {\n  parse,\n} from 'yaml';", ['yaml']],
  ["const { RE2JS } = require('re2js') as typeof import('re2js');", ['re2js']],
  ["await import('ajv/dist/2020.js')", ['ajv']],
  ["import type { Tool } from '@modelcontextprotocol/client';", ['@modelcontextprotocol/']],
  ["import { parse } from './yaml';\nimport { x } from 'yaml-language-server';", []],
])('%j imports %j', (text, libraries) => {
  expect(librariesOf(text)).toEqual(libraries);
});

test('only the reader of YAML chooses its fast path', () => {
  const callers = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter(file => /\b(?:readBlockYaml|parseComplete)\(/.test(readFileSync(join(root, file), 'utf8'))),
  );
  const own = 'packages/structure/src/yaml';
  expect(callers.sort()).toEqual([`${own}/block.ts`, `${own}/parse.ts`, `${own}/read.ts`]);
});

test('ajv is a tool of builds and tests: no package depends on it, and the code that it makes needs nothing of it', () => {
  const packages = ['cli/package.json', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/package.json`)];
  const dependents = packages.filter(file => 'ajv' in (JSON.parse(readFileSync(join(root, file), 'utf8')).dependencies ?? {}));
  expect(dependents).toEqual([]);
  const compiled = readFileSync(join(root, 'packages/mcp-config/src/schema/compiled.js'), 'utf8');
  expect(compiled.match(/\brequire\(|\bimport\b/g)).toBeNull();
});

test('shapes check no list of MCP servers and no gateway.yaml: the published schema does', () => {
  const own = 'packages/mcp-config/src';
  const callers = readdirSync(join(root, own), { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && /\bcheckShape\b/.test(readFileSync(join(root, own, file), 'utf8')),
  );
  expect(callers).toEqual([]);
  const importers = ['read', 'rules', 'schema'].flatMap(folder =>
    readdirSync(join(root, own, folder), { encoding: 'utf8' })
      .map(file => `${folder}/${file}`)
      .filter(file =>
        /formats\/(?:client-config|mcp-config|mcp-servers|serve|serve-api|texts)\.js/.test(readFileSync(join(root, own, file), 'utf8')),
      ),
  );
  expect(importers).toEqual([]);
});

describe('docs/one-meaning.md', () => {
  const page = readFileSync(join(root, 'docs/one-meaning.md'), 'utf8');
  const named = [...page.matchAll(/`((?:packages|cli|test|docs|schemas|tools)\/[^`\s]+)`/g)].map(([, path]) => path!);

  test('names files that exist', () => {
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names a test for every meaning', () => {
    const rows = page.split('\n').filter(line => /^\| (?!Meaning|---)/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(row => !/test/.test(row.split('|').at(-2)!))).toEqual([]);
  });
});
