import type * as Read from '../../../packages/structure/src/yaml/read.js';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

const readings = new Map<string, number>();

jest.mock('../../../packages/structure/src/yaml/read.js', () => {
  const actual = jest.requireActual<typeof Read>('../../../packages/structure/src/yaml/read.js');
  const parseYaml: typeof actual.parseYaml = (text, options) => {
    const key = JSON.stringify([text, options.dialect]);
    readings.set(key, (readings.get(key) ?? 0) + 1);
    return actual.parseYaml(text, options);
  };
  return { ...actual, parseYaml };
});

inOwnFolder('readings-');
beforeEach(() => readings.clear());
afterEach(() => jest.restoreAllMocks());

/** How often each of the files is read, by dialect. */
async function countsOf(files: Readonly<Record<string, string>>, paths: string[], flags: Partial<ValidateFlags> = {}) {
  writeTree(files, '.');
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runValidate(paths, { ...validateFlags, ...flags });
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => {
      const counts = ['go', 'core', 'serde'].map(dialect => [dialect, readings.get(JSON.stringify([text, dialect]))] as const);
      return [file, Object.fromEntries(counts.filter(([, count]) => count !== undefined))];
    }),
  );
}

const config = 'binds:\n- port: 4000\n  listeners:\n  - routes:\n    - backends:\n      - host: a.example.com:80\n';
const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n';
const policy = `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: p}
spec:
  targetRefs: [{group: "", kind: Service, name: a}]
  backend: {http: {requestTimeout: 2s}}
`;
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
const gateway =
  'listen: ":8080"\nservers: {a: {url: "http://h/mcp"}}\nservers_from: [more.json]\napis: [{name: b, base_url: "http://x", endpoints: [{name: e, method: GET, path: /e}]}]\n';
const more = '{"mcpServers": {"b": {"url": "http://b/mcp"}}}';

test.each<[string, string, string, Record<string, number>]>([
  ['a manifest', 'service.yaml', service, { go: 1 }],
  ['a manifest that only the complete parser reads', 'service.yaml', `# \t\n${service.replace('name: a', 'name: &a a')}`, { go: 1 }],
  ['a configuration of the proxy', 'config.yaml', config, { core: 1, serde: 1 }],
  ['a list of servers', 'mcp_config.json', '{"mcpServers": [{"name": "a", "url": "http://h/mcp"}]}', { core: 1 }],
  ['broken YAML', 'config.yaml', 'a: [b\n', { core: 1 }],
  ['settings', 'mcpgw.config.yaml', 'gatewayVersion: 1.4.1\n', { core: 1 }],
])('%s is read once in each dialect that its kind needs', async (_name, file, text, expected) => {
  expect(await countsOf({ [file]: text }, [file])).toEqual({ [file]: expected });
});

test('a configuration of mcpgw serve and the file that it names are each read once', async () => {
  expect(await countsOf({ 'gateway.yaml': gateway, 'more.json': more }, ['gateway.yaml'])).toEqual({
    'gateway.yaml': { core: 1 },
    'more.json': { core: 1 },
  });
});

test('manifests of a folder that point at one another, and those that define kinds, are read once', async () => {
  const files = { 'k/policy.yaml': policy, 'k/service.yaml': service, 'k/crd.yaml': definition };
  expect(await countsOf(files, ['k'])).toEqual({ 'k/policy.yaml': { go: 1 }, 'k/service.yaml': { go: 1 }, 'k/crd.yaml': { go: 1 } });
});

test('configurations inside a ConfigMap are read once', async () => {
  const map = (key: string, text: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  ${key}: |\n${text.replace(/^(?=.)/gm, '    ')}`;
  const counts = async (key: string, text: string) => {
    readings.clear();
    const found = await countsOf({ 'map.yaml': map(key, text) }, ['map.yaml']);
    return { ...found, inner: ['core', 'serde'].map(dialect => readings.get(JSON.stringify([text, dialect])) ?? 0) };
  };
  expect(await counts('config.yaml', `llm: {}\n${config.replace('binds:', 'routes:')}`)).toMatchObject({ 'map.yaml': { go: 1 } });
  expect(await counts('gateway.yaml', gateway)).toEqual({ 'map.yaml': { go: 1 }, inner: [1, 0] });
});

test('the files of a chart are read once, and so is what it renders', async () => {
  const files = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'chart/values.yaml': 'name: a\nport: 80x\n',
    'chart/templates/a.yaml':
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  ports:\n  - port: {{ .Values.port }}\n',
    'my-values.yaml': 'name: b\n',
  };
  const counts = await countsOf(files, ['chart'], { values: ['my-values.yaml'] });
  expect(counts).toMatchObject({ 'chart/Chart.yaml': { go: 1 }, 'chart/values.yaml': { go: 1 }, 'my-values.yaml': { go: 1 } });
  const rendered = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: b\nspec:\n  ports:\n  - port: 80x\n';
  expect([...readings].filter(([key]) => key.includes(JSON.stringify(rendered).slice(1, -1)))).toEqual([[expect.any(String), 1]]);
});
