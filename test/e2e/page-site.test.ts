/** The site as it is built: every link, the HTML, and its look in a real Chromium. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { chromiumMissing } from '../helpers/chromium.js';
import { root } from '../helpers/mcpgw.js';
import { describeUnless } from '../helpers/needs.js';
import { type ServedFiles, serveFiles } from '../helpers/static-files.js';
import { untilPasses } from '../helpers/until.js';
import { PageBrowser, violations } from './page-helpers.js';

jest.setTimeout(600_000);

/** The folder of a version of the site that is built already; undefined to build it. */
const built = process.env.MCPGW_SITE;
const version = '0.1.0';
/** The folder of all versions, and that of one below it. */
let home: string;
let folder: string;
let pages: readonly string[];

beforeAll(() => {
  home = built ?? mkdtempSync(join(tmpdir(), 'mcpgw-site-'));
  folder = join(home, version);
  const build = [join(root, 'tools/build-site.mjs'), home, '--version', version];
  if (built === undefined) execFileSync(process.execPath, build, { stdio: ['ignore', 'ignore', 'pipe'] });
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.html'))
    .map(name => name.replaceAll('\\', '/'))
    .sort();
});
afterAll(() => {
  if (built === undefined) rmSync(home, { recursive: true, force: true });
});

const read = (page: string): string => readFileSync(join(folder, page), 'utf8');
const base = `/${version}/`;
const unescaped = (text: string): string => text.replaceAll('&amp;', '&');
const valuesOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => unescaped(value!));

/** The file and the anchor that a link of a page leads to; undefined for another host. */
function targetOf(page: string, link: string): { readonly file: string; readonly anchor: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [given = '', anchor = ''] = link.split('#');
  const path = given.startsWith(base) ? given.slice(version.length + 1) : given;
  const place = path === '' ? page : posix.join('/', path.startsWith('/') ? path : posix.join(posix.dirname(page), path)).slice(1);
  const file = place === '' || place.endsWith('/') ? `${place}index.html` : /\.[a-z0-9]+$/.test(place) ? place : `${place}.html`;
  return { file: decodeURIComponent(file), anchor: decodeURIComponent(anchor) };
}

