import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { runValidate } from '../validate/run.js';
import { registerGolden } from './golden.js';
import { registerInit } from './init.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

let folder = '';
beforeEach(() => {
  folder = writeTree({});
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const clean = ({ code, stdout, stderr }: Outcome): Outcome => ({
  code,
  stdout: stdout.replaceAll(folder, 'DIR'),
  stderr: stderr.replaceAll(folder, 'DIR'),
});
const init = async (dir: string, ...argv: string[]): Promise<Outcome> =>
  clean(await runCommand(registerInit, mockWritten, ['init', join(folder, dir), ...argv]));
const golden = async (dir: string): Promise<Outcome> => clean(await runCommand(registerGolden, mockWritten, ['golden', join(folder, dir)]));

const files = (dir: string): string[] =>
  readdirSync(join(folder, dir), { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, dir, name)).isFile())
    .sort();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const base = ['golden/default/case.yaml', 'golden/default/expected.yaml', 'values.yaml'];

describe.each(['static', 'gateway-api'])('--routing-mode %s', mode => {
  test.each<[string, string[]]>([
    ['github', ['.github/workflows/mcp-gateway.yaml', ...base]],
    ['gitlab', ['.gitlab-ci.yml', ...base]],
    ['none', base],
  ])('--ci %s: what it writes passes golden and validate', async (ci, expected) => {
    expect(await init('team', '--routing-mode', mode, '--ci', ci)).toMatchObject({ code: 0, stderr: '' });
    expect(files('team')).toEqual(expected);
    expect(await golden('team')).toEqual({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n', stderr: '' });
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await runValidate([join(folder, 'team/values.yaml')], validateFlags)).toBe(0);
    const kinds = read('team/golden/default/expected.yaml').match(/^kind: \w+$/gm);
    expect(kinds?.includes('kind: HTTPRoute')).toBe(mode === 'gateway-api');
  });
});

test('says what it wrote, and what comes next', async () => {
  expect((await init('team', '--ci', 'none')).stdout).toBe(
    [
      'wrote DIR/team/values.yaml',
      'wrote DIR/team/golden/default/case.yaml',
      'wrote DIR/team/golden/default/expected.yaml',
      '',
      'Edit DIR/team/values.yaml, then:',
      '  mcpgw render team -n mcp -f DIR/team/values.yaml    what helm template would print',
      '  mcpgw validate DIR/team/values.yaml                 find mistakes, and values without effect',
      '  mcpgw golden DIR/team/golden --update               record the result; review the difference and commit it',
      '  mcpgw golden DIR/team/golden                        compare, as CI does',
      '',
    ].join('\n'),
  );
});

test.each(['true', 'null', 'on', 'n', 'x'])('a release named %s', async name => {
  expect(await init('team', '--release', name, '--namespace', name)).toMatchObject({ code: 0 });
  expect(parse(read('team/golden/default/case.yaml'))).toEqual({ release: name, namespace: name, valuesFiles: ['../../values.yaml'] });
  expect(await golden('team')).toMatchObject({ code: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n' });
});

test('the release is named after the folder', async () => {
  await init('My Team_2.x');
  expect(parse(read('My Team_2.x/golden/default/case.yaml'))).toMatchObject({ release: 'my-team-2-x' });
  await init(`a${'-'.repeat(80)}b`);
  expect(parse(read(`a${'-'.repeat(80)}b/golden/default/case.yaml`))).toMatchObject({ release: 'a' });
  await init('___');
  expect(parse(read('___/golden/default/case.yaml'))).toMatchObject({ release: 'mcp-gateway' });
});

describe('is refused, and nothing is written', () => {
  const label = (what: string, text: string, length: number, hint = ''): string =>
    `Error: ${what} "${text}" must be a DNS label of at most ${length} characters: lower case letters, digits and "-"${hint}\n`;
  const long = 'a'.repeat(54);
  test.each<[string[], string]>([
    [['--release', 'A'], label('release name', 'A', 53, ' (set one with --release)')],
    [['--release', ''], label('release name', '', 53, ' (set one with --release)')],
    [['--release', long], label('release name', long, 53, ' (set one with --release)')],
    [['--release', 'a\nb'], label('release name', 'a\nb', 53, ' (set one with --release)')],
    [['-n', 'a: b'], label('namespace', 'a: b', 63)],
    [['-n', '-a'], label('namespace', '-a', 63)],
  ])('%j', async (argv, stderr) => {
    expect(await init('team', ...argv)).toEqual({ code: 2, stdout: '', stderr });
    expect(existsSync(join(folder, 'team'))).toBe(false);
  });

  test.each<[string[], RegExp]>([
    [['--gateway-version', 'none'], /gateway.*version/is],
    [['--gateway-version', 'v1.4.1"\nx: "'], /^Error: --gateway-version: "v1\.4\.1"(?:.|\n)*is not a version\n$/],
    [['--ci', 'jenkins'], /^Error: option '--ci <system>' argument 'jenkins' is invalid. Allowed choices are github, gitlab, none.\n/],
    [['--routing-mode', 'x'], /^Error: option '--routing-mode <mode>' argument 'x' is invalid. Allowed choices are static, gateway-api.\n/],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr } = await init('team', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'team'))).toBe(false);
  });

  test('where a file has the name of a folder, or a folder that of a file', async () => {
    writeTree({ team: 'mine', 'other/golden': 'mine', 'third/values.yaml/x': 'mine' }, folder);
    const cannot = (path: string, reason: string) => ({ code: 2, stdout: '', stderr: `Error: cannot write DIR/${path}: ${reason}\n` });
    expect(await init('team')).toEqual(cannot('team/values.yaml', 'a file has the name of a folder'));
    expect(await init('other')).toEqual(cannot('other/golden/default/case.yaml', 'a file has the name of a folder'));
    expect(await init('third', '--force')).toEqual(cannot('third/values.yaml', 'it is a folder'));
  });

  test('where a file is there already, unless --force', async () => {
    writeTree({ 'team/values.yaml': 'mine', 'team/golden/default/expected.yaml': 'mine' }, folder);
    expect(await init('team')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: values.yaml, golden/default/expected.yaml exist in DIR/team; use --force to overwrite\n',
    });
    expect(files('team')).toEqual(['golden/default/expected.yaml', 'values.yaml']);
    expect(await init('team', '--force')).toMatchObject({ code: 0 });
    expect(await golden('team')).toMatchObject({ code: 0 });
  });
});
