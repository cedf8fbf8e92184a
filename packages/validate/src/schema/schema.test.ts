import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultVersion, type Kind, knownVersions } from '@mcpgw/structure';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { allRules } from '../catalogue/catalogue.js';
import { readSettings } from '../kinds/settings.js';
import { validateText } from '../validate.js';
import { fileExamples } from './file-examples.js';
import { publishedFiles, publishedSchema } from './index.js';
import { printJson } from './print.js';

const folder = join(__dirname, '../../../../schemas');
const files = publishedFiles();

it('every published file is what the shapes give (UPDATE_GOLDEN=1 writes them)', () => {
  for (const [path, schema] of files) {
    const file = join(folder, path);
    const text = printJson(schema);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

const compile = (schema: object) =>
  new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { optimize: false },
    inlineRefs: false,
    validateFormats: false,
  })
    .addKeyword('x-mcpgw')
    .compile(schema);
const schemaOf = (name: string, versions = {}) => publishedSchema(name, versions)!;

interface Definition {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly examples?: readonly unknown[];
}

it.each([...files])('%s compiles in strict mode, has title, description and examples, and takes them', (_, schema) => {
  const validate = compile(schema);
  const definitions = Object.values((schema.$defs ?? {}) as Record<string, Definition>);
  const examples = [...(schema.examples as unknown[]), ...definitions.flatMap(definition => definition.examples ?? [])];
  expect(examples.filter(example => !validate(example))).toEqual([]);
  expect({ title: schema.title, description: schema.description, examples: examples.length }).toEqual({
    title: expect.stringMatching(/./),
    description: expect.stringMatching(/\.$/),
    examples: expect.any(Number),
  });
  expect(examples.length).toBeGreaterThan(0);
});

it.each([...files])('%s describes every field', (_, schema) => {
  const definitions = Object.entries((schema.$defs ?? {}) as Record<string, Definition>);
  const silent = definitions.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => !field.description)
      .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toEqual([]);
});

it.each([...files])('the patterns of %s are linear: any engine takes them', (_, schema) => {
  const patterns = [...JSON.stringify(schema).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(
    match => JSON.parse(`"${match[1]}"`) as string,
  );
  expect(patterns.filter(pattern => /\(\?[=!<]|\\[1-9]|\[\^\]/.test(pattern))).toEqual([]);
});

it('a version takes only its own fields', () => {
  const config = { binds: [{ port: 1, listeners: [{ routes: [{ policies: { extAuthz: { host: 'a:1', timeout: '1s' } } }] }] }] };
  expect(compile(schemaOf('agentgateway', { gateway: '0.12.0' }))(config)).toBe(true);
  expect(compile(schemaOf('agentgateway', { gateway: '1.4.1' }))(config)).toBe(false);
});

it('knows no other name', () => {
  expect(publishedSchema('nope')).toBeUndefined();
  expect(publishedSchema('__proto__')).toBeUndefined();
});

const kinds: Readonly<Record<string, Kind>> = {
  agentgateway: 'agentgateway',
  'client-config': 'client-config',
  'langchain-config': 'langchain-config',
  'mcp-config': 'mcp-config',
  'mcp-servers': 'mcp-servers',
  'opencode-config': 'opencode-config',
  serve: 'serve',
  'vscode-config': 'vscode-config',
};

it.each(Object.entries(kinds))('validate finds no error in the examples of %s', (name, kind) => {
  const versions = name === 'agentgateway' ? knownVersions : [defaultVersion];
  const env = { TICKETS_TOKEN: 't', GATEWAY_KEY: 'k' };
  const readServers = () => ({ file: 'mcp_config.json', text: '{"mcpServers": []}' });
  const found = versions.flatMap(version =>
    (fileExamples[name] ?? []).flatMap(example =>
      validateText(JSON.stringify(example, null, 2), { file: 'example.json', kind, env, version, readServers }).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    ),
  );
  expect(found).toEqual([]);
});

it('the example of mcpgw.config.yaml names rules that there are', () => {
  const [example] = fileExamples['mcpgw-config']!;
  const known = allRules().map(({ id }) => id);
  expect(readSettings(JSON.stringify(example), 'mcpgw.config.yaml', known).findings).toEqual([]);
});
