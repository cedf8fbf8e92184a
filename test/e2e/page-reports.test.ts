/**
 * The reports in HTML of the built command, with hostile texts, in a real Chromium: nothing of a stranger runs or loads, nothing breaks
 * the content security policy of the file, axe finds nothing, nothing is wider than the screen, and the filters work.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { chromiumMissing } from '../helpers/chromium.js';
import { fileName, key, manifest, place, quoted, quotedText, run } from '../helpers/hostile-runs.js';
import { harmsOf, hostileText } from '../helpers/hostile-texts.js';
import { describeUnless } from '../helpers/needs.js';
import { PageBrowser, violations } from './page-helpers.js';

jest.setTimeout(120_000);

const script = `<script>document.title = 'taken'</script><img src=x onerror="document.title = 'taken'">`;
const side = (text: string): string => manifest(`{${key}: ${quotedText(text)}, motd: ${quotedText(`one\n${text}${script}\nthree`)}}`);
const servers = {
  [script]: { url: 'http://127.0.0.1:2/mcp' },
  crash: { command: process.execPath, args: ['-e', `console.error(${JSON.stringify(script)}); process.exit(1)`] },
};

const reports: Readonly<Record<string, () => ReturnType<typeof run>>> = {
  validate: () =>
    run(['validate', '.', '-o', 'html'], {
      [`${fileName}.yaml`]: `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${quoted}, ${key}: 1}\nspec: {${key}: ${quotedText(script)}, replicas: many}\n`,
      'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n',
      'unknown.yaml': `${key}\n: 1\n`,
    }),
  diff: () =>
    run(['diff', '--from', 'a.yaml', '--to', 'b.yaml', '-o', 'html'], { 'a.yaml': side(hostileText), 'b.yaml': side(`${hostileText}!`) }),
  golden: () =>
    run(['golden', '.', '-o', 'html'], {
      'one/case.yaml': 'chart: ../c\n',
      'one/expected.yaml': `# ${script}\n`,
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/templates/t.yaml': `a: ${JSON.stringify(script)}\n`,
    }),
  probe: () => run(['probe', 'mcp.json', '-o', 'html', '--max-attempts', '1'], { 'mcp.json': JSON.stringify({ mcpServers: servers }) }),
};

describeUnless(chromiumMissing, 'reports in HTML', () => {
  const browser = new PageBrowser();
  beforeAll(() => browser.start());
  afterEach(() => browser.closePages());
  afterAll(() => browser.close());

  async function opened(name: string, options = {}): Promise<Page> {
    const { status, stdout, stderr } = reports[name]!();
    expect({ status, stderr: harmsOf(stderr), stdout: harmsOf(stdout) }).toEqual({ status: 1, stderr: [], stdout: [] });
    const file = join(place.folder, 'report.html');
    writeFileSync(file, stdout);
    return browser.openAddress(pathToFileURL(file).href, options);
  }

  test.each(Object.keys(reports))('%s: nothing of a stranger runs, in light, dark and narrow', async name => {
    for (const options of [{}, { colorScheme: 'dark' as const }, { viewport: { width: 360, height: 740 } }]) {
      const page = await opened(name, options);
      const requests: string[] = [];
      page.on('request', request => void requests.push(request.url()));
      expect(await page.title()).not.toBe('taken');
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(requests).toEqual([]);
    }
    expect(browser.problems.splice(0)).toEqual([]);
  });

  test('what is filtered is hidden, and comes back', async () => {
    const page = await opened('validate');
    const items = page.locator('[data-item]:visible');
    const all = await items.count();
    const errors = await page.locator('[data-item="error"]').count();
    expect(errors).toBeGreaterThan(0);
    await page.click('[data-filter="error"]');
    expect(await items.count()).toBe(all - errors);
    expect(await page.textContent('#shown')).toBe(`${all - errors} of ${all} shown`);
    await page.click('[data-filter="error"]');
    expect(await items.count()).toBe(all);
    await page.fill('#search', 'REPLICAS');
    expect(await items.count()).toBe(1);
    await page.fill('#search', 'no such text');
    expect(await page.locator('#none').isVisible()).toBe(true);
    await page.fill('#search', '');
    await page.click('#fold');
    expect(await items.count()).toBe(0);
    await page.click('#fold');
    expect(await items.count()).toBe(all);
  });

  test('it reads without scripts', async () => {
    const page = await opened('validate', { javaScriptEnabled: false });
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.locator('article').first().isVisible()).toBe(true);
  });
});

test('probe --watch makes no file', () => {
  const { status, stdout, stderr } = run(['probe', 'mcp.json', '--watch', '-o', 'html'], { 'mcp.json': '{"mcpServers": {}}' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trim()).toBe('Error: an HTML file is the report of one round: leave out --watch');
});
