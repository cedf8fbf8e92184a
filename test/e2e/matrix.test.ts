import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartYaml, writeTree } from '../helpers/command.js';
import { javaScriptTraces, mcpgw } from '../helpers/mcpgw.js';

let folder = '';
beforeEach(() => {
  folder = writeTree({
    'app/Chart.yaml': chartYaml('app'),
    'app/templates/x.yaml': 'a: {{ required "a is needed" .Values.a }}\nb: {{ .Values.b | toJson }}',
    'base.yaml': 'b: base\n',
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const rendered = (a: string, b = '"base"'): string => `---\n# Source: app/templates/x.yaml\na: ${a}\nb: ${b}\n`;

const matrix = (...args: string[]) => {
  const { status, stdout, stderr } = mcpgw(['render', 'mine', 'app', '-f', 'base.yaml', '--output-dir', 'out', ...args], {
    cwd: folder,
    input: 'b: stdin\n',
  });
  return { status, stdout, stderr: stderr.replace(/in \d+\.\d s/, 'in TIME') };
};

function outputs(dir = 'out'): Record<string, string> {
  const path = join(folder, dir);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(path, name)).isFile());
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(path, name), 'utf8')]));
}

const environments = (count: number, text: (i: number) => string): void => {
  writeTree(Object.fromEntries(Array.from({ length: count }, (_, i) => [`envs/${i % 3}/e${i}.yaml`, text(i)])), folder);
};

