import { streamOf, streamRules } from '@mcpgw/relations';
import { defaultVersion, parseYaml, runRules } from '@mcpgw/structure';
import { validateText } from '../validate.js';
import { checkFilesTogether, type FileText } from './check-files.js';

const documentsOf = (text: string) => parseYaml(text, { file: 'f', dialect: 'go' }).documents;

/** Each file with all others beside it: what checking the files together has to give, at the cost of one run for each file. */
function oneByOne(files: readonly FileText[]) {
  return files.map(({ file, text }) => {
    const others = files.filter(other => other.file !== file).flatMap(other => documentsOf(other.text));
    return runRules(streamRules, streamOf(documentsOf(text), others), 'manifest', defaultVersion, file);
  });
}

const sorted = (found: readonly (readonly { readonly rule: string }[])[]): string[][] =>
  found.map(each => each.map(finding => JSON.stringify(finding)).sort());

/** Rules whose findings differ, because one file beside others tells less than all of them at once. */
const moreTogether: Readonly<Record<string, string>> = {
  'backend-open': 'routes of other files show that a client reaches the backend: a warning instead of an info',
  'mcp-selected-names': 'the order of Services that share a name is that of the files',
  'policy-kept-out': 'of two Gateways of one name in different files, both have to keep the field out',
  'selector-shared': 'of two objects of one name in different files, both select the same pods',
  'policy-keys': 'a policy of another file makes a ConfigMap one of keys',
};

const filesOf = (texts: readonly string[]): FileText[] => texts.map((text, index) => ({ file: `${index}.yaml`, text }));
const examples = streamRules.flatMap(({ id, docs }) => (docs === undefined ? [] : [[id, docs.wrong, docs.correct] as const]));

it('there are examples to check', () => {
  expect(examples.length).toBeGreaterThan(100);
});

it.each(examples.filter(([id]) => moreTogether[id] === undefined))(
  '%s: the documents of the examples as files of their own',
  (_, wrong, correct) => {
    for (const texts of [wrong.split(/^---\n/m), [wrong, correct], [correct, wrong], [wrong, wrong]]) {
      const files = filesOf(texts.filter(text => text.trim() !== ''));
      expect(sorted(checkFilesTogether(files, { version: defaultVersion }))).toEqual(sorted(oneByOne(files)));
    }
  },
);

it.each(Object.keys(moreTogether))('%s: together no file has fewer findings', id => {
  const [, wrong] = examples.find(([each]) => each === id)!;
  const files = filesOf(wrong.split(/^---\n/m));
  const together = checkFilesTogether(files, { version: defaultVersion });
  const apart = oneByOne(files);
  together.forEach((found, index) => {
    expect(found.length).toBeGreaterThanOrEqual(apart[index]!.length);
  });
});

it('findings name their file and their place in it', () => {
  const service = (name: string, label: string) =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: ${label}}, ports: [{port: 80}]}\n`;
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: web}]}\n`;
  const found = checkFilesTogether([
    { file: 'a.yaml', text: service('a', 'web') },
    { file: 'b.yaml', text: pod },
    { file: 'c.yaml', text: service('c', 'other') },
  ]);
  const start = service('c', 'other').indexOf('selector');
  expect(found.map(each => each.map(({ rule, file, span }) => ({ rule, file, start: span?.start })))).toEqual([
    [],
    [],
    [{ rule: 'service-selects-nothing', file: 'c.yaml', start }],
  ]);
});

it('a file that cannot be read is read for the others as far as it goes, and nothing is reported of it', () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: x}, ports: [{port: 80}]}\n';
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: web}]}\n';
  const found = checkFilesTogether(filesOf([`${service}---\na: [\n`, pod, service.replace('name: a', 'name: b')]));
  expect(found.map(each => each.map(({ rule }) => rule))).toEqual([[], [], ['service-selects-nothing']]);
});

it('files for two versions of the proxy are checked each by its version', () => {
  const backend = `apiVersion: agentgateway.dev/v1alpha1\nkind: AgentgatewayModel\nmetadata: {name: m}\nspec: {visibility: Internal, provider: OpenAI}\n`;
  const proxy = (tag: string) =>
    `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: c, image: cr.example/agentgateway:${tag}}]}}}\n`;
  const found = checkFilesTogether(filesOf([backend + proxy('1.4.1'), backend + proxy('1.1.0')]));
  expect(found.map(each => each.map(({ rule }) => rule).filter(rule => rule === 'model-not-served'))).toEqual([['model-not-served'], []]);
});

it('the tag of a build that was never released says nothing about the version', () => {
  const text = (tag: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  config.yaml: |
    gateways: {edge: {port: 8080}}
    mcp: {targets: [{name: a, mcp: {host: "http://a:80/mcp"}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec: {template: {spec: {containers: [{name: c, image: "cr.example/agentgateway:${tag}"}]}}}
`;
  const unknown = (tag: string) =>
    validateText(text(tag), { file: 'f', env: {} }).findings.filter(({ rule }) => rule === 'unknown-field').length;
  expect(['v0.0.0-dev', '0.0.0', 'v1.4.1', 'latest', 'v0.12.0'].map(unknown)).toEqual([0, 0, 0, 0, 2]);
});

it('a file that is given twice, and read once, has its findings twice', () => {
  const text = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: x}, ports: [{port: 80}]}\n';
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: web}]}\n';
  const documents = documentsOf(text);
  const readYaml = (source: string) => ({ documents: source === text ? documents : documentsOf(source), findings: [] });
  const found = checkFilesTogether(
    [
      { file: 'a.yaml', text },
      { file: 'a.yaml', text },
      { file: 'b.yaml', text: pod },
    ],
    { readYaml },
  );
  expect(found.map(each => each.map(({ rule }) => rule))).toEqual([['service-selects-nothing'], ['service-selects-nothing'], []]);
});
