import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printJson, publishedFiles } from '@mcpgw/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { otherSchemas, printSchema } from './print-schema.js';
import { reportSchemas } from './report-schemas.js';

const title = (name: string, flags = {}) => JSON.parse(printSchema(name, flags)).title as string;

it('lists every name', () => {
  expect(printSchema(undefined, {}).trim().split('\n')).toEqual([
    'agentgateway',
    'client-config',
    'custom-resources',
    'diff-report',
    'findings',
    'golden-case',
    'kubernetes',
    'langchain-config',
    'manifest',
    'mcp-config',
    'mcp-servers',
    'mcpgw-config',
    'migrate-report',
    'opencode-config',
    'probe-report',
    'render',
    'serve',
    'tools-report',
    'values',
    'version',
    'vscode-config',
  ]);
});

it.each([
  ['agentgateway', {}, 'Static configuration of agentgateway v1.4.1'],
  ['agentgateway', { gatewayVersion: 'v1.1' }, 'Static configuration of agentgateway v1.1.0'],
  ['agentgateway', { gatewayVersion: '1.4' }, 'Static configuration of agentgateway v1.4.1'],
  ['agentgateway', { gatewayVersion: '1.4.0' }, 'Static configuration of agentgateway v1.4.0'],
  ['agentgateway', { gatewayVersion: '1.3.7' }, 'Static configuration of agentgateway v1.3.0'],
  ['kubernetes', {}, 'Objects of Kubernetes 1.35'],
  ['kubernetes', { kubeVersion: 'v1.29.4' }, 'Objects of Kubernetes 1.29'],
  ['custom-resources', { gatewayVersion: 'v1.0.0' }, 'Objects of agentgateway v1.0.0 and the Gateway API'],
  ['manifest', { kubeVersion: '1.34', gatewayVersion: 'v1.4.1' }, 'Objects of Kubernetes 1.34, agentgateway v1.4.1 and the Gateway API'],
])('%s with %j', (name, flags, wanted) => {
  expect(title(name, flags)).toBe(wanted);
});

const folder = join(__dirname, '../../../schemas');

it('every file of schemas/ is published', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'));
  const known = [...publishedFiles().keys(), ...Object.keys(otherSchemas).map(name => `${name}.json`)];
  expect(files.map(file => file.replaceAll('\\', '/')).sort()).toEqual(known.sort());
});

/** Fields without a description, as paths into the schema. */
function silent(schema: unknown, path = ''): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema)
    .filter(([key]) => key !== 'examples')
    .flatMap(([key, part]) => [
      ...(key === 'properties'
        ? Object.entries(part as object)
            .filter(([, field]) => field.description === undefined)
            .map(([name]) => `${path}/${name}`)
        : []),
      ...silent(part, `${path}/${key}`),
    ]);
}

it.each(Object.entries(reportSchemas))(
  '%s has title, description, a description of every field, and examples that it takes',
  (name, schema) => {
    const { title, description, examples } = schema as { title: string; description: string; examples: unknown[] };
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);
    expect([title, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\.$/)]);
    expect(silent(schema)).toEqual([]);
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter(example => !validate(example))).toEqual([]);
    expect(readFileSync(join(folder, `${name}.json`), 'utf8')).toBe(printJson(schema));
  },
);

it('docs/schemas.md names every schema', () => {
  const page = readFileSync(join(folder, '../docs/schemas.md'), 'utf8');
  expect(
    printSchema(undefined, {})
      .trim()
      .split('\n')
      .filter(name => !page.includes(`\`${name}\``)),
  ).toEqual([]);
});

it('prints what schemas/ holds', () => {
  const file = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  expect(JSON.parse(printSchema('kubernetes', { kubeVersion: '1.30' }))).toEqual(file('kubernetes/v1.30.json'));
  expect(JSON.parse(printSchema('custom-resources', { gatewayVersion: '1.1.0' }))).toEqual(file('custom-resources/v1.1.0.json'));
  expect(JSON.parse(printSchema('probe-report', {}))).toEqual(file('probe-report.json'));
});

it.each([
  ['mcp-confg', {}, 'there is no schema "mcp-confg"; did you mean "mcp-config"?'],
  ['kubernets', {}, 'there is no schema "kubernets"; did you mean "kubernetes"?'],
  ['__proto__', {}, /^there is no schema "__proto__"; there are agentgateway, client-config, /],
  ['mcp-config', { gatewayVersion: 'v1.1.0' }, '--gateway-version: the schema "mcp-config" is the same for every version'],
  ['kubernetes', { gatewayVersion: 'v1.1.0' }, '--gateway-version: the schema "kubernetes" is the same for every version'],
  ['render', { kubeVersion: '1.34' }, '--kube-version: the schema "render" is the same for every version'],
  [
    'kubernetes',
    { kubeVersion: '1.28' },
    '--kube-version: there is no schema "kubernetes" for "1.28"; there is one for 1.29, 1.30, 1.31, 1.32, 1.33, 1.34, 1.35',
  ],
  ['kubernetes', { kubeVersion: 'latest' }, /^--kube-version: there is no schema "kubernetes" for "latest"; there is one for 1\.29, /],
  ['agentgateway', { gatewayVersion: 'latest' }, '--gateway-version: "latest" is not a version'],
  [
    'custom-resources',
    { gatewayVersion: 'v0.12.0' },
    '--gateway-version: there is no schema "custom-resources" for "v0.12.0"; there is one for 1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0, 1.4.1',
  ],
])('refuses %s with %j', (name, flags, message) => {
  expect(() => printSchema(name, flags)).toThrow(message);
});
