import { Sources } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { CheckedFiles, type RunContext } from './context.js';
import { Skips } from './not-checked.js';
import { notesOf } from './notes.js';

const context = (more: Partial<RunContext>): RunContext => ({
  flags: validateFlags,
  env: {},
  settings: { rules: new Map(), crds: [], skip: [], findings: [] },
  version: undefined,
  kubeVersion: undefined,
  skip: new Set(),
  definitions: [],
  sources: new Sources(),
  findings: [],
  checked: new CheckedFiles(),
  skips: new Skips(),
  readYaml: parseYaml,
  ...more,
});

function checked(file: string, kind: string): CheckedFiles {
  const files = new CheckedFiles();
  files.add(file, kind);
  return files;
}

it.each<[string, Partial<RunContext>, string[]]>([
  ['nothing special', { version: '1.1.0', kubeVersion: '1.34' }, []],
  ['a patch that is newer', { version: '1.4.9' }, []],
  ['a newer proxy', { version: '1.5.0' }, ['Note: v1.5.0 of agentgateway is not known yet; it is taken for v1.4.1\n']],
  ['an older proxy', { version: '0.9.0' }, ['Note: v0.9.0 of agentgateway is older than those that are known, from v0.11.0 on\n']],
  ['an older cluster', { kubeVersion: '1.20' }, ['Note: Kubernetes 1.20 is none of those that are known, 1.29 to 1.35\n']],
  ['a newer cluster', { kubeVersion: '2.0' }, ['Note: Kubernetes 2.0 is none of those that are known, 1.29 to 1.35\n']],
  [
    'values without a chart',
    { flags: { ...validateFlags, set: ['a=1'] }, checked: checked('a.yaml', 'manifest') },
    ['Note: no chart and no values file is named, so --chart, -f and --set have no effect\n'],
  ],
  ['values for a chart', { flags: { ...validateFlags, set: ['a=1'] }, checked: checked('c', 'chart') }, []],
])('%s', (_name, more, expected) => expect(notesOf(context(more))).toEqual(expected));
