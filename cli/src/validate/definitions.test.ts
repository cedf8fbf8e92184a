import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

inOwnFolder('definitions-');
afterEach(() => jest.restoreAllMocks());

const write = (files: Record<string, string>): void => void writeTree(files, '.');

async function findings(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<string[]> {
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  const code = await runValidate(paths, { ...validateFlags, ...flags, output: 'json' });
  jest.restoreAllMocks();
  const report = JSON.parse(out) as { findings: { file: string; line: number; severity: string; rule: string; message: string }[] };
  return [
    `exit ${code}`,
    ...report.findings.map(({ file, line, severity, rule, message }) => `${file}:${line} ${severity} ${rule}: ${message}`),
  ];
}

const crd = (group = 'shop.example.com') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`;
const widget = 'apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n  size: big\n';
const wrong = 'error wrong-type: expected an integer, found a string';
const unknown = 'warning unknown-kind: not checked: Widget of shop.example.com/v1 is not known here';

it('a kind that nothing defines is a warning, and fails with --strict', async () => {
  write({ 'w.yaml': widget });
  expect(await findings(['w.yaml'])).toEqual(['exit 0', `w.yaml:1 ${unknown}`]);
  expect(await findings(['w.yaml'], { strict: true })).toEqual(['exit 1', `w.yaml:1 ${unknown}`]);
});

it('definitions among the files, in a folder named by --crds, and in the settings teach', async () => {
  write({ 'w.yaml': widget, 'more/crd.yaml': crd(), 'mcpgw.config.yaml': 'crds: [more]\n', 'no.yaml': 'skip: []\n' });
  const expected = ['exit 1', `w.yaml:5 ${wrong}`];
  expect(await findings(['w.yaml', 'more/crd.yaml'], { settings: 'no.yaml' })).toEqual(expected);
  expect(await findings(['w.yaml'], { crds: ['more'], settings: 'no.yaml' })).toEqual(expected);
  expect(await findings(['w.yaml'], { crds: ['more/crd.yaml'], settings: 'no.yaml' })).toEqual(expected);
  expect(await findings(['w.yaml'])).toEqual(expected);
});

it('a chart teaches what its crds/ and its templates define', async () => {
  write({
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/crds/widgets.yaml': crd(),
    'c/templates/other.yaml': crd('else.example.com'),
    'c/templates/w.yaml': widget,
    'c/templates/o.yaml': widget.replace('shop', 'else'),
    'w.yaml': widget,
  });
  expect(await findings(['c', 'w.yaml'])).toEqual([
    'exit 1',
    `c/templates/o.yaml:5 ${wrong} (line 5 of what c/templates/o.yaml renders)`,
    `c/templates/w.yaml:5 ${wrong} (line 5 of what c/templates/w.yaml renders)`,
    `w.yaml:5 ${wrong}`,
  ]);
});

it('the crds/ of a chart are checked', async () => {
  write({
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/crds/widgets.yaml': crd().replace('scope: Namespaced', 'scope: Everywhere'),
  });
  expect(await findings(['c'])).toEqual(['exit 1', 'c/crds/widgets.yaml:6 error bad-value: "Everywhere" is not one of the known values']);
});

it('kinds are left out by name, with a flag or in the settings, and all that are not known with a flag', async () => {
  write({ 'w.yaml': widget, 'mcpgw.config.yaml': 'skip: [shop.example.com/v1/Widget]\n', 'no.yaml': 'skip: []\n' });
  expect(await findings(['w.yaml'], { strict: true })).toEqual(['exit 0']);
  expect(await findings(['w.yaml'], { strict: true, settings: 'no.yaml', skip: ['Issuer,Widget'] })).toEqual(['exit 0']);
  expect(await findings(['w.yaml'], { strict: true, settings: 'no.yaml', ignoreMissingSchemas: true })).toEqual(['exit 0']);
});

it('--ignore-missing-schemas hides no slip of the pen', async () => {
  write({ 'd.yaml': 'apiVersion: app/v1\nkind: Deployment\nmetadata: {name: d}\n' });
  expect(await findings(['d.yaml'], { ignoreMissingSchemas: true })).toEqual([
    'exit 1',
    'd.yaml:1 error unknown-kind: "app/v1" is not an API that is known',
  ]);
});

it('definitions of v1beta1 define nothing, and that is said', async () => {
  write({
    'w.yaml': widget,
    'crds/a.yaml': crd('a.example.com'),
    'crds/old.yaml': crd().replace('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'),
  });
  expect(await findings(['w.yaml'], { crds: ['crds'] })).toEqual([
    'exit 1',
    'crds/old.yaml:1 error removed-api: CustomResourceDefinition of apiextensions.k8s.io/v1beta1 was removed in Kubernetes 1.22',
    `w.yaml:1 ${unknown}`,
  ]);
});

it.each([
  ['nowhere', '--crds: open nowhere: no such file or directory'],
  ['w.yaml', '--crds: w.yaml contains no CustomResourceDefinition'],
])('--crds %s cannot be run', async (path, message) => {
  write({ 'w.yaml': widget });
  await expect(findings(['w.yaml'], { crds: [path] })).rejects.toThrow(message);
});

it('a name of the settings that is no kind is refused', async () => {
  write({ 'w.yaml': widget, 'mcpgw.config.yaml': 'skip: [a b]\n' });
  expect(await findings(['w.yaml'])).toContain('mcpgw.config.yaml:1 error bad-value: "a b" is not a kind');
});
