/**
 * Every line that `helm template` (4.2.4) can log for a local chart, against Helm. The list follows the calls of slog and log below
 * helm.sh/helm/v4 v4.2.4 pkg/cmd, pkg/action, pkg/chart, pkg/ignore, pkg/engine, pkg/release and internal/sympath. Skips where there
 * is no Helm 4.2.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { registerRender } from '../../cli/src/commands/render.js';
import { runCommand, writeTree } from '../helpers/command.js';
import { describeUnless } from '../helpers/needs.js';

const mockWritten: string[] = [];
jest.mock('../../cli/src/stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

const candidates = [process.env.HELM, 'helm', join(__dirname, '../../.cache/bin/helm')];
const helm = candidates.find(
  path => path !== undefined && spawnSync(path, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' }).stdout?.startsWith('v4.2'),
);

interface Case {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Link to target. */
  readonly link?: readonly [string, string];
  readonly name?: string;
  /** A line that must be among those that Helm logs: the case is no longer about it otherwise. */
  readonly line: string;
}

const chart = (more = '', version = 'v2'): string => `apiVersion: ${version}\nname: c\nversion: 0.1.0\n${more}`;
const sub = { 'charts/s/Chart.yaml': 'apiVersion: v2\nname: s\nversion: 0.1.0\n', 'charts/s/values.yaml': 'x: 1\n' };
const dependency = (more: string): string => chart(`dependencies:\n- {name: s, version: "*", repository: "", ${more}}\n`);

const cases: Readonly<Record<string, Case>> = {
  'a deprecated chart': { files: { 'Chart.yaml': chart('deprecated: true\n') }, line: 'level=WARN msg="this chart is deprecated"' },
  'requirements.yaml beside apiVersion v2': {
    files: { 'requirements.yaml': 'dependencies: []\n' },
    line: 'level=INFO msg="Warning: Dependencies',
  },
  'requirements.lock beside apiVersion v2': {
    files: { 'requirements.lock': 'digest: x\n' },
    line: 'level=INFO msg="Warning: Dependency locking',
  },
  'a link to a file': { link: ['templates/l.yaml', 'a.yaml'], line: 'level=INFO msg="found symbolic link in path.' },
  'a link to a folder': {
    link: ['templates/more', '../files'],
    files: { 'files/x.txt': '' },
    line: 'level=INFO msg="found symbolic link in path.',
  },
  'a pattern of .helmignore': { files: { '.helmignore': 'x\\/\n', 'files/x.txt': '' }, line: 'level=ERROR msg="failed to compile" rule=' },
  'a negated pattern of .helmignore': { files: { '.helmignore': '!x\\/\n' }, line: 'level=ERROR msg="failed to compile" rule=' },
  'an unknown hook': {
    files: { 'templates/h.yaml': 'kind: X\nmetadata: {name: h, annotations: {"helm.sh/hook": "strange, other"}}\n' },
    line: 'level=INFO msg="skipping unknown hooks" hookTypes="strange, other"',
  },
  'a condition that is not a Boolean': {
    files: { ...sub, 'Chart.yaml': dependency('condition: "s.ok,ok"'), 'values.yaml': 's: {ok: "yes"}\nok: 1\n' },
    line: 'level=WARN msg="returned non-bool value" path=s.ok chart=s',
  },
  'a tag that is not a Boolean': {
    files: { ...sub, 'Chart.yaml': dependency('tags: [t]'), 'values.yaml': 'tags: {t: "yes"}\n' },
    line: 'level=WARN msg="returned non-bool value" tag=t chart=s',
  },
  'import-values of what is not a table': {
    files: { ...sub, 'Chart.yaml': dependency('import-values: [x]') },
    line: 'level=WARN msg="ImportValues missing table" error=',
  },
  'import-values of a child that is not a table': {
    files: { ...sub, 'Chart.yaml': dependency('import-values: [{child: x, parent: y}]') },
    line: 'level=WARN msg="ImportValues missing table from chart" chart=s error=',
  },
  'a value in place of a table': {
    files: { 'values.yaml': 'a: {b: {c: 1}}\n' },
    flags: ['--set', 'a.b=1'],
    line: 'level=INFO msg="warning: cannot overwrite table with non table for c.a.b',
  },
  'a table in place of a value': {
    files: { 'values.yaml': 'a: {b: 1}\n' },
    flags: ['--set', 'a.b.c=1'],
    line: 'level=INFO msg="warning: destination for c.a.b is a table.',
  },
  "a table in place of a dependency's value": {
    files: { ...sub, 'values.yaml': 's: {x: {y: 1}}\n' },
    line: 'level=INFO msg="warning: skipped value for c.s.x: Not a table."',
  },
  'globals that are no table': {
    files: { ...sub, 'values.yaml': 'global: 1\n' },
    line: 'level=INFO msg="warning: skipping globals because',
  },
  'a release name': { name: 'A_"b"', line: 'level=ERROR msg="release name check failed" error=' },
  'an empty release name': { name: '', line: 'level=ERROR msg="release name check failed" error=' },
  'values in place of a dependency': {
    files: { ...sub, 'Chart.yaml': dependency('condition: s.on') },
    flags: ['--set', 's=1'],
    line: 'level=ERROR msg="chart dependencies processing failed" error=',
  },
  '--debug': { flags: ['--debug'], line: 'level=DEBUG msg="Chart path" path=' },
  '--debug with a schema': {
    files: { 'values.schema.json': '{\n "title": "a \\"b\\" \u00e9\\t"}' },
    flags: ['--debug'],
    line: 'level=DEBUG msg="unmarshalled JSON schema"',
  },
  '--debug with schemas of dependencies': {
    files: { ...sub, 'values.schema.json': '{}', 'charts/s/values.schema.json': '{"type": "object"}' },
    flags: ['--debug'],
    line: 'level=DEBUG msg="number of dependencies in the chart" chart=s dependencies=0',
  },
  '--debug with values that the schema refuses': {
    files: { 'values.schema.json': '{"required": ["z"]}' },
    flags: ['--debug'],
    line: 'level=DEBUG msg="chart name" chart-name=c',
  },
  '--debug with a schema that is not JSON': {
    files: { 'values.schema.json': '{' },
    flags: ['--debug'],
    line: 'level=DEBUG msg="chart name"',
  },
  '--debug without the schema': {
    files: { 'values.schema.json': '{}' },
    flags: ['--debug', '--skip-schema-validation'],
    line: 'level=DEBUG msg="Chart path"',
  },
  '--debug --devel': { flags: ['--debug', '--devel'], line: 'level=DEBUG msg="setting version to >0.0.0-0"' },
  '--debug --version': { flags: ['--debug', '--version', '>1, "x"'], line: 'level=DEBUG msg="Original chart version"' },
  '--wait=true': { flags: ['--wait=true'], line: 'level=WARN msg="--wait=true is deprecated' },
  '--wait=false': { flags: ['--wait=false'], line: 'level=WARN msg="--wait=false is deprecated' },
  '--dry-run': { flags: ['--dry-run'], line: 'level=WARN msg="--dry-run is deprecated' },
  '--dry-run=true': { flags: ['--dry-run=t'], line: "level=WARN msg=\"boolean '--dry-run=t' flag is deprecated" },
};

