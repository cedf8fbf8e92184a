import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import { runValidate } from './run.js';

inOwnFolder('assumed-namespace-');
afterEach(() => jest.restoreAllMocks());

/** What `mcpgw validate` says of the references of a chart. */
async function said(flags = {}): Promise<string[]> {
  const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runValidate(['c'], { ...validateFlags, ...flags, output: 'json' });
  const { findings } = JSON.parse(String(out.mock.calls.at(-1)![0])) as { findings: Record<string, unknown>[] };
  return findings.map(({ severity, rule }) => `${severity} ${rule}`).filter(finding => finding.includes('reference-'));
}

const account = (namespace: string) => `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web, namespace: ${namespace}}\n`;
const pod = (namespace: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: ${namespace}}\nspec: {serviceAccountName: web, containers: [{name: web, image: web}]}\n`;
const chart = (templates: Record<string, string>): void =>
  void writeTree(
    {
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      ...Object.fromEntries(Object.entries(templates).map(([name, text]) => [`c/templates/${name}`, text])),
    },
    '.',
  );

it('a namespace in a template and the one of the release', async () => {
  chart({ 'a.yaml': account('monitoring'), 'b.yaml': pod('{{ .Release.Namespace }}') });
  expect(await said()).toEqual(['info reference-other-namespace']);
  expect(await said({ namespace: 'monitoring' })).toEqual([]);
  expect(await said({ namespace: 'web' })).toEqual(['warning reference-other-namespace']);
});

it('two namespaces in templates', async () => {
  chart({ 'a.yaml': account('one'), 'b.yaml': pod('two') });
  expect(await said()).toEqual(['warning reference-other-namespace']);
});
