import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printJson } from '@mcpgw/validate';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { valuesSchema } from './values-schema.js';

const root = join(__dirname, '../../..');
const validate = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allowMatchingProperties: true }).compile(
  valuesSchema,
);

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'));
const refused = (values: unknown): string[] => {
  validate(values);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

it('is what schemas/ holds (UPDATE_GOLDEN=1 writes it)', () => {
  const file = join(root, 'schemas/values.json');
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, printJson(valuesSchema));
  expect(readFileSync(file, 'utf8')).toBe(printJson(valuesSchema));
});

it('takes its examples, the values files of the examples, the values of every golden case that renders, and the defaults', () => {
  const folders = (path: string) => readdirSync(join(root, path)).map(name => join(root, path, name));
  const files = [...folders('examples').map(folder => join(folder, 'values.yaml')), ...folders('examples/environments')];
  const cases = folders('test/golden')
    .filter(folder => !folder.includes('refused-'))
    .map(folder => join(folder, 'case.yaml'));
  const values = [
    ...(valuesSchema.examples as unknown[]).map((example, i) => [`example ${i}`, example] as const),
    ...files.filter(file => existsSync(file)).map(file => [file, read(file)] as const),
    ...cases.filter(file => existsSync(file)).map(file => [file, (read(file) as { values?: unknown }).values ?? {}] as const),
    ['defaults', read(join(root, 'charts/mcp-gateway/values.yaml'))] as const,
  ];
  expect(values.length).toBeGreaterThan(100);
  expect(values.map(([name, value]) => [name, refused(value)]).filter(([, errors]) => errors!.length > 0)).toEqual([]);
});

it.each<[string, unknown, string[]]>([
  ['nothing', {}, []],
  ['a default that is taken away', { global: { agentgateway: { extAuth: { timeout: null } } } }, []],
  ['what the chart cannot do without', { replicaCount: null }, ['/replicaCount must be integer']],
  ['a misspelled key', { replicaCont: 2 }, [' must NOT have additional properties']],
  ['a wrong type', { replicaCount: 'two' }, ['/replicaCount must be integer']],
  [
    'a timeout without a unit',
    { global: { agentgateway: { extAuth: { timeout: '10' } } } },
    ['/global/agentgateway/extAuth/timeout must match pattern'],
  ],
  ['a server without an image', { mcpServers: [{ id: 'a' }] }, ["/mcpServers/0 must have required property 'image'"]],
])('%s', (_what, values, errors) => {
  const [first] = refused(values);
  expect([first ?? []].flat().map((text, i) => text.slice(0, errors[i]?.length))).toEqual(errors);
});
