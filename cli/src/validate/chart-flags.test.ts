import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

const before = process.cwd();
let folder = '';

const schema = {
  type: 'object',
  required: ['gateway'],
  properties: {
    gateway: {
      type: 'object',
      required: ['authz'],
      properties: { port: { type: 'integer' }, authz: { type: 'string' }, timeout: { type: 'string' }, backends: {} },
      additionalProperties: false,
    },
  },
};

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: x}
data:
  config.yaml: |
    binds:
      - port: {{ .Values.gateway.port }}
        listeners:
          - routes:
              - policies:
                  extAuthz:
                    host: {{ .Values.gateway.authz | quote }}
                    policies: {http: {requestTimeout: {{ .Values.gateway.timeout }}}}
                backends: [{{ range .Values.gateway.backends }}{host: {{ . | quote }}}, {{ end }}]
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-flags-'));
  process.chdir(folder);
  writeTree(
    {
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/values.yaml': 'gateway:\n  port: 4000\n  timeout: 2s\n  backends: ["b:1"]\n',
      'c/values.schema.json': JSON.stringify(schema),
      'c/templates/cm.yaml': template,
      'prod.yaml': 'gateway:\n  timeout: 3s\n',
      'timeout.txt': '10 s',
    },
    folder,
  );
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});
afterEach(() => jest.restoreAllMocks());

async function validate(flags: Partial<ValidateFlags>): Promise<string> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runValidate(['c'], { ...validateFlags, ...flags });
  return String(write.mock.lastCall![0]);
}

async function places(flags: Partial<ValidateFlags>): Promise<string[]> {
  const { findings } = JSON.parse(await validate({ ...flags, output: 'json' })) as {
    findings: { rule: string; file: string; line: number; column: number; message: string }[];
  };
  return findings.map(({ rule, file, line, column, message }) => `${file}:${line}:${column} ${rule} ${message.replace(/ of data.*/, '')}`);
}

const authz = 'gateway.authz=authz:9000';
const late = (place: string) => [
  `${place} bad-value " s" is not a unit of a duration (rendered from gateway.timeout into c/templates/cm.yaml)`,
];

describe('values of flags', () => {
  it('count for the schema', async () => {
    expect(await places({})).toEqual(['c/values.yaml:1:1 values-schema gateway lacks "authz"']);
    expect(await places({ set: [authz] })).toEqual([]);
  });

  it.each<[string, Partial<ValidateFlags>, unknown[]]>([
    ['--set', { set: [`${authz},gateway.timeout=10 s`] }, late('--set:1:42')],
    ['the second --set', { set: [authz, 'gateway.timeout=10 s'] }, late('--set#2:1:17')],
    ['--set-string', { set: [authz], setString: ['gateway.timeout=10 s'] }, late('--set-string:1:17')],
    ['--set-json', { setJson: [`{"gateway": {"authz": "a:1", "timeout": "10 s"}}`] }, late('--set-json:1:41')],
    ['--set-json of one key', { setJson: ['gateway.authz="a:1",gateway.timeout="10 s"'] }, late('--set-json:1:37')],
    ['--set-literal', { set: [authz], setLiteral: ['gateway.timeout=10 s'] }, late('--set-literal:1:17')],
    ['--set-file', { set: [authz], setFile: ['gateway.timeout=timeout.txt'] }, late('--set-file:1:17')],
    ['a flag over a file', { values: ['prod.yaml'], set: [authz, 'gateway.timeout=10 s'] }, late('--set#2:1:17')],
    ['an item of a list', { set: [authz, 'gateway.backends={b:1,b:99999}'] }, [expect.stringMatching(/^--set#2:1:23 bad-value/)]],
    [
      'a value that the schema refuses',
      { set: [authz, 'gateway.port=http'] },
      ['--set#2:1:14 values-schema gateway.port is not of type integer'],
    ],
    [
      'a key that the schema refuses',
      { set: [authz, 'gateway.prot=1'] },
      ['--set#2:1:9 values-schema the chart has no value gateway.prot'],
    ],
    ['a key that nobody reads', { set: [authz, 'gatewey.port=1'] }, ['--set#2:1:1 unused-value no template reads the value gatewey']],
    ['what a file lacks', { values: ['prod.yaml'], set: ['gateway.port=1'] }, ['prod.yaml:1:1 values-schema gateway lacks "authz"']],
  ])('%s', async (_name, flags, expected) => expect(await places(flags)).toEqual(expected));

  it('the frame is the text of the flag', async () => {
    expect(await validate({ set: [authz, 'gateway.prot=1'] })).toBe(`--set#2:1:9  error  the chart has no value gateway.prot  values-schema
  1 | gateway.prot=1
    |         ^^^^
  help: did you mean "port"?

1 file checked: 1 error, 0 warnings
`);
  });

  it.each<[string, Partial<ValidateFlags>, string]>([
    ['a key without a value', { set: ['gateway'] }, 'failed parsing --set data: key "gateway" has no value'],
    [
      'a file that is not there',
      { setFile: ['gateway.authz=nope.txt'] },
      'failed parsing --set-file data: open nope.txt: no such file or directory',
    ],
    ['JSON that is none', { setJson: ['gateway={'] }, 'failed parsing --set-json data gateway={'],
  ])('%s stops the command', async (_name, flags, message) => {
    await expect(validate(flags)).rejects.toMatchObject({ name: 'CliError', exitCode: 2, message });
  });
});
