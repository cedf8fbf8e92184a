/**
 * Every flag of `helm template --help`, of Helm 4.2 and Helm 3.20, in every spelling that pflag takes, against Helm: the same bytes
 * on standard output, the same success, the same lines of log, or refused by name. Skips where there is no Helm.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { registerRender } from '../../cli/src/commands/render.js';
import { runCommand, writeTree } from '../helpers/command.js';
import { combinedLines, files, flagsOfHelp, helpOf, type ListedFlag, linesOf } from '../helpers/helm-flags.js';
import { describeUnless } from '../helpers/needs.js';

const mockWritten: string[] = [];
jest.mock('../../cli/src/stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

const bin = join(__dirname, '../../.cache/bin');
const find = (version: string, ...names: readonly (string | undefined)[]): string | undefined =>
  names.find(
    name =>
      name !== undefined && spawnSync(name, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' }).stdout?.startsWith(version),
  );
const helm4 = find('v4.2', process.env.HELM, 'helm', join(bin, 'helm'));
const helm3 = find('v3.', process.env.HELM3, 'helm3', join(bin, 'helm3'));

const listed = (helm: string | undefined): readonly ListedFlag[] => (helm === undefined ? [] : flagsOfHelp(helpOf(helm)));
const [flags4, flags3] = [listed(helm4), listed(helm3)];
const flags = [...flags4, ...flags3.filter(({ name }) => !flags4.some(flag => flag.name === name))].filter(({ name }) => name !== 'help');

/** Refused by name: what Helm needs a repository, a cluster or a program for. */
const refusable = ['repo', 'verify', 'post-renderer', 'validate', 'dry-run', 'dependency-update', 'enable-dns'];

interface Outcome {
  readonly isSuccess: boolean;
  readonly stdout: string;
  readonly log: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly refused?: string;
}

/** What Helm logs, and says of deprecated flags. */
const logOf = (stderr: string): string[] => stderr.split('\n').filter(line => /^level=|^Flag --\S+ has been deprecated/.test(line));

/** What `--output-dir` wrote. */
function takeOutput(folder: string): Record<string, string> {
  const out = join(folder, 'out');
  mkdirSync(out, { recursive: true });
  const names = readdirSync(out, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const written = names.map(entry => join(entry.parentPath, entry.name)).map(file => [file, readFileSync(file, 'utf8')] as const);
  rmSync(out, { recursive: true });
  return Object.fromEntries(written);
}

function ofHelm(helm: string, folder: string, line: readonly string[]): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: folder };
  return new Promise(done => {
    execFile(helm, ['template', ...line], { cwd: folder, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      done({ isSuccess: error === null, stdout, log: logOf(stderr), files: takeOutput(folder) });
    });
  });
}

async function ofOurs(folder: string, line: readonly string[]): Promise<Outcome> {
  process.chdir(folder);
  const { code, stdout, stderr } = await runCommand(registerRender, mockWritten, ['render', ...line]);
  const refused = /^Error: --(\S+?)(?:=\S+)? is refused: /m.exec(stderr)?.[1];
  const outcome = { isSuccess: code === 0, stdout, log: logOf(stderr), files: takeOutput(folder) };
  return code === 2 && refused !== undefined ? { ...outcome, refused } : outcome;
}

/** What Helm logs where mcpgw has an error to say, and of downloads, which mcpgw makes none of. */
const ofHelmAlone = /^level=(?:WARN msg="command failed"|DEBUG msg="set up default downloader cache")/;

/** What differs, or undefined. */
function difference(line: readonly string[], helm: Outcome, ours: Outcome): object | undefined {
  if (ours.refused !== undefined && refusable.includes(ours.refused) && line.some(word => word.startsWith(`--${ours.refused}`)))
    return undefined;
  const { log: theirs, ...result } = helm;
  const { log, ...own } = ours;
  const isSame = JSON.stringify(result) === JSON.stringify(own);
  const isSameLog = JSON.stringify(theirs.filter(line => !ofHelmAlone.test(line))) === JSON.stringify(log);
  return isSame && isSameLog ? undefined : { line: line.join(' '), helm, ours };
}

/** Runs of Helm at the same time, each in a folder of its own. */
const atOnce = 3;
const folders: string[] = [];
const home = process.cwd();
const changed = ['HOME', 'KUBECONFIG', 'HELM_NAMESPACE', 'HELM_DEBUG', 'HELM_KUBECONTEXT'] as const;
const before = changed.map(name => [name, process.env[name]] as const);

async function compareAll(helm: string, lines: readonly (readonly string[])[]): Promise<object[]> {
  const found: object[] = [];
  for (let at = 0; at < lines.length; at += atOnce) {
    const some = lines.slice(at, at + atOnce);
    const theirs = await Promise.all(some.map((line, i) => ofHelm(helm, folders[i]!, line)));
    for (const [i, line] of some.entries()) found.push(difference(line, theirs[i]!, await ofOurs(folders[i]!, line)) ?? []);
  }
  return found.flat();
}

const missing = [helm4 ? [] : ['Helm 4.2'], helm3 ? [] : ['Helm 3']].flat().join(' and ');

describeUnless(missing ? `needs ${missing}` : undefined, 'flags as helm template reads them', () => {
  beforeAll(() => {
    folders.push(...Array.from({ length: atOnce }, () => writeTree(files)));
    for (const name of changed) delete process.env[name];
    process.env.HOME = folders[0]!;
  });
  afterEach(() => process.chdir(home));
  afterAll(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test('the help lists flags', () => {
    expect(flags4.length).toBeGreaterThan(60);
    if (helm3) expect(flags3.length).toBeGreaterThan(60);
  });

  test.each(flags.map(flag => [flag.name, flag] as const))('--%s', async (_, flag) => {
    expect(await compareAll(helm4!, linesOf(flag))).toEqual([]);
  });

  test('flags that have to do with one another', async () => {
    expect(await compareAll(helm4!, combinedLines)).toEqual([]);
  });
});