describe('files', () => {
  test('every link and every anchor leads somewhere', () => {
    const ids = new Map<string, ReadonlySet<string>>();
    const idsOf = (page: string): ReadonlySet<string> => {
      const known = ids.get(page) ?? new Set(valuesOf(read(page), 'id'));
      ids.set(page, known);
      return known;
    };
    const broken = pages.flatMap(page => {
      const html = read(page);
      const links = new Set([...valuesOf(html, 'href'), ...valuesOf(html, 'src')]);
      return [...links].flatMap(link => {
        const target = targetOf(page, link);
        if (target === undefined) return [];
        if (!existsSync(join(folder, target.file))) return [`${page}: ${link}`];
        const isMissing = target.anchor !== '' && target.file.endsWith('.html') && !idsOf(target.file).has(target.anchor);
        return isMissing ? [`${page}: ${link} (no such anchor)`] : [];
      });
    });
    expect(pages.length).toBeGreaterThan(700);
    expect(broken).toEqual([]);
  });

  test('every picture has a text for those who do not see it', () => {
    const pictures = pages.flatMap(page => [...read(page).matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({ page, tag })));
    // The logo stands beside the name that it would repeat.
    const silent = pictures.filter(({ tag }) => !/ alt="[^"]{10,}"/.test(tag) && !/class="VPImage logo"/.test(tag));
    expect(pictures.length).toBeGreaterThan(pages.length / 2);
    expect(silent).toEqual([]);
    const drawn = readdirSync(join(root, 'docs/pictures')).filter(name => name.endsWith('.svg'));
    expect(drawn).toEqual(expect.arrayContaining(['architecture-overview.svg', 'architecture-cluster.svg', 'architecture-call.svg']));
    for (const name of drawn) {
      const text = readFileSync(join(root, 'docs/pictures', name), 'utf8');
      expect([name, text]).toEqual([name, expect.stringMatching(/<title id="title">[^<]+<\/title>\s*<desc id="desc">[^<]{40,}<\/desc>/)]);
      expect([name, text]).toEqual([name, expect.stringContaining('@media (prefers-color-scheme: dark)')]);
      expect(text).not.toMatch(/<script|href="http|url\(http/);
    }
  });

  test('nothing is loaded from another host', () => {
    const loaded = pages.flatMap(page => {
      const html = read(page);
      const parts = [...html.matchAll(/<(?:script|img|iframe|source|link)\b[^>]*>/g)].map(([tag]) => tag);
      return parts.filter(tag => /(?:src|href)="(?:https?:)?\/\//.test(tag)).map(tag => `${page}: ${tag}`);
    });
    expect(loaded).toEqual([]);
  });

  test('there is a page for every command, rule, format and failure mode', () => {
    const count = (where: string): number => pages.filter(page => page.startsWith(where) && !page.endsWith('index.html')).length;
    const commands = readdirSync(join(root, 'cli/src/commands')).filter(name => /^[a-z]+\.ts$/.test(name) && name !== 'index.ts');
    expect(count('command-line/')).toBe(commands.length);
    expect(count('rules/')).toBe(readdirSync(join(root, 'docs/rules')).length);
    expect(count('formats/')).toBe(readdirSync(join(root, 'schemas')).filter(name => name.endsWith('.json')).length);
    const modes = readFileSync(join(root, 'packages/failures/src/failure-mode.ts'), 'utf8')
      .split('export const failureModes = {')[1]!
      .split('\n}')[0]!;
    expect(count('errors/')).toBe([...modes.matchAll(/^ {2}[a-z_]+: /gm)].length);
  });

  test('pages of commands show what the command prints', () => {
    const text = (page: string): string =>
      read(page)
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'");
    expect(text('command-line/render.html')).toContain('kind: Service');
    expect(text('command-line/validate.html')).toContain('1 error');
    expect(text('command-line/golden.html')).toContain('example-first-route');
    for (const page of pages.filter(name => name.startsWith('command-line/'))) {
      expect(text(page)).not.toMatch(/\/tmp\/|\/work\/|node:internal|\bat .*\.js:\d+/);
    }
  });

  test('no page tells the paths of the machine that built it', () => {
    expect(pages.filter(page => read(page).includes(root))).toEqual([]);
  });

  test('the HTML is valid', async () => {
    const loader = new FileSystemConfigLoader({
      root: true,
      extends: ['html-validate:standard'],
      rules: {
        // Style of the generator, which browsers read alike.
        'void-style': 'off',
        'no-trailing-whitespace': 'off',
        'no-inline-style': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'doctype-style': 'off',
        'long-title': 'off',
        'no-implicit-button-type': 'off',
        'tel-non-breaking': 'off',
        'no-raw-characters': 'off',
        'valid-id': 'off',
        // `<link rel="preload stylesheet" as="style">` of VitePress is allowed.
        'attribute-misuse': 'off',
      },
    });
    const htmlvalidate = new HtmlValidate(loader);
    const first = new Map(
      pages.filter(page => !page.startsWith('rules/')).map(page => [page.includes('/') ? page.split('/')[0]! : page, page]),
    );
    const chosen = [...first.values(), 'rules/duplicate-bind-port.html', 'playground/index.html'];
    const problems = new Set<string>();
    for (const page of chosen) {
      const { results } = await htmlvalidate.validateString(read(page), page);
      for (const { messages } of results)
        for (const { ruleId, message, severity, selector } of messages)
          if (severity === 2) problems.add(`${page}: ${ruleId}: ${message} ${selector}`);
    }
    expect([...problems]).toEqual([]);
  });
});

describeUnless(chromiumMissing, 'in a browser', () => {
  const browser = new PageBrowser();
  let site: ServedFiles;
  /** The address of the version. */
  let at: string;

  beforeAll(async () => {
    site = await serveFiles(home);
    at = `${site.url}${base}`;
    await browser.start();
  });
  beforeEach(() => {
    browser.problems.length = 0;
  });
  afterEach(async () => {
    expect(browser.problems).toEqual([]);
    await browser.closePages();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const views = [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const;
  const looked = ['index', 'start/platform-engineer', 'command-line/validate', 'rules/duplicate-bind-port', 'comparison', 'architecture'];

  test.each(views)('pages fit: %s, %i pixels wide', async (colorScheme, width) => {
    for (const name of looked) {
      const page = await browser.openAddress(`${at}${name}.html`, { colorScheme, viewport: { width, height: 900 } });
      await page.waitForSelector('h1');
      const widest = await page.evaluate(() => {
        const { document } = globalThis as unknown as { document: { documentElement: { scrollWidth: number } } };
        return document.documentElement.scrollWidth;
      });
      expect([name, widest]).toEqual([name, Math.min(widest, width)]);
      if (process.env.MCPGW_SCREENSHOTS)
        await page.screenshot({
          path: join(process.env.MCPGW_SCREENSHOTS, `site-${name.replaceAll('/', '-')}-${colorScheme}-${width}.png`),
        });
      await page.context().close();
    }
  });

  /** Faults of the theme of VitePress, which have no setting: landmarks of its home page, the name of its search button, its menu. */
  const ofTheme = /^(?:landmark-one-main|region|label-content-name-mismatch|nested-interactive): /;

  test.each(['light', 'dark'] as const)('pages are accessible: %s', async colorScheme => {
    for (const name of ['index', 'start/index', 'errors/timeout']) {
      const page = await browser.openAddress(`${at}${name}.html`, { colorScheme });
      await page.waitForSelector('h1');
      const found = (await violations(page)).filter(fault => !ofTheme.test(fault));
      expect([name, found]).toEqual([name, []]);
      await page.context().close();
    }
  });

  describe('versions', () => {
    const others = ['0.0.9', '0.2.0-rc.1', 'old'];
    const title = (text: string) =>
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${text}</title><h1>${text}</h1></html>`;

    beforeAll(() => {
      for (const other of others) {
        mkdirSync(join(home, other), { recursive: true });
        writeFileSync(join(home, other, 'index.html'), title(`home of ${other}`));
      }
      mkdirSync(join(home, '0.0.9/start'));
      writeFileSync(join(home, '0.0.9/start/index.html'), title('start of 0.0.9'));
      execFileSync(process.execPath, [join(root, 'tools/site/versions.mjs'), home]);
    });
    afterAll(() => {
      for (const other of others) rmSync(join(home, other), { recursive: true });
    });

    const menu = async (page: Page) => {
      const select = page.locator('.VPNavBar select[aria-label=Version]');
      await untilPasses(async () => expect(await select.locator('option').allInnerTexts()).toEqual(['0.2.0-rc.1', version, '0.0.9']));
      expect(await select.inputValue()).toBe(version);
      return select;
    };

    test('the list holds folders of versions, and the first page leads to the newest that is no prerelease', async () => {
      const listed = JSON.parse(readFileSync(join(home, 'versions.json'), 'utf8'));
      expect(listed).toEqual({ newest: version, versions: ['0.2.0-rc.1', version, '0.0.9'] });
      const page = await browser.openAddress(`${site.url}/`);
      await page.waitForURL(at);
    });

    test('the menu leads to the same page of another version, and to its first page where it has no such page', async () => {
      const page = await browser.openAddress(`${at}start/`);
      await (await menu(page)).selectOption('0.0.9');
      await page.waitForSelector('h1 >> text=start of 0.0.9');
      await page.goto(`${at}comparison.html`);
      await (await menu(page)).selectOption('0.0.9');
      await page.waitForSelector('h1 >> text=home of 0.0.9');
      // The browser reports the page that is not there.
      expect(browser.problems.splice(0)).toEqual([expect.stringContaining('404')]);
    });
  });

  test('search works without a network', async () => {
    const page = await browser.openAddress(`${at}index.html`);
    const others: string[] = [];
    page.on('request', request => {
      if (!request.url().startsWith(site.url)) others.push(request.url());
    });
    await page.click('.VPNavBarSearch button');
    await page.fill('.VPLocalSearchBox input', 'duplicate-bind-port');
    await page.waitForSelector('.VPLocalSearchBox a[href*="duplicate-bind-port"]');
    expect(others).toEqual([]);
  });

  test('the playground is one click away, and leads to the pages of rules', async () => {
    const page = await browser.openAddress(`${at}index.html`);
    await page.click('.VPHero a >> text=Try it in the browser');
    await page.waitForSelector('html[data-rendered]');
    await page.locator('.pane').first().locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('replicaCuont: 2\n');
    await page.click('.findings li.error a');
    await page.waitForSelector('h1');
    expect(page.url()).toMatch(/\/rules\/[a-z-]+\.html$/);
  });
});
