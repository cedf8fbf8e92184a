import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartYaml, type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerGolden } from './golden.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

let folder = '';
beforeEach(() => {
  folder = writeTree({
    'chart/Chart.yaml': chartYaml('app'),
    'chart/templates/x.yaml': 'a: {{ .Values.a | toJson }}\n{{- if .Values.stop }}{{ fail .Values.stop }}{{ end }}',
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const golden = async (...argv: string[]): Promise<Outcome> => {
  const { code, stdout, stderr } = await runCommand(registerGolden, mockWritten, ['golden', join(folder, 'cases'), ...argv]);
  return { code, stdout, stderr: stderr.replaceAll(folder, 'DIR') };
};

/** Each case's files, by the name of its folder below `cases`. */
function cases(files: Record<string, string>): void {
  writeTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`cases/${name}`, text])), folder);
}

const rendered = (a: string): string => `---\n# Source: app/templates/x.yaml\na: ${a}\n`;

describe('cases that cannot be read end with 2', () => {
  const known = 'chart, release, namespace, valuesFiles, values, gatewayVersion, helmVersion, set, flags, expectedError';
  test.each<[string, string]>([
    ['chrt: x\n', 'unknown key "chrt", did you mean "chart"?'],
    ['somethingElse: x\n', `unknown key "somethingElse"; known keys are ${known}`],
    ['__proto__: {}\n', `unknown key "__proto__"; known keys are ${known}`],
    ['constructor: x\n', `unknown key "constructor"; known keys are ${known}`],
    ['release: 1\n', '"release" takes a string'],
    ['chart: [x]\n', '"chart" takes a string'],
    ['valuesFiles: x\n', '"valuesFiles" takes a list of strings'],
    ['set: [1]\n', '"set" takes a list of strings'],
    ['values: [1]\n', '"values" takes a map'],
    ['values: text\n', '"values" takes a map'],
    ['expectedError: null\n', '"expectedError" takes a string'],
    ['- chart\n', 'a case is a map with keys such as release and values'],
    ['flags: [--nope]\n', "flags: unknown option '--nope'"],
    ['flags: [--set]\n', "flags: option '--set <text>' argument missing"],
    ['flags: [extra]\n', 'flags: too many arguments. Expected 0 arguments but got 1.'],
  ])('%j', async (text, message) => {
    cases({ 'one/case.yaml': text });
    expect(await golden()).toEqual({ code: 2, stdout: '', stderr: `Error: DIR/cases/one/case.yaml: ${message}\n` });
  });

  test.each<[string, string]>([
    ['a: [\n', ':2:1: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['release: a\nrelease: b\n', ':2:1: "release" is already set above in this mapping'],
    ['values: {a: {b: 1, b: 2}}\n', ':1:20: "b" is already set above in this mapping'],
    ['release: a\n---\nrelease: b\n', ':3:1: a case is one document'],
    ['release: a\0\n', ':1:11: control character U+0000 is not allowed in YAML'],
    [`values: ${'['.repeat(20_000)}`, ':1:258: the document is nested more than 200 levels deep'],
    [`values:\n  ${'- '.repeat(20_000)}1\n`, ':2:501: the document is nested more than 200 levels deep'],
  ])('%.20j, with its place', async (text, message) => {
    cases({ 'one/case.yaml': text });
    expect(await golden()).toEqual({ code: 2, stdout: '', stderr: `Error: DIR/cases/one/case.yaml${message}\n` });
  });

  test('many keys are read in linear time', async () => {
    cases({ 'one/case.yaml': `values:\n${Array.from({ length: 40_000 }, (_, i) => `  k${i}: 1\n`).join('')}nope: 1\n` });
    expect((await golden()).stderr).toContain('unknown key "nope"');
  });

  test('a bomb of aliases', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `  k${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]\n`);
    cases({ 'one/case.yaml': `values:\n  k0: &a0 [x]\n${levels.join('')}` });
    expect(await golden()).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: DIR/cases/one/case.yaml:1:1: the aliases of this document expand to too many values\n',
    });
  });

  test('no folder, no case', async () => {
    expect(await golden()).toMatchObject({ code: 2, stderr: 'Error: open DIR/cases: no such file or directory\n' });
    cases({ 'x.yaml': '' });
    expect(await golden()).toMatchObject({ code: 2, stderr: 'Error: no case.yaml below DIR/cases\n' });
    expect(await golden('--filter', 'x')).toMatchObject({ code: 2, stderr: 'Error: no case.yaml below DIR/cases in a folder with "x"\n' });
  });
});

