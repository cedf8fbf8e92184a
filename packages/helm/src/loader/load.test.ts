import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { testUnless } from '../../../../test/helpers/needs.js';
import { type TarEntry, tar } from '../../../../test/helpers/tar.js';
import { defaultLimits, type Limits } from '../common/limits.js';
import type { Warning } from '../common/warnings.js';
import { loadChart, loadChartFiles, readChartFiles } from './index.js';

/** The message that `run` throws, with the temporary folder removed. */
function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message.replaceAll(folder, 'DIR');
  }
  return '';
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-load-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Files = Record<string, string | Uint8Array>;

function writeFiles(files: Files): string {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  return folder;
}

const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const inMemory = (files: Files) => loadChartFiles(new Map(Object.entries(files).map(([name, data]) => [name, Buffer.from(data)])));

function archive(entries: readonly TarEntry[]): string {
  const path = join(folder, 'chart.tgz');
  writeFileSync(path, gzipSync(tar(entries)));
  return path;
}

const chartEntry: TarEntry = { name: 'a/Chart.yaml', data: chartYaml('a') };

describe('folders', () => {
  test('files, templates, values, subcharts in folders and archives', () => {
    const sub = gzipSync(tar([{ name: 'sub/Chart.yaml', data: chartYaml('sub') }]));
    writeFiles({
      'Chart.yaml': chartYaml('top', 'appVersion: 1.10\nannotations: {a: true, b: 2}\n'),
      'values.yaml': '\ufeffa: 1\n',
      'templates/x.yaml': 'x',
      'templates/.hidden': 'x',
      'docs/readme.md': 'x',
      'ignored.txt': 'x',
      '.helmignore': '# comment\nignored.txt\ncharts/nothing/\n',
      'charts/sub-1.0.0.tgz': sub,
      'charts/_skipped/Chart.yaml': 'broken: [',
      'charts/readme.md': 'text',
      'charts/other/Chart.yaml': chartYaml('other'),
      'charts/sub.tgz.prov': 'signature',
    });
    rmSync(join(folder, 'charts/readme.md'));
    const chart = loadChart(folder);
    expect(chart.metadata).toMatchObject({ name: 'top', appVersion: '1.1', apiVersion: 'v2' });
    expect(chart.metadata.annotations).toEqual(
      new Map([
        ['a', 'true'],
        ['b', '2'],
      ]),
    );
    expect([...chart.values]).toEqual([['a', 1]]);
    expect(chart.templates.map(({ name }) => name)).toEqual(['templates/x.yaml']);
    expect(chart.files.map(({ name }) => name)).toEqual(['.helmignore', 'charts/sub.tgz.prov', 'docs/readme.md']);
    expect(chart.dependencies.map(({ fullPath }) => fullPath)).toEqual(['top/charts/other', 'top/charts/sub']);
  });

  test('requirements.yaml of apiVersion v1', () => {
    const chart = inMemory({
      'Chart.yaml': 'name: a\nversion: 1.0.0\n',
      'requirements.yaml': 'dependencies:\n- {name: sub, version: 1, repository: x, tags: [true], import-values: [1]}\n',
    });
    expect(chart.metadata.apiVersion).toBe('v1');
    expect(chart.metadata.dependencies).toEqual([
      { name: 'sub', version: '1', repository: 'x', condition: '', tags: ['true'], enabled: false, importValues: [1], alias: '' },
    ]);
    expect(chart.files.map(({ name }) => name)).toEqual(['requirements.yaml']);
  });

  test('a link inside the chart is followed and logged', () => {
    writeFiles({ 'Chart.yaml': chartYaml('a'), 'files/real.txt': 'real' });
    symlinkSync('files/real.txt', join(folder, 'link.txt'));
    symlinkSync('files', join(folder, 'more'));
    const warnings: string[] = [];
    const chart = loadChart(folder, { warn: ({ message }) => warnings.push(message) });
    expect(chart.files.map(({ name }) => name)).toEqual(['files/real.txt', 'link.txt', 'more/real.txt']);
    expect(warnings).toEqual(Array(2).fill('found symbolic link in path. Contents of linked file included and used'));
  });

  test.each<[string, string, string]>([
    [
      'out of the chart',
      '/etc/hostname',
      'symbolic link DIR/link leads out of the chart, to /etc/hostname: files outside the chart are not read',
    ],
    ['to the parent', '..', expect.stringMatching(/^symbolic link DIR\/link leads out of the chart/) as unknown as string],
    ['to itself', 'link', 'error evaluating symlink DIR/link: lstat DIR/link: too many levels of symbolic links'],
    ['to nothing', 'absent', 'error evaluating symlink DIR/link: lstat DIR/link: no such file or directory'],
    ['to the chart, without end', '.', 'chart folder link/link/link lies deeper than 2 levels'],
  ])('a link %s is refused', (_, target, message) => {
    writeFiles({ 'Chart.yaml': chartYaml('a') });
    symlinkSync(target, join(folder, 'link'));
    const limits: Limits = { ...defaultLimits, chartDepth: 2 };
    expect(messageOf(() => loadChart(folder, { limits }))).toEqual(message);
  });

  test('limits', () => {
    writeFiles({ 'Chart.yaml': chartYaml('a'), 'a.txt': 'x'.repeat(100), 'b.txt': 'x'.repeat(100) });
    const refused = (limits: Partial<Limits>) => messageOf(() => loadChart(folder, { limits: { ...defaultLimits, ...limits } }));
    expect(refused({ fileBytes: 99 })).toBe('chart file "a.txt" is larger than the maximum file size 99');
    expect(refused({ chartBytes: 150 })).toBe('chart is larger than the maximum size 150');
    expect(refused({ chartFiles: 2 })).toBe('chart has more than 2 files');
  });

  test.each<[string, Partial<Limits>, string]>([
    ['folders', { chartFolders: 200 }, 'chart has more than 200 folders; each way through a link counts'],
    ['links', { chartLinks: 300 }, 'chart has more than 300 links; each way to a link counts'],
  ])('links that multiply folders end at a limit of %s, and so do the lines that say them', (_, limits, message) => {
    writeFiles({ 'Chart.yaml': chartYaml('a') });
    for (let level = 0; level < 6; level++) {
      mkdirSync(join(folder, `files/d${level}`), { recursive: true });
      for (let i = 0; i < 8; i++) symlinkSync(`../d${level + 1}`, join(folder, `files/d${level}/l${i}`));
    }
    mkdirSync(join(folder, 'files/d6'));
    const warnings: Warning[] = [];
    const load = () => loadChart(folder, { limits: { ...defaultLimits, ...limits }, warn: warning => warnings.push(warning) });
    expect(messageOf(load)).toBe(message);
    expect(warnings.length).toBeLessThanOrEqual(300);
  });

  const noPipes = process.platform === 'win32' ? 'there are no named pipes' : undefined;

  testUnless(noPipes, 'a pipe in place of a file is refused, and does not wait for a writer', () => {
    const pipe = (name: string) => execFileSync('mkfifo', [join(folder, name)]);
    pipe('Chart.yaml');
    expect(messageOf(() => loadChart(folder))).toBe('unable to detect chart at DIR/Chart.yaml: it is no regular file');
    rmSync(join(folder, 'Chart.yaml'));
    writeFiles({ 'Chart.yaml': chartYaml('a') });
    pipe('.helmignore');
    expect(messageOf(() => loadChart(folder))).toBe('cannot load irregular file DIR/.helmignore as it has file mode type bits set');
    rmSync(join(folder, '.helmignore'));
    pipe('values.yaml');
    expect(messageOf(() => loadChart(folder))).toBe('cannot load irregular file DIR/values.yaml as it has file mode type bits set');
    expect(messageOf(() => loadChart(join(folder, 'values.yaml')))).toBe("file 'DIR/values.yaml' is neither a folder nor a regular file");
    expect(messageOf(() => loadChart('/dev/zero'))).toBe("file '/dev/zero' is neither a folder nor a regular file");
  });

  test('no chart at the path', () => {
    expect(messageOf(() => loadChart(folder))).toBe(
      'unable to detect chart at DIR/Chart.yaml: open DIR/Chart.yaml: no such file or directory',
    );
    expect(messageOf(() => loadChart(join(folder, 'x')))).toBe('stat DIR/x: no such file or directory');
  });
});

