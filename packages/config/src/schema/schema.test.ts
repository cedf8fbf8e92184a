import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedFiles, publishedSchema, schemaNames } from './index.js';

const folder = join(__dirname, '../../../../schemas');
const files = publishedFiles();

it('every published file is what the shapes give (UPDATE_GOLDEN=1 writes them)', () => {
  for (const [path, schema] of files) {
    const file = join(folder, path);
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

const compile = (name: string, version?: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(publishedSchema(name, version)!);

it.each(schemaNames)('%s compiles and describes every field', name => {
  expect(compile(name)).toBeInstanceOf(Function);
  const definitions = Object.values(
    (publishedSchema(name)!.$defs ?? {}) as Record<string, { properties: Record<string, { description: string }> }>,
  );
  const silent = definitions.flatMap(({ properties }) => Object.entries(properties).filter(([, field]) => !field.description));
  expect(silent).toEqual([]);
});

it('a version takes only its own fields', () => {
  const config = { binds: [{ port: 1, listeners: [{ routes: [{ policies: { extAuthz: { host: 'a:1', timeout: '1s' } } }] }] }] };
  expect(compile('agentgateway', '0.12.0')(config)).toBe(true);
  expect(compile('agentgateway', '1.4.1')(config)).toBe(false);
});

it('knows no other name', () => {
  expect(publishedSchema('nope')).toBeUndefined();
  expect(publishedSchema('__proto__')).toBeUndefined();
});
