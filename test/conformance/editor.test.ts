/** The published schemas in the engine of editors: what a person sees who names one in a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server';

const root = join(__dirname, '../..');
const schemaUri = (path: string): string => pathToFileURL(join(root, 'schemas', path)).href;
const nothing = async (): Promise<void> => {};

const service = getLanguageService({
  schemaRequestService: async uri => readFileSync(new URL(uri), 'utf8'),
  workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
  telemetry: { send: nothing, sendError: nothing, sendTrack: nothing },
  clientCapabilities: {},
});
service.configure({ validate: true, hover: true, completion: true, schemas: [], customTags: [], yamlVersion: '1.2' });

let count = 0;
/** A file that names its schema in its first line, as an editor has it open. */
function open(schema: string, text: string): TextDocument {
  count += 1;
  return TextDocument.create(`file:///editor-${count}.yaml`, 'yaml', 1, `# yaml-language-server: $schema=${schemaUri(schema)}\n${text}`);
}
const problems = async (document: TextDocument): Promise<string[]> =>
  (await service.doValidation(document, false)).map(({ range, message }) => `${range.start.line}:${range.start.character} ${message}`);
/** The place right after the first text of that form. */
const after = (document: TextDocument, text: string) => document.positionAt(document.getText().indexOf(text) + text.length);

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, labels: {app: shop}}
spec:
  replicas: 2
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      dnsPolicy: None
      containers:
        - name: shop
          image: shop:1
`;

test.each<[what: string, schema: string, text: string, problems: string[]]>([
  ['a right object', 'kubernetes/v1.34.json', deployment, []],
  ['the same in the schema of everything', 'manifest.json', deployment, []],
  ['a kind of others', 'manifest.json', 'apiVersion: example.com/v1\nkind: Boat\nspec: {x: 1}\n', []],
  [
    'fields, types and words',
    'kubernetes/v1.34.json',
    deployment.replace('replicas: 2', 'replicas: two').replace('image:', 'imag:').replace('None', 'none'),
    [
      '5:12 Incorrect type. Expected one of integer, null.',
      '10:17 Value is not accepted. Valid values: "ClusterFirst", "ClusterFirstWithHostNet", "Default", "None", "", null.',
      '12:10 Missing property "image".',
      '13:10 Property imag is not allowed.',
    ],
  ],
  [
    'a kind that is mistyped',
    'custom-resources/v1.4.1.json',
    'apiVersion: agentgateway.dev/v1alpha1\nkind: AgentgatewayPolcy\nmetadata: {name: a}\n',
    [
      '2:6 Value is not accepted. Valid values: "AgentgatewayBackend", "AgentgatewayModel", "AgentgatewayParameters", "AgentgatewayPolicy".',
    ],
  ],
  [
    'a listener',
    'custom-resources/v1.4.1.json',
    'apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: a}\nspec:\n  gatewayClassName: a\n  listeners: [{name: a, port: 99999, protocol: HTTP}]\n',
    ['6:30 Value is above the maximum of 65535.'],
  ],
  [
    'an object in a list',
    'manifest.json',
    'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, dat: {}}\n',
    ['4:59 Property dat is not allowed.'],
  ],
  ['a static configuration', 'agentgateway/v1.4.1/config.json', 'bind: []\n', ['1:0 Property bind is not allowed.']],
])('%s in %s', async (_, schema, text, wanted) => {
  expect((await problems(open(schema, text))).sort()).toEqual([...wanted].sort());
});

test('hovering tells what a field is for', async () => {
  const hover = async (schema: string, text: string, place: string) => {
    const document = open(schema, text);
    const found = await service.doHover(document, after(document, place));
    return JSON.stringify(found?.contents);
  };
  expect(await hover('kubernetes/v1.34.json', deployment, '  repl')).toContain('How many pods are to run');
  expect(await hover('kubernetes/v1.34.json', deployment, 'spec:\n      dns')).toContain('Whose name servers are asked');
});

test('fields and words are offered', async () => {
  const labels = async (text: string, place: string) => {
    const document = open('kubernetes/v1.34.json', text);
    return (await service.doComplete(document, after(document, place), false)).items.map(({ label }) => label);
  };
  expect(await labels(deployment.replace('None', ''), 'dnsPolicy: ')).toEqual(expect.arrayContaining(['ClusterFirst', 'Default', 'None']));
  expect(await labels(`${deployment}          r\n`, '          r')).toEqual(expect.arrayContaining(['readinessProbe', 'resources']));
  expect(await labels('apiVersion: apps/v1\nkind: \n', 'kind: ')).toEqual(expect.arrayContaining(['Deployment', 'StatefulSet']));
});

test('nothing is wrong with what the chart renders', async () => {
  const folders = readdirSync(join(root, 'test/golden')).filter(name => name.includes('v1.4.1') && !name.startsWith('refused'));
  const documents = folders.flatMap(name =>
    readFileSync(join(root, 'test/golden', name, 'expected.yaml'), 'utf8')
      .split(/^---$/m)
      .filter(text => /^kind: /m.test(text)),
  );
  const found: string[] = [];
  for (const text of new Set(documents)) found.push(...(await problems(open('manifest.json', text))));
  expect(documents.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
