/** The playground of the site in a real Chromium: its answers are those of the command, byte for byte. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HelmError } from '@mcpgw/helm';
import type { Page } from 'playwright-core';
import { readCase, runOfCase } from '../../cli/src/golden/case.js';
import type { RenderFlags } from '../../cli/src/render/flags.js';
import { explain, rendererAt, renderToText, renderWithFlags } from '../../cli/src/render/run.js';
import { type AnswerTo, noFlags, type Question } from '../../site/playground/protocol.js';
import { chromiumMissing } from '../helpers/chromium.js';
import { mcpgw, root } from '../helpers/mcpgw.js';
import { describeUnless } from '../helpers/needs.js';
import { type ServedFiles, serveFiles } from '../helpers/static-files.js';
import { tar } from '../helpers/tar.js';
import { untilPasses } from '../helpers/until.js';
import { PageBrowser, violations } from './page-helpers.js';

jest.setTimeout(240_000);

const browser = new PageBrowser();
let folder: string;
let site: ServedFiles;
let page: Page;

interface Asked {
  readonly release?: string;
  readonly chart?: string;
  readonly flags?: Partial<RenderFlags>;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const latin1 = (data: string | Uint8Array): string => Buffer.from(data as string).toString('latin1');

const targetOf = ({ release = 'mcp', chart, flags = {}, files }: Asked) => ({
  release,
  chart,
  flags: { ...noFlags, ...flags },
  files: Object.entries(files).map(([name, data]) => [`/playground/${name}`, latin1(data)]),
});

/** Asks the engine of the page, one question after the other. */
const ask = <T>(questions: readonly object[]): Promise<T[]> =>
  page.evaluate(async asked => {
    const { playground } = globalThis as unknown as { playground: { ask(question: unknown): Promise<T> } };
    const answers: T[] = [];
    const bytes = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0));
    for (const question of asked) {
      const whole = JSON.parse(JSON.stringify(question), (key, value) =>
        key === 'files' ? value.map(([name, text]: [string, string]) => [name, bytes(text)]) : value,
      );
      answers.push(await playground.ask(whole));
    }
    return answers;
  }, questions);

const render = async (asked: Asked): Promise<AnswerTo<Extract<Question, { type: 'render' }>>> =>
  (await ask<AnswerTo<Extract<Question, { type: 'render' }>>>([{ type: 'render', target: targetOf(asked) }]))[0]!;