describe('cases that fail end with 1', () => {
  test('no expected.yaml', async () => {
    cases({ 'one/case.yaml': 'chart: ../../chart\n' });
    expect(await golden()).toEqual({
      code: 1,
      stdout:
        'FAIL one\n  no expected.yaml: write it with mcpgw golden --update, then read it\n0 passed, 1 failed, rendered as Helm 4.2.4\n',
      stderr: '',
    });
  });

  test('another text, as a unified diff', async () => {
    cases({ 'one/case.yaml': 'chart: ../../chart\nvalues: {a: 1}\n', 'one/expected.yaml': rendered('2') });
    expect((await golden()).stdout).toBe(
      'FAIL one\n  --- expected.yaml\n  +++ rendered\n  @@ -1,3 +1,3 @@\n   ---\n   # Source: app/templates/x.yaml\n  -a: 2\n  +a: 1\n0 passed, 1 failed, rendered as Helm 4.2.4\n',
    );
  });

  test('a line break less is a difference', async () => {
    cases({ 'one/case.yaml': 'chart: ../../chart\nvalues: {a: 1}\n', 'one/expected.yaml': rendered('1').trimEnd() });
    expect((await golden()).stdout).toContain('\\ No newline at end of file');
  });

  test('texts that differ in thousands of lines', async () => {
    writeTree({ 'chart/templates/x.yaml': '{{ range until 6000 }}\n# {{ . }}{{ end }}\na: 1' }, folder);
    const many = Array.from({ length: 6000 }, (_, i) => `x${i}\n`).join('');
    cases({ 'one/case.yaml': 'chart: ../../chart\n', 'one/expected.yaml': `---\n${many}` });
    expect((await golden()).stdout).toContain(
      'they differ in more than 5000 lines, first in line 2:\n  -x0\n  +# Source: app/templates/x.yaml\n',
    );
  });

  test('refused where it should render, rendered where it should be refused, refused for another reason', async () => {
    cases({
      'a/case.yaml': 'chart: ../../chart\nvalues: {stop: because}\n',
      'b/case.yaml': 'chart: ../../chart\nexpectedError: because\n',
      'c/case.yaml': 'chart: ../../chart\nvalues: {stop: because}\nexpectedError: of that\n',
      'd/case.yaml': 'chart: ../../none\n',
      'e/case.yaml': 'chart: ../../chart\nvaluesFiles: [none.yaml]\n',
    });
    const { code, stdout } = await golden();
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL a\n  refused: execution error at (app/templates/x.yaml:2:25): because\n');
    expect(stdout).toContain('FAIL b\n  rendered, but must be refused with: because\n');
    expect(stdout).toContain('FAIL c\n  refused, but not with: of that\n  execution error at (app/templates/x.yaml:2:25): because\n');
    expect(stdout).toContain(`FAIL d\n  refused: path "${folder}/none" not found\n`);
    expect(stdout).toContain(`FAIL e\n  refused: open ${folder}/cases/e/none.yaml: no such file or directory\n`);
    expect(stdout).toMatch(/0 passed, 5 failed, rendered as Helm 4.2.4\n$/);
  });
});