describe('Chart.yaml is refused', () => {
  test('that is far larger than a file may be, without reading it', () => {
    writeFiles({ 'Chart.yaml': chartYaml('a') });
    truncateSync(join(folder, 'Chart.yaml'), 2 ** 32);
    expect(messageOf(() => loadChart(folder))).toBe('chart file "Chart.yaml" is larger than the maximum file size 5242880');
  });

  test.each<[string, string]>([
    ['name: a\n', 'validation: chart.metadata.version is required'],
    ['version: 1.0.0\n', 'validation: chart.metadata.name is required'],
    ['name: ..\nversion: 1.0.0\n', 'validation: chart.metadata.name ".." is not allowed'],
    ['name: a/b\nversion: 1.0.0\n', 'validation: chart.metadata.name "a/b" is invalid'],
    ['name: a\nversion: x\n', 'validation: chart.metadata.version "x" is invalid'],
    ['name: a\nversion: 1.0.0\ntype: other\n', 'validation: chart.metadata.type must be application or library'],
    ['name: a\nversion: 1.0.0\nmaintainers: [null]\n', 'validation: maintainers must not contain empty or null nodes'],
    ['name: a\nversion: 1.0.0\ndependencies: [null]\n', 'validation: dependencies must not contain empty or null nodes'],
    [
      'name: a\nversion: 1.0.0\ndependencies: [{name: b, alias: "x y"}]\n',
      'validation: dependency "b" has disallowed characters in the alias',
    ],
    [
      'name: a\nversion: 1.0.0\ndependencies: [{name: b}, {name: c, alias: b}]\n',
      'validation: more than one dependency with name or alias "b"',
    ],
    ['apiVersion: v9\n', 'unsupported chart version'],
    [
      '- a\n',
      'cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type loader.chartBase',
    ],
    [
      'name: [a]\n',
      'cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field Metadata.name of type string',
    ],
    [
      'deprecated: "x"\n',
      'cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go struct field Metadata.deprecated of type bool',
    ],
    ['name: {\n', 'cannot load Chart.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content'],
  ])('%j', (text, message) => {
    writeFiles({ 'Chart.yaml': text });
    expect(messageOf(() => loadChart(folder))).toBe(message);
  });

  test('a subchart names its place', () => {
    const files = { 'Chart.yaml': chartYaml('a'), 'charts/b/values.yaml': 'a: 1\n' };
    expect(messageOf(() => inMemory(files))).toBe('error unpacking subchart b in a: Chart.yaml file is missing');
    expect(messageOf(() => inMemory({ 'Chart.yaml': chartYaml('a'), 'values.yaml': '- 1\n' }))).toBe(
      'cannot load values.yaml: cannot unmarshal yaml document: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    );
  });
});

describe('archives', () => {
  test('long names in the ways of ustar, GNU and PAX', () => {
    const long = `${'d'.repeat(60)}/${'f'.repeat(80)}.txt`;
    const record = ` path=a/pax/${long}\n`;
    const length = record.length + 3;
    const path = archive([
      { name: 'pax_global_header', type: 'g', data: '13 comment=x\n' },
      chartEntry,
      { name: 'a/dir/', type: '5' },
      { name: `${'f'.repeat(80)}.txt`, prefix: `a/ustar/${'d'.repeat(60)}`, data: '1' },
      { name: '././@LongLink', type: 'L', data: `a/gnu/${long}\0` },
      { name: 'a/cut', data: '2' },
      { name: 'PaxHeaders/x', type: 'x', data: `${length}${record}` },
      { name: 'a/cut', data: '3' },
      { name: 'a/win.txt', data: '4' },
      { name: 'a\\win\\x.txt', data: '5' },
    ]);
    const { files } = loadChart(path);
    expect(files.map(({ name, data }) => [name, Buffer.from(data).toString()])).toEqual([
      [`ustar/${long}`, '1'],
      [`gnu/${long}`, '2'],
      [`pax/${long}`, '3'],
      ['win.txt', '4'],
      ['win/x.txt', '5'],
    ]);
  });

  test.each<[string, TarEntry, string]>([
    ['an absolute name', { name: 'a//etc/passwd' }, 'chart illegally contains absolute paths'],
    ['a name above the chart', { name: 'a/../../x' }, 'chart illegally references parent directory'],
    ['a name with dots behind', { name: 'a/x/../../y' }, 'chart illegally references parent directory'],
    ['a name without folder', { name: 'x' }, 'chart illegally contains content outside the base directory: "x"'],
    ['a drive', { name: 'a/c:/x' }, 'chart contains illegally named files'],
    ['Chart.yaml without folder', { name: 'Chart.yaml/x' }, 'chart yaml not in base directory'],
    ['a broken checksum', { name: 'a/x', size: '99999999999\0' }, 'archive/tar: invalid tar header'],
    ['a size beyond the end', { name: 'a/x', size: '00000100000\0' }, 'unexpected EOF'],
    ['a negative size', { name: 'a/x', size: '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff' }, 'archive/tar: invalid tar header'],
    ['a PAX record that lies', { name: 'x', type: 'x', data: '99 path=a\n' }, 'archive/tar: invalid tar header'],
  ])('%s is refused', (_, entry, reason) => {
    expect(messageOf(() => loadChart(archive([chartEntry, entry])))).toBe(`unable to load chart archive: ${reason}`);
  });

  test('a bomb is refused before it is unpacked in full', () => {
    writeFileSync(join(folder, 'bomb.tgz'), gzipSync(Buffer.alloc(40_000_000)));
    const limits = { ...defaultLimits, chartBytes: 1_000_000, chartFiles: 10 };
    expect(messageOf(() => loadChart(join(folder, 'bomb.tgz'), { limits }))).toBe(
      'unable to load chart archive: decompressed chart is larger than the maximum size 1000000',
    );
  });

  test('too many bytes, in all and in one file', () => {
    const path = archive([chartEntry, { name: 'a/x', data: 'x'.repeat(900) }, { name: 'a/y', data: 'x'.repeat(900) }]);
    const refused = (limits: Partial<Limits>) => messageOf(() => loadChart(path, { limits: { ...defaultLimits, ...limits } }));
    expect(refused({ fileBytes: 800 })).toBe(
      'unable to load chart archive: decompressed chart file "a/x" is larger than the maximum file size 800',
    );
    expect(refused({ chartBytes: 1800 })).toBe('unable to load chart archive: decompressed chart is larger than the maximum size 1800');
  });

  test('nested archives are limited', () => {
    let inner = tar([{ name: 'c/Chart.yaml', data: chartYaml('c') }]);
    for (let i = 0; i < 4; i++) {
      inner = tar([
        { name: 'c/Chart.yaml', data: chartYaml('c') },
        { name: 'c/charts/c.tgz', data: gzipSync(inner) },
      ]);
    }
    writeFileSync(join(folder, 'nested.tgz'), gzipSync(inner));
    const limits = { ...defaultLimits, chartDepth: 3 };
    expect(messageOf(() => loadChart(join(folder, 'nested.tgz'), { limits }))).toMatch(
      /charts lie deeper within each other than 3 levels$/,
    );
    expect(loadChart(join(folder, 'nested.tgz')).dependencies).toHaveLength(1);
  });

  const sub = (data: string) =>
    gzipSync(
      tar([
        { name: 's/Chart.yaml', data: chartYaml('s') },
        { name: 's/x', data },
      ]),
    );

  test.each<[string, Partial<Limits>, RegExp]>([
    ['bytes', { chartBytes: 5_000 }, /^error unpacking subchart s\d\.tgz in a: decompressed chart is larger than the maximum size 5000$/],
    ['files', { chartFiles: 30 }, /^error unpacking subchart s\d\.tgz in a: decompressed chart is larger than the maximum size 104857600$/],
  ])('archives in one chart share its limit of %s', (_, limits, message) => {
    const subcharts = Array.from({ length: 10 }, (_, i) => ({ name: `a/charts/s${i}.tgz`, data: sub('x'.repeat(900)) }));
    const path = archive([chartEntry, ...subcharts]);
    expect(messageOf(() => loadChart(path, { limits: { ...defaultLimits, ...limits } }))).toMatch(message);
    expect(loadChart(path).dependencies).toHaveLength(10);
    const unpacked = writeFiles({
      'app/Chart.yaml': chartYaml('a'),
      ...Object.fromEntries(subcharts.map(({ name, data }) => [name.replace('a/', 'app/'), data])),
    });
    expect(messageOf(() => loadChart(join(unpacked, 'app'), { limits: { ...defaultLimits, ...limits } }))).toMatch(message);
  });

  test.each<[string, readonly TarEntry[], Uint8Array]>([
    ['headers of folders', Array.from({ length: 300 }, (_, i) => ({ name: `s/d${i}/`, type: '5' })), Buffer.alloc(0)],
    ['extended headers', Array.from({ length: 150 }, () => ({ name: 'x', data: 'x', type: 'g' })), Buffer.alloc(0)],
    ['bytes behind the end', [], Buffer.alloc(150_000)],
  ])('archives in one chart share what they may unfold to: %s', (_, entries, rest) => {
    const data = gzipSync(Buffer.concat([tar([...entries, { name: 's/Chart.yaml', data: chartYaml('s') }]), rest]));
    const subcharts = Array.from({ length: 10 }, (_, i) => [`app/charts/s${i}.tgz`, data] as const);
    const app = join(writeFiles({ 'app/Chart.yaml': chartYaml('a'), ...Object.fromEntries(subcharts) }), 'app');
    const limits = { ...defaultLimits, chartBytes: 100_000, chartFiles: 100 };
    expect(messageOf(() => loadChart(app, { limits }))).toMatch(
      /^error unpacking subchart s\d\.tgz in a: decompressed chart is larger than the maximum size 100000$/,
    );
    expect(messageOf(() => readChartFiles(app, () => true, { limits }))).toBe('decompressed chart is larger than the maximum size 100000');
    expect(loadChart(app).dependencies).toHaveLength(10);
  });

  test('only files of the chart are read', () => {
    const app = join(
      writeFiles({
        'app/Chart.yaml': chartYaml('a'),
        'app/.helmignore': 'charts/left.tgz\nnotes\n',
        'app/notes': 'x',
        'app/charts/left.tgz': 'no archive',
        'app/charts/s.tgz': sub('y'),
      }),
      'app',
    );
    const wanted = (name: string): boolean => !name.endsWith('.helmignore');
    expect([...readChartFiles(app, wanted).keys()]).toEqual(['Chart.yaml', 'charts/s.tgz/Chart.yaml', 'charts/s.tgz/x']);
  });

  test.each<[string, string, string]>([
    ['values.yaml', 'a: 1\n', "file 'DIR/values.yaml' seems to be a YAML file, but expected a gzipped archive"],
    ['x.zip', 'PK\x03\x04', "file 'DIR/x.zip' does not appear to be a gzipped archive; got 'application/zip'"],
    ['text', 'x'.repeat(600), "file 'DIR/text' does not appear to be a gzipped archive; got 'text/plain; charset=utf-8'"],
    ['cut.tgz', '\x1f\x8b\x08', 'unable to load chart archive: gzip: invalid data'],
  ])('%s is no archive', (name, data, message) => {
    writeFiles({ [name]: Buffer.from(data, 'latin1') });
    expect(messageOf(() => loadChart(join(folder, name)))?.replace('unexpected EOF', 'gzip: invalid data')).toBe(message);
  });

  test('no chart in the archive', () => {
    expect(messageOf(() => loadChart(archive([{ name: 'a/x', data: 'x' }])))).toBe('unable to detect chart version, no Chart.yaml found');
    expect(messageOf(() => loadChart(archive([])))).toBe('unable to load chart archive: no files in chart archive');
  });
});