/** Runs the command on the same files. */
function command(args: readonly string[], files: Asked['files']) {
  const cwd = mkdtempSync(join(tmpdir(), 'mcpgw-playground-'));
  try {
    for (const [name, data] of Object.entries(files)) writeFileSync(join(cwd, name), data);
    return mcpgw(args, { cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** The values in the editor of a page, without empty lines at the end. */
const written = async (of: Page): Promise<string> =>
  (await of.locator('.pane').first().locator('.cm-content').innerText()).replace(/\n+$/, '');

const helmVersions = ['3', '4'];
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && readdirSync(join(root, 'examples', entry.name)).includes('values.yaml'))
  .map(({ name }) => ({ name, values: readFileSync(join(root, 'examples', name, 'values.yaml'), 'utf8') }));

describeUnless(chromiumMissing, 'playground', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mcpgw-site-'));
    execFileSync(process.execPath, [join(root, 'tools/build-playground.mjs'), folder]);
    site = await serveFiles(folder);
    await browser.start();
  });
  beforeEach(async () => {
    browser.problems.length = 0;
    page = await browser.openAddress(`${site.url}/`);
    await page.waitForSelector('html[data-rendered]');
  });
  afterEach(async () => {
    expect(browser.problems).toEqual([]);
    await browser.closePages();
  });
  afterAll(async () => {
    await browser.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('bytes', () => {
    test.each(helmVersions)('every golden case, as Helm %s', async helmVersion => {
      const names = readdirSync(join(root, 'test/golden'), { withFileTypes: true }).flatMap(each =>
        each.isDirectory() && readdirSync(join(root, 'test/golden', each.name)).includes('case.yaml') ? each.name : [],
      );
      const questions: object[] = [];
      const expected: object[] = [];
      for (const name of names) {
        const path = join(root, 'test/golden', name, 'case.yaml');
        const { helmVersion: _, ...golden } = readCase(path);
        const { target, flags, read } = runOfCase(path, golden, helmVersion);
        const files = Object.fromEntries(flags.values.map((file, index) => [`${index}.yaml`, read(file)]));
        questions.push({
          type: 'render',
          target: targetOf({ release: target.releaseName, flags: { ...flags, values: Object.keys(files) }, files }),
        });
        try {
          const rendered = renderWithFlags(rendererAt(undefined, flags), target.releaseName, flags, { read });
          expected.push({ name, text: renderToText(rendered, flags) });
        } catch (error) {
          if (!(error instanceof HelmError)) throw error;
          expected.push({ name, text: '', error: explain(error, false) });
        }
      }
      const answers = await ask<{ text: string; error?: string }>(questions);
      const found = answers.map(({ text, error }, index) => ({ name: names[index], text, ...(error !== undefined && { error }) }));
      expect(names.length).toBeGreaterThan(150);
      expect(found).toEqual(expected);
    });

    test.each(helmVersions)('every example as the built command prints it, with its findings, as Helm %s', async helmVersion => {
      expect(examples.length).toBeGreaterThan(4);
      for (const { name, values } of examples) {
        const files = { 'values.yaml': values };
        const flags = { helmVersion, namespace: 'tools', values: ['values.yaml'] };
        const target = targetOf({ flags, files });
        const [rendered, checked] = await ask<{ text: string; json: string }>([
          { type: 'render', target },
          { type: 'check', target, proxy: undefined },
        ]);
        const printed = command(['render', 'mcp', '-n', 'tools', '-f', 'values.yaml', '--helm-version', helmVersion], files);
        expect([name, rendered!.text]).toEqual([name, printed.stdout]);
        const args = ['--release', 'mcp', '-n', 'tools', '--helm-version', helmVersion, '-o', 'json'];
        const findings = command(['validate', 'values.yaml', '--kind', 'values', ...args], files);
        expect([name, checked!.json]).toEqual([name, findings.stdout]);
      }
    });

    test('findings of wrong values, and for another proxy version', async () => {
      const values = [
        'replicaCount: two\n',
        'global:\n  agentgateway:\n    extraMcpTarget: []\n    extAuth:\n      timeout: 5m\n      enabled: true\n      serviceName: authz\n',
        'global: [\n',
        'image:\n  tag: v0.12.0\nglobal:\n  agentgateway:\n    extraMcpTargets:\n      - {id: a, host: "a b", port: 1}\n      - {id: a, host: b, port: 2}\n',
      ];
      for (const text of values) {
        for (const proxy of [undefined, '1.1.0']) {
          const files = { 'values.yaml': text };
          const setString = proxy === undefined ? [] : [`global.agentgateway.version=v${proxy}`];
          const target = targetOf({ flags: { values: ['values.yaml'], setString }, files });
          const [checked] = await ask<{ json: string }>([{ type: 'check', target, proxy }]);
          const flags = proxy === undefined ? [] : ['--gateway-version', proxy, '--set-string', setString[0]!];
          const printed = command(['validate', 'values.yaml', '--kind', 'values', '--release', 'mcp', '-o', 'json', ...flags], files);
          expect(checked!.json).toBe(printed.stdout);
          expect(printed.status).toBe(1);
        }
      }
    });
  });

  test('the first view, with its findings, loads less than a megabyte in gzip; so does all that is ever loaded', async () => {
    // The page that every test starts with loads its checks last; its files must not count for the page opened here.
    await page.waitForSelector('.findings h2 >> text=findings');
    site.sent.length = 0;
    const opened = await browser.openAddress(`${site.url}/`);
    await opened.waitForSelector('.findings h2 >> text=findings');
    const names = site.sent.map(({ file }) => basename(file));
    expect(names).toEqual(expect.arrayContaining(['index.html', 'style.css', 'page.js', 'worker.js', expect.stringMatching(/^check-/)]));
    expect(names).not.toContainEqual(expect.stringMatching(/^(?:compare|complete)-/));
    expect(site.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_000_000);
    const files = readdirSync(folder).filter(name => name !== 'licenses.txt');
    const sizes = files.map(name => gzipSync(readFileSync(join(folder, name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });

  test('the editor and the renderer are loaded at once, not one after the other', async () => {
    site.sent.length = 0;
    const opened = await browser.openBlank();
    // The editor never arrives.
    await opened.route('**/page.js', () => {});
    await opened.goto(`${site.url}/`, { waitUntil: 'commit' });
    await untilPasses(async () => expect(site.sent.map(({ file }) => basename(file))).toContain('worker.js'));
  });

  describe('another chart', () => {
    const chart = (templates: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
      gzipSync(
        tar([
          { name: 'demo/Chart.yaml', data: 'apiVersion: v2\nname: demo\nversion: 1.2.3\n' },
          { name: 'demo/values.yaml', data: 'name: world\nlist: [b, a]\n' },
          ...Object.entries(more).map(([name, data]) => ({ name: `demo/${name}`, data })),
          ...Object.entries(templates).map(([name, data]) => ({ name: `demo/templates/${name}`, data })),
        ]),
      );

    const digests = [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      '  name: {{ .Release.Name }}-{{ .Values.name | lower }}',
      'data:',
      '  digests: {{ list (sha1sum "a") (sha256sum (repeat 60000 "x")) (sha512sum "é") (adler32sum "a") | join " " }}',
      '  derived: {{ derivePassword 1 "long" "password" "user" "example.com" }}',
      '  codes: {{ "héllo" | b64enc }} {{ "aMOp" | b64dec | quote }} {{ b32enc "é" }}',
      '  file: {{ .Files.Get "files/a.txt" | quote }}',
      '  secret: {{ (.Files.Glob "files/*").AsSecrets | quote }}',
      '  regex: {{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }} {{ semver "1.2.3-b.1+c" }}',
      '  sorted: {{ sortAlpha .Values.list | toJson | quote }}',
      '  date: {{ date "2006-01-02" (toDate "2006-01-02" "2024-02-29") }}',
      '  bytes: {{ .Values.raw | default "" | quote }}',
    ].join('\n');

    test('renders as the command does', async () => {
      const archive = chart({ 'a.yaml': digests, 'NOTES.txt': 'hello {{ .Values.name }}' }, { 'files/a.txt': 'ä\u0000b' });
      const files = { 'demo-1.2.3.tgz': archive, 'values.yaml': 'name: "Wörld"\nraw: !!binary "//4="\n' };
      for (const helmVersion of helmVersions) {
        const answer = await render({ chart: 'demo-1.2.3.tgz', flags: { helmVersion, values: ['values.yaml'] }, files });
        const printed = command(['render', 'mcp', 'demo-1.2.3.tgz', '-f', 'values.yaml', '--helm-version', helmVersion], files);
        expect(answer.error).toBeUndefined();
        expect(answer.text).toBe(printed.stdout);
        expect(answer.chart).toEqual({ name: 'demo', version: '1.2.3', values: 'name: world\nlist: [b, a]\n' });
      }
    });

    const broken: Readonly<Record<string, Uint8Array>> = {
      'is not an archive': Buffer.from('hello'),
      'is cut off': chart({ 'a.yaml': digests }).subarray(0, 200),
      'is damaged': Buffer.concat([chart({}).subarray(0, 20), Buffer.alloc(200, 7)]),
      'has no Chart.yaml': gzipSync(tar([{ name: 'demo/values.yaml', data: 'a: 1\n' }])),
      'leads out of its folder': gzipSync(tar([{ name: 'demo/../../etc/passwd', data: '' }])),
      'unpacks to more than Helm reads': gzipSync(tar([{ name: 'demo/Chart.yaml', data: Buffer.alloc(120 * 1024 * 1024) }])),
      'has a template with a fault': chart({ 'a.yaml': 'a: {{ required "name it" .Values.none }}\n' }),
    };
    test.each(Object.keys(broken))('is refused as the command refuses it if it %s', async name => {
      const files = { 'demo.tgz': broken[name]! };
      const answer = await render({ chart: 'demo.tgz', files });
      const printed = command(['render', 'mcp', 'demo.tgz'], files);
      const said = printed.stderr.replaceAll(/'?\/[^\s']*\/demo\.tgz'?/g, "'/playground/demo.tgz'");
      expect(answer.text).toBe('');
      expect(said).toContain(answer.error!.split('\n')[0]);
      expect(printed.status).toBe(1);
    });

    test('says that keys and certificates are for the command', async () => {
      const answer = await render({
        chart: 'demo.tgz',
        files: { 'demo.tgz': chart({ 'a.yaml': 'a: {{ genPrivateKey "rsa" | quote }}\n' }) },
      });
      expect(answer.error).toContain('not available in the playground; render this chart with mcpgw render');
    });

    test('a chart that the user drops in is shown with its own values', async () => {
      await page.setInputFiles('input[type=file]', {
        name: 'demo-1.2.3.tgz',
        mimeType: 'application/gzip',
        buffer: chart({ 'a.yaml': digests }),
      });
      await page.waitForSelector('text=name: mcp-world');
      expect(await written(page)).toBe('name: world\nlist: [b, a]');
      expect(await page.locator('.command code').innerText()).toBe('mcpgw render mcp demo-1.2.3.tgz -n mcp -f values.yaml');
    });
  });

  describe('page', () => {
    const editor = () => page.locator('.pane').first().locator('.cm-content');
    const output = () => page.locator('.pane').nth(1).locator('.cm-content');

    async function write(text: string): Promise<void> {
      await editor().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    }

    test('shows the finding of a misspelled value at its place', async () => {
      await write('replicaCuont: 2\n');
      await page.waitForSelector('.findings li.error');
      expect(await page.locator('.findings li').first().innerText()).toContain('values.yaml:1:1');
      expect(await page.locator('.findings li').first().innerText()).toContain('did you mean "replicaCount"?');
      await page.waitForSelector('.cm-lintRange-error');
    });

    test('completes fields from the schema of the chart', async () => {
      await write('replicaCou');
      await page.keyboard.press('Control+Space');
      await page.waitForSelector('.cm-tooltip-autocomplete >> text=replicaCount');
      await page.click('.cm-tooltip-autocomplete li');
      await untilPasses(async () => expect(await written(page)).toBe('replicaCount: '));
    });

    test('switches the version of the proxy and of Helm, and shows the configuration of the proxy', async () => {
      await page.getByLabel('Version of the proxy').selectOption('1.1.0');
      await page.getByRole('button', { name: 'Proxy configuration' }).click();
      await page.waitForSelector('.command >> text=global.agentgateway.version=v1.1.0');
      await untilPasses(async () => expect(await output().innerText()).toContain('binds:'));
      await page.getByLabel('Version of Helm').selectOption('3');
      await page.waitForSelector('.command code >> text=--helm-version 3');
    });

    test('compares two sets of values, and shares them by a link', async () => {
      await page.getByRole('button', { name: 'Compare' }).click();
      await write('replicaCount: 3\n');
      await page.waitForSelector('.pane >> nth=1 >> text=spec.replicas');
      await untilPasses(async () => expect(await output().innerText()).toContain('--- A\n+++ B'));
      const shown = await output().innerText();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.waitForSelector('.note >> text=The link is');
      const again = await browser.openAddress(page.url());
      await again.waitForSelector('.pane >> nth=1 >> text=spec.replicas');
      await untilPasses(async () => expect(await again.locator('.pane').nth(1).locator('.cm-content').innerText()).toBe(shown));
      await again.getByRole('button', { name: 'values B' }).click();
      await untilPasses(async () => expect(await written(again)).toBe('replicaCount: 3'));
    });

    test.each([
      ['empty', '#s='],
      ['no archive', '#s=AAAA'],
      ['markup', '#s=%3Cscript%3E'],
      ['too long', `#s=${'A'.repeat(300_000)}`],
      ['another', '#other'],
    ])('opens as usual with a broken link: %s', async (_, hash) => {
      const opened = await browser.openAddress(`${site.url}/${hash}`);
      await opened.waitForSelector('html[data-rendered]');
      expect(await written(opened)).toContain('jira-mcp.tools.svc.cluster.local');
    });

    test('values with markup stay text', async () => {
      await write('"<img src=x onerror=alert(1)>": 1\n');
      await page.waitForSelector('.findings li');
      expect(await page.locator('.findings img, .cm-content img').count()).toBe(0);
    });

    test.each([
      ['wide', 'light', 1440],
      ['wide', 'dark', 1440],
      ['narrow', 'dark', 390],
    ] as const)('is accessible: %s, %s', async (_, colorScheme, width) => {
      const opened = await browser.openAddress(`${site.url}/`, { colorScheme, viewport: { width, height: 900 } });
      await opened.waitForSelector('html[data-rendered]');
      await opened.waitForSelector('.findings h2 >> text=findings');
      expect(await violations(opened)).toEqual([]);
      const widest = await opened.evaluate(() => {
        const { document } = globalThis as unknown as { document: { documentElement: { scrollWidth: number } } };
        return document.documentElement.scrollWidth;
      });
      expect(widest).toBeLessThanOrEqual(width);
      if (process.env.MCPGW_SCREENSHOTS)
        await opened.screenshot({ path: join(process.env.MCPGW_SCREENSHOTS, `playground-${colorScheme}-${width}.png`) });
    });
  });
});