describe('cases that pass', () => {
  test('values as Helm reads them, in a file whose name holds a comma, and over it', async () => {
    cases({
      'one/case.yaml':
        'chart: ../../chart\nvaluesFiles: ["a,b.yaml"]\nvalues: {a: {c: yes, d: 0o17, e: 12345678901234567890}}\nset: [a.f=1]\n',
      'one/a,b.yaml': 'a: {b: on}\n',
      'one/expected.yaml': rendered('{"b":true,"c":true,"d":15,"e":12345678901234567000,"f":1}').replace(
        '12345678901234567000',
        '12345678901234567000',
      ),
    });
    expect(await golden()).toEqual({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n', stderr: '' });
  });

  test('files of flags lie in the folder of the case', async () => {
    cases({
      'one/case.yaml': 'chart: ../../chart\nflags: [-f, v.yaml, "--set-file=a.t=t.txt", "--debug=false"]\n',
      'one/v.yaml': 'a: {v: 1}\n',
      'one/t.txt': 'text',
      'one/expected.yaml': rendered('{"t":"text","v":1}'),
    });
    expect(await golden()).toEqual({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n', stderr: '' });
  });

  test('an expected refusal', async () => {
    cases({ 'one/case.yaml': 'chart: ../../chart\nvalues: {stop: because}\nexpectedError: "x.yaml:2:25): because"\n' });
    expect(await golden()).toMatchObject({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n' });
  });

  test('an empty case is the bundled chart', async () => {
    cases({ 'one/case.yaml': '' });
    await golden('--update');
    expect(readFileSync(join(folder, 'cases/one/expected.yaml'), 'utf8')).toContain('# Source: mcp-gateway/templates/');
  });

  test('the folder itself can be a case', async () => {
    cases({ 'case.yaml': 'chart: ../chart\nvalues: {a: 1}\n', 'expected.yaml': rendered('1') });
    expect(await golden()).toMatchObject({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n' });
  });
});

describe('--update', () => {
  test('writes what is missing and what differs, and nothing else', async () => {
    cases({
      'a/case.yaml': 'chart: ../../chart\nvalues: {a: 1}\n',
      'b/case.yaml': 'chart: ../../chart\nvalues: {a: 2}\n',
      'b/expected.yaml': rendered('1'),
      'c/case.yaml': 'chart: ../../chart\nvalues: {a: 3}\n',
      'c/expected.yaml': rendered('3'),
    });
    expect(await golden('--update')).toEqual({
      code: 0,
      stdout: 'wrote a/expected.yaml\nwrote b/expected.yaml\n1 passed, 0 failed, 2 updated, rendered as Helm 4.2.4\n',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'cases/b/expected.yaml'), 'utf8')).toBe(rendered('2'));
    expect(readdirSync(join(folder, 'cases/b')).sort()).toEqual(['case.yaml', 'expected.yaml']);
    expect(await golden()).toMatchObject({ code: 0, stdout: '3 passed, 0 failed, rendered as Helm 4.2.4\n' });
  });

  test('a refusal is not recorded', async () => {
    cases({ 'a/case.yaml': 'chart: ../../chart\nvalues: {stop: because}\n' });
    expect(await golden('--update')).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'cases/a/expected.yaml'))).toBe(false);
  });
});

test('--filter looks at folders below the one that was named', async () => {
  cases({ 'a/b/case.yaml': 'chart: ../../../chart\n', 'c/case.yaml': 'chart: ../../chart\n' });
  expect((await golden('--filter', 'a/')).stdout).toMatch(/^FAIL a\/b\n/);
  expect(await golden('--filter', 'cases')).toMatchObject({ code: 2 });
});

test('--output json', async () => {
  cases({ 'a/case.yaml': 'chart: ../../chart\nvalues: {a: 1}\n', 'b/case.yaml': 'chart: ../../chart\n' });
  writeFileSync(join(folder, 'cases/a/expected.yaml'), rendered('1'));
  const { code, stdout, stderr } = await golden('-o', 'json');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    cases: [
      { case: 'a', status: 'passed', helm: '4.2.4' },
      { case: 'b', status: 'failed', detail: 'no expected.yaml: write it with mcpgw golden --update, then read it', helm: '4.2.4' },
    ],
  });
});

describe('as which Helm', () => {
  const spaced = (as: string): string => `---\n# Source: app/templates/s.yaml\na: 1${as}\n---\n# Source: app/templates/x.yaml\na: 1\n`;
  const asHelm4 = spaced('  \n');
  const asHelm3 = spaced('');
  beforeEach(() => {
    writeTree({ 'chart/templates/s.yaml': 'a: 1  \n' }, folder);
  });

  test('a case names its own, the flag is for the others, and the sum says which', async () => {
    const chart = 'chart: ../../chart\nvalues: {a: 1}\n';
    cases({
      'three/case.yaml': `${chart}helmVersion: "3"\n`,
      'three/expected.yaml': asHelm3,
      'four/case.yaml': `${chart}helmVersion: v4.2\n`,
      'four/expected.yaml': asHelm4,
      'any/case.yaml': chart,
      'any/expected.yaml': asHelm3,
    });
    expect(await golden('--helm-version', '3.20')).toEqual({
      code: 0,
      stdout: '3 passed, 0 failed, rendered as Helm 3.20.0 and 4.2.4\n',
      stderr: '',
    });
    expect(await golden()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^FAIL any\n[\s\S]*2 passed, 1 failed, rendered as Helm 3/),
    });
    const { stdout } = await golden('--filter', 'three', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual({ cases: [{ case: 'three', status: 'passed', helm: '3.20.0' }] });
  });

  test('a version that there is not', async () => {
    cases({ 'one/case.yaml': 'helmVersion: "5"\n' });
    const reason = 'there is no rendering as Helm "5": known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)';
    expect(await golden()).toEqual({ code: 2, stdout: '', stderr: `Error: DIR/cases/one/case.yaml: "helmVersion": ${reason}\n` });
    cases({ 'one/case.yaml': 'helmVersion: 3\n' });
    expect(await golden()).toMatchObject({ code: 2, stderr: 'Error: DIR/cases/one/case.yaml: "helmVersion" takes a string\n' });
    expect(await golden('--helm-version', '3.19')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no rendering as Helm "3.19": known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)'),
    });
  });
});
