/** `helm mcpgw`, installed from the repository into Helm 3 and Helm 4; and the chart as a release signs and publishes it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { executable, root } from '../helpers/mcpgw.js';
import { describeUnless } from '../helpers/needs.js';
import { bin, print, type Ran, ran, release } from './release-helpers.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-plugin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The program of the plugin, as npm would install it. */
const programs = join(folder, 'bin');
beforeAll(() => {
  mkdirSync(programs);
  symlinkSync(executable, join(programs, 'mcpgw'));
});

const chart = 'charts/mcp-gateway';
const missing = (name: string): string | undefined => (existsSync(join(bin, name)) ? undefined : `${name} is not in .cache/bin`);

describe.each([
  ['helm3', 'helm3', '3'],
  ['helm', 'helm3', '4'],
  ['helm', 'helm4', '4'],
])('%s with the plugin in the form of %s', (program, form, version) => {
  describeUnless(missing(program), 'helm mcpgw', () => {
    const homes = join(folder, `${program}-${form}`);
    const helm = (...args: string[]): Ran =>
      ran(join(bin, program), args, root, {
        PATH: `${programs}${delimiter}${process.env.PATH}`,
        HELM_DATA_HOME: join(homes, 'data'),
        HELM_CONFIG_HOME: join(homes, 'config'),
        HELM_CACHE_HOME: join(homes, 'cache'),
      });
    beforeAll(() => {
      const { status, stdout, stderr } = helm('plugin', 'install', join(root, 'helm-plugin', form));
      if (status !== 0) throw new Error(stdout + stderr);
    });

    test('render prints what helm template prints, in the namespace of the flag', () => {
      const flags = ['demo', chart, '-n', 'agents', '--set', 'image.pullPolicy=Always', '--kube-version', '1.33'];
      const own = helm('template', ...flags);
      expect(own.stdout).toContain('namespace: "agents"');
      expect(helm('mcpgw', 'render', ...flags, '--helm-version', version)).toEqual(own);
    });

    test('validate and diff keep their exit codes', () => {
      expect(helm('mcpgw', 'validate', chart, '--set', 'imgae.tag=x').status).toBe(1);
      expect(helm('mcpgw', 'diff', 'demo', chart, '--', '--set', 'image.pullPolicy=Always').status).toBe(1);
      expect(helm('mcpgw', 'diff', 'demo', chart, '--', '-n', 'default').status).toBe(0);
      expect(helm('mcpgw', 'frob').status).toBe(2);
    });

    test('it is listed with the version of the chart', () => {
      const [, own] = /^version: (.*)$/m.exec(readFileSync(join(root, chart, 'Chart.yaml'), 'utf8'))!;
      expect(helm('plugin', 'list').stdout).toMatch(new RegExp(`^mcpgw\\s+${own!.replaceAll('.', '\\.')}\\s`, 'm'));
    });
  });
});

const unsigned = missing('helm') ?? (ran('gpg', ['--version']).status === 0 ? undefined : 'there is no gpg');

describeUnless(unsigned, 'the chart of a release', () => {
  const output = join(folder, 'release');
  const home = join(folder, 'gnupg');
  const env = { GNUPGHOME: home };
  const keyrings = { secret: join(folder, 'secret.gpg'), other: join(folder, 'other.gpg') };
  const charts = join(output, 'charts');
  const archive = () => join(charts, readdirSync(charts).find(name => name.endsWith('.tgz'))!);
  const key = (name: string): void =>
    void print('gpg', ['--batch', '--passphrase', '', '--quick-gen-key', name, 'rsa2048', 'sign', '1d'], root, env);

  beforeAll(() => {
    mkdirSync(home, { mode: 0o700 });
    key('Release <release@example.com>');
    key('Other <other@example.com>');
    print('gpg', ['--output', keyrings.secret, '--export-secret-keys', 'release@example.com'], root, env);
    print('gpg', ['--output', keyrings.other, '--export', 'other@example.com'], root, env);
    const made = release('--only', 'chart', '--output', output, '--sign', 'Release', '--keyring', keyrings.secret);
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  });
  afterAll(() => ran('gpgconf', ['--kill', 'all'], root, env));

  test.each(['helm', 'helm3'].filter(name => missing(name) === undefined))('%s verifies its signature, and refuses another key', name => {
    const verify = (keyring: string) => ran(join(bin, name), ['verify', '--keyring', keyring, archive()]);
    expect(verify(keyrings.secret)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Signed by: Release <release@example.com>'),
    });
    expect(verify(keyrings.other).status).toBe(1);
  });

  test('an archive that was changed is refused', () => {
    const changed = join(folder, 'changed');
    mkdirSync(changed);
    const name = archive().slice(charts.length + 1);
    writeFileSync(join(changed, name), Buffer.concat([readFileSync(archive()), Buffer.from('x')]));
    writeFileSync(join(changed, `${name}.prov`), readFileSync(`${archive()}.prov`));
    const { status, stderr } = ran(join(bin, 'helm'), ['verify', '--keyring', keyrings.secret, join(changed, name)]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('sha256 sum does not match')]);
  });

  test('the index of the repository names it, and Helm renders the archive as the folder', () => {
    expect(readFileSync(join(charts, 'index.yaml'), 'utf8')).toContain('  mcp-gateway:\n');
    const render = (path: string) => print(join(bin, 'helm'), ['template', 'demo', path]);
    expect(render(archive())).toBe(render(chart));
  });

  test('the OCI layout has the archive and its signature, each under its digest', () => {
    const layout = join(output, 'chart-oci');
    const blob = (digest: string) => readFileSync(join(layout, 'blobs', digest.replace(':', '/')));
    const { manifests } = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
    const manifest = JSON.parse(blob(manifests[0].digest).toString());
    expect(manifest.layers.map(({ mediaType }: { mediaType: string }) => mediaType)).toEqual([
      'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
      'application/vnd.cncf.helm.chart.provenance.v1.prov',
    ]);
    expect(blob(manifest.layers[0].digest).equals(readFileSync(archive()))).toBe(true);
    expect(JSON.parse(blob(manifest.config.digest).toString())).toMatchObject({ name: 'mcp-gateway', apiVersion: 'v2' });
  });
});
