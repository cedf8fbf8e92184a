/** The page of a real `mcpgw serve` in a real Chromium. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from '../helpers/chromium.js';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** How many times slower the pages run. `MCPGW_SLOW_PAGES=10` finds expectations that read a page once, before it is ready. */
const slowdown = Number(process.env.MCPGW_SLOW_PAGES ?? 1);

/** The browser of one test file, and what went wrong in its pages. */
export class PageBrowser {
  /** Errors of scripts, dialogs, and messages of the console about errors and the content security policy. */
  readonly problems: string[] = [];
  #browser: Browser | undefined;

  async start(): Promise<void> {
    this.#browser = await startChromium();
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  async closePages(): Promise<void> {
    await Promise.all(this.#browser!.contexts().map(context => context.close()));
  }

  /** An empty page, for a test that prepares it before it opens a place. */
  async openBlank(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser!.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    if (slowdown > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    page.on('pageerror', error => this.problems.push(`error: ${error.message}`));
    page.on('dialog', dialog => {
      this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', message => {
      if (message.type() === 'error' || /Content Security Policy/.test(message.text())) this.problems.push(`console: ${message.text()}`);
    });
    return page;
  }

  /** Opens a place of the page. */
  open(port: number, place = '', options: BrowserContextOptions = {}): Promise<Page> {
    return this.openAddress(`http://127.0.0.1:${port}/ui/${place}`, options);
  }

  async openAddress(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.openBlank(options);
    await page.goto(address);
    return page;
  }

  /** Opens a place once the state of the gateway is shown. */
  async openView(port: number, place = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(port, place, options);
    await page.waitForSelector('#link[data-link="live"]');
    return page;
  }
}

/** Rules of WCAG 2.2 AA, and good practices, that the page breaks. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
  });
}

/** The row of a tool in the table. */
export const toolRow = (name: string): string => `[role="row"][data-tool=${JSON.stringify(name)}]`;

/** The names of the tools that are listed, as far as they are in view. */
export const listed = (page: Page): Promise<string[]> => page.locator('[role="row"][data-tool] a').allInnerTexts();

/** Waits until so many tools are listed. */
export async function showsTools(page: Page, count: number): Promise<void> {
  const text = count === 1 ? '1 tool' : `${count.toLocaleString('en')} tools`;
  await page.waitForFunction((expected: string) => document.querySelector('[data-part="tools-count"]')?.textContent === expected, text);
}

/** The text of an element in one line. */
export async function lineOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).innerText()).replace(/\s+/g, ' ');
}

/** The place that has the focus: a tool, or an id. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-tool]')?.dataset.tool ?? document.activeElement?.id);