test('workers write what one process writes, and what each environment gives on its own', () => {
  environments(60, i => `a: ${i}\n`);
  expect(matrix('--matrix', 'envs/**/*.yaml', '--jobs', '1')).toEqual({ status: 0, stdout: '', stderr: '60 rendered, 0 failed in TIME\n' });
  const one = outputs();
  rmSync(join(folder, 'out'), { recursive: true });
  expect(matrix('--matrix', 'envs/**/*.yaml', '--jobs', '4')).toEqual({ status: 0, stdout: '', stderr: '60 rendered, 0 failed in TIME\n' });
  expect(outputs()).toEqual(one);
  expect(one).toEqual(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i % 3}/e${i}.yaml`, rendered(String(i))])));
  const single = mcpgw(['render', 'mine', 'app', '-f', 'base.yaml', '-f', 'envs/1/e7.yaml'], { cwd: folder });
  expect(single.stdout).toBe(one['1/e7.yaml']);
});

test.each(['1', '3'])('a failing environment is named, the others are written, 1 (%s at once)', jobs => {
  environments(6, i => (i === 2 ? 'c: 1\n' : i === 4 ? 'a: [\n' : `a: ${i}\n`));
  const { status, stdout, stderr } = matrix('--matrix', 'envs/*/*', '--jobs', jobs);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('envs/2/e2.yaml: execution error at (app/templates/x.yaml:1:6): a is needed\n');
  expect(stderr).toMatch(/envs\/1\/e4.yaml: failed to parse envs\/1\/e4.yaml: /);
  expect(stderr).toMatch(/4 rendered, 2 failed in TIME\nError: 2 of 6 environments failed\n$/);
  expect(Object.keys(outputs())).toEqual(['0/e0.yaml', '0/e3.yaml', '1/e1.yaml', '2/e5.yaml']);
});

test.each(['1', '3'])('standard input is read once, for every environment (%s at once)', jobs => {
  environments(3, i => `a: ${i}\n`);
  expect(matrix('--matrix', 'envs/*/*', '-f', '-', '--jobs', jobs)).toMatchObject({ status: 0 });
  expect(Object.values(outputs())).toEqual([0, 1, 2].map(i => rendered(String(i), '"stdin"')));
});

test.each(['1', '3'])('a chart that is refused (%s at once)', jobs => {
  environments(3, i => `a: ${i}\n`);
  writeFileSync(join(folder, 'app/Chart.yaml'), 'name: app\n');
  const { status, stderr } = matrix('--matrix', 'envs/*/*', '--jobs', jobs);
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Error: validation: chart.metadata.version is required\n' });
});

test('a chart that is refused before the thread that writes has begun', () => {
  environments(120, i => `a: ${i}\n`);
  writeFileSync(join(folder, 'app/Chart.yaml'), 'name: app\n');
  const { status, stderr } = matrix('--matrix', 'envs/*/*');
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Error: validation: chart.metadata.version is required\n' });
});

test.each(['1', '2'])('an output that cannot be written fails its environment alone (%s at once)', jobs => {
  environments(2, i => `a: ${i}\n`);
  mkdirSync(join(folder, 'out/0/e0.yaml'), { recursive: true });
  const { status, stderr } = matrix('--matrix', 'envs/*/*', '--jobs', jobs);
  expect(status).toBe(1);
  expect(stderr).toMatch(/envs\/0\/e0.yaml: cannot write out\/0\/e0.yaml: rename .*\nError: 1 of 2|cannot write out\/0\/e0.yaml: rename/);
  expect(stderr).not.toMatch(javaScriptTraces);
  expect(outputs()).toEqual({ '1/e1.yaml': rendered('1') });
});

test('many environments are written by a thread, which names what it cannot write', () => {
  environments(130, i => (i === 50 ? 'c: 1\n' : `a: ${i}\n`));
  mkdirSync(join(folder, 'out/1/e100.yaml'), { recursive: true });
  const { status, stderr } = matrix('--matrix', 'envs/**/*.yaml');
  expect(status).toBe(1);
  expect(stderr.split('\n').filter(line => line.startsWith('envs/'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^envs\/1\/e100.yaml: cannot write out\/1\/e100.yaml: rename .*: is a directory$/),
      'envs/2/e50.yaml: execution error at (app/templates/x.yaml:1:6): a is needed',
    ]),
  );
  expect(stderr).toMatch(/128 rendered, 2 failed in TIME\nError: 2 of 130 environments failed\n$/);
  const written = Array.from({ length: 130 }, (_, i) => i).filter(i => i !== 50 && i !== 100);
  expect(outputs()).toEqual(Object.fromEntries(written.map(i => [`${i % 3}/e${i}.yaml`, rendered(String(i))])));
});

test('JSON', () => {
  environments(1, () => 'a: 1\n');
  expect(matrix('--matrix', 'envs/*/*', '-o', 'json')).toMatchObject({ status: 0, stdout: '' });
  expect(JSON.parse(outputs()['e0.json']!)).toMatchObject({ release: 'mine', documents: [{ object: { a: 1, b: 'base' } }] });
});

test('several patterns; a file that several match is rendered once', () => {
  environments(3, i => `a: ${i}\n`);
  expect(matrix('--matrix', 'envs/0/*', '--matrix', `${folder}/envs/**/e?.yaml`)).toMatchObject({
    status: 0,
    stderr: '3 rendered, 0 failed in TIME\n',
  });
});

describe('what matches', () => {
  beforeEach(() => {
    for (const name of ['a.yaml', 'b.yaml', '.c.yaml', 'x.yml', 'sub/q.yaml']) writeTree({ [`envs/${name}`]: 'a: 1\n' }, folder);
  });
  const matched = (...patterns: string[]): string[] => {
    expect(matrix(...patterns.flatMap(pattern => ['--matrix', pattern])).status).toBe(0);
    return Object.keys(outputs());
  };

  test.each<[string[], string[]]>([
    [['envs/*.yaml'], ['.c.yaml', 'a.yaml', 'b.yaml']],
    [['./envs/../envs/*.yaml'], ['.c.yaml', 'a.yaml', 'b.yaml']],
    [
      ['envs/*.yaml', 'envs/*.yml'],
      ['.c.yaml', 'a.yaml', 'b.yaml', 'x.yaml'],
    ],
    [
      ['envs/*.yaml', '!envs/b.yaml'],
      ['.c.yaml', 'a.yaml'],
    ],
    [
      ['envs/*.yaml', 'envs/sub/*.yaml'],
      ['.c.yaml', 'a.yaml', 'b.yaml', 'sub/q.yaml'],
    ],
    [
      ['envs/*.yaml', 'envs/none/*.yaml'],
      ['.c.yaml', 'a.yaml', 'b.yaml'],
    ],
  ])('%j', (patterns, expected) => {
    expect(matched(...patterns)).toEqual(expected);
  });

  test('links to files, a bare ending, a folder with what is in it', () => {
    symlinkSync('a.yaml', join(folder, 'envs/d.yaml'));
    writeTree({ 'envs/.yaml': 'a: 1\n', 'envs/f.yaml/g.txt': 'a: 1\n' }, folder);
    expect(matched('envs/*.yaml')).toEqual(['.c.yaml', '.yaml', 'a.yaml', 'b.yaml', 'd.yaml', 'f.yaml/g.yaml']);
  });
});

describe('usage', () => {
  beforeEach(() => environments(2, i => `a: ${i}\n`));
  test.each<[string[], string]>([
    [['--matrix', 'envs/*/*', '--jobs', '0'], '--jobs takes a whole number from 1 to 999, not "0"'],
    [['--matrix', 'envs/*/*', '--jobs', '1.5'], '--jobs takes a whole number from 1 to 999, not "1.5"'],
    [['--matrix', 'envs/*/*', '--jobs', 'many'], '--jobs takes a whole number from 1 to 999, not "many"'],
    [['--matrix', 'none/*', '--matrix', 'nothing'], 'no values file matches --matrix none/* nothing'],
    [['--matrix', 'envs/*/*', '--output-dir', 'envs'], '--matrix: envs/0/e0.yaml would overwrite a values file; name another --output-dir'],
    [['--matrix', 'envs/*/*', '-f', 'none.yaml'], 'envs'],
  ])('%j', (args, message) => {
    const { status, stdout, stderr } = matrix(...args);
    expect({ status: status === 0, stdout }).toEqual({ status: false, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(javaScriptTraces);
  });

  test('two environments with one output', () => {
    writeTree({ 'envs/0/e0.yml': 'a: 1\n' }, folder);
    expect(matrix('--matrix', 'envs/*/*')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: --matrix: envs/0/e0.yaml and envs/0/e0.yml would both be written to out/0/e0.yaml\n',
    });
  });
});