const logOf = (stderr: string): string[] => stderr.split('\n').filter(line => line.startsWith('level='));
const home = process.cwd();

describeUnless(helm ? undefined : 'needs Helm 4.2', 'lines that helm template logs', () => {
  afterEach(() => process.chdir(home));

  test.each(Object.entries(cases))('%s', async (_, { files = {}, flags = [], link, name = 'rel', line }) => {
    const base = { 'Chart.yaml': chart(), 'templates/a.yaml': 'kind: X\nmetadata: {name: a}\n', 'x/y.txt': '' };
    const folder = writeTree(Object.fromEntries(Object.entries({ ...base, ...files }).map(([path, text]) => [`c/${path}`, text])));
    if (link) symlinkSync(link[1], join(folder, 'c', link[0]));
    try {
      const args = [name, 'c', ...flags];
      const env = { PATH: process.env.PATH, HOME: folder };
      const theirs = spawnSync(helm!, ['template', ...args], { cwd: folder, env, encoding: 'utf8' });
      process.chdir(folder);
      const ours = await runCommand(registerRender, mockWritten, ['render', ...args]);
      expect(logOf(theirs.stderr).some(logged => logged.startsWith(line)) || theirs.stderr).toBe(true);
      expect({ log: logOf(ours.stderr), isSuccess: ours.code === 0 }).toEqual({
        log: logOf(theirs.stderr),
        isSuccess: theirs.status === 0,
      });
    } finally {
      process.chdir(home);
      rmSync(folder, { recursive: true });
    }
  });
});
