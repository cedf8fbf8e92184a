/** The page of a real `mcpgw serve` where answers are late, fail at first, or come in another order, and where the browser is slow. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { closeServers } from '../../packages/loader/test/servers.js';
import { chromiumMissing } from '../helpers/chromium.js';
import { describeUnless } from '../helpers/needs.js';
import { lineOf, PageBrowser, showsTools, toolRow } from './page-helpers.js';
import { endAll, gatewayFile, openSession, type Served, serve } from './serve-helpers.js';
import { textResult, tool, upstream } from './serve-upstreams.js';

jest.setTimeout(240_000);

const browser = new PageBrowser();
let gateway: Served;
let tools: unknown[];
let file: string;

/** Every view, and what is there once it has read what it shows. */
const views: readonly (readonly [place: string, shown: string])[] = [
  ['#/', 'tr[data-server="github"]'],
  ['#/tools', toolRow('create_issue')],
  ['#/tools/github/create_issue', '.panel .parameters'],
  ['#/review/github', '.reviewed[data-tool="create_issue"]'],
  ['#/servers/github', '.timeline rect'],
  ['#/servers/github/log', '[aria-label="Log of the gateway"] p'],
  ['#/servers/github/offers', 'main >> text=No prompts and no resources.'],
  ['#/servers/github/calls', 'tr[data-record]'],
  ['#/servers/github/configuration', 'main pre'],
  ['#/activity', 'tr[data-record]'],
  ['#/sessions', 'main tbody tr'],
  ['#/approvals', 'main tbody tr'],
  ['#/offers', 'main >> text=No prompts and no resources.'],
  ['#/connect', '.client-entry'],
];

/** The views of a gateway without servers. The record holds that it started, so that view is empty only where it was not read yet. */
const emptyViews: readonly (readonly [place: string, shown: string])[] = [
  ['#/', '.empty'],
  ['#/tools', '.empty'],
  ['#/activity?type=call', '.empty'],
  ['#/activity', 'tr[data-record]'],
  ['#/sessions', '.empty'],
  ['#/approvals', '.empty'],
  ['#/offers', '.empty'],
];

async function start(): Promise<void> {
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  tools = [tool('create_issue', { description: 'Creates an issue.', inputSchema: schema }), tool('list_repos')];
  const { url } = await upstream({ list: () => ({ tools }), call: () => textResult('done') });
  file = gatewayFile({ servers: { github: { url, trust_mode: 'manual' } }, activity: { enabled: true } });
  gateway = await serve(file);
  await openSession(gateway.port);
}

const post = (action: string, body: object) =>
  fetch(`http://127.0.0.1:${gateway.port}/ui/api/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-mcpgw-page': '1' },
    body: JSON.stringify(body),
  });

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
const reads = /\/ui\/api\/(?!.*events)/;

/** A page whose reads go through `handle`; nothing else of it does. */
async function held(handle: (route: Route) => Promise<void>, prepare = async (_page: Page) => {}): Promise<Page> {
  const page = await browser.openBlank();
  await page.route(reads, handle);
  await prepare(page);
  return page;
}

async function goes(page: Page, place: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${gateway.port}/ui/${place}`);
}

/** Goes to every view, as a person does, without loading the page anew. */
async function shows(page: Page, wanted: readonly (readonly [string, string])[]): Promise<void> {
  for (const [place, shown] of wanted) {
    await goes(page, place);
    await page.waitForSelector(shown).catch(async error => {
      throw new Error(`${place}: ${await page.locator('body').innerText()}`, { cause: error });
    });
  }
}

/** Makes whatever a page does after it was drawn late: it draws, and listens much later. */
async function slowEffects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [later, draw] = [window.setTimeout.bind(window), window.requestAnimationFrame.bind(window)];
    window.requestAnimationFrame = callback => draw(time => later(() => callback(time), 1500));
    window.setTimeout = ((callback: () => void, ms = 0, ...rest: never[]) =>
      later(callback, ms < 100 ? ms + 1500 : ms, ...rest)) as typeof window.setTimeout;
  });
}

describeUnless(chromiumMissing, 'the page, late', () => {
  beforeAll(() => browser.start());
  afterEach(async () => {
    await browser.closePages();
    await endAll();
    await closeServers();
    expect(browser.problems.splice(0).filter(problem => !/net::ERR_|503/.test(problem))).toEqual([]);
  });
  afterAll(() => browser.close());

  it('shows a state that came before it listened, and goes where the address went meanwhile', async () => {
    await start();
    const page = await held(route => route.continue(), slowEffects);
    await goes(page, '');
    await page.evaluate(() => {
      location.hash = '#/tools';
    });
    await page.waitForSelector('#link[data-link="live"]');
    await page.waitForSelector(toolRow('create_issue'));
    await shows(page, views);
  });

  it('shows every view although each answer takes longer than the time to the next question', async () => {
    await start();
    const groups = [0, 1, 2, 3].map(part => views.filter((_, index) => index % 4 === part));
    await Promise.all(
      groups.map(async group => {
        const page = await held(async route => {
          await sleep(4000);
          await route.continue().catch(() => {});
        });
        await goes(page, '');
        await shows(page, group);
      }),
    );
  });

  it('shows every empty view although each answer takes longer than the time to the next question', async () => {
    gateway = await serve(gatewayFile({}));
    await Promise.all(
      emptyViews.map(async view => {
        const page = await held(async route => {
          await sleep(4000);
          await route.continue().catch(() => {});
        });
        await goes(page, '');
        await page.waitForSelector('#link[data-link="live"]');
        await shows(page, [view]);
      }),
    );
  });

  it('calls nothing empty that it has not read', async () => {
    await start();
    let isHeld = true;
    const page = await held(async route => {
      while (isHeld) await sleep(20);
      await route.continue().catch(() => {});
    });
    await goes(page, '');
    await page.waitForSelector('#link[data-link="live"]');
    for (const [place] of views) {
      await goes(page, place);
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))));
      expect([place, await page.locator('.empty').count()]).toEqual([place, 0]);
    }
    isHeld = false;
  });

  it('reads every view again that could not be read, without a change of the state', async () => {
    await start();
    for (const refuse of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: { error: { code: 'store', message: 'the store fails' } } }),
    ]) {
      const failed = new Set<string>();
      const page = await held(async route => {
        const url = route.request().url();
        const isFirst = !failed.has(url);
        failed.add(url);
        await (isFirst ? refuse(route) : route.continue());
      });
      await goes(page, '');
      await shows(page, views);
      expect(failed.size).toBeGreaterThanOrEqual(10);
      await page.close();
    }
  });

  it('shows the newest answer, although it changed while an older one was in flight', async () => {
    await start();
    let release = () => {};
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    const seen: string[] = [];
    const page = await held(async route => {
      const path = new URL(route.request().url()).pathname.split('/').at(-1)!;
      const answer = await route.fetch();
      if (!seen.includes(path)) {
        seen.push(path);
        await released;
      }
      await route.fulfill({ response: answer }).catch(() => {});
    });
    await goes(page, '#/tools/github/create_issue');
    while (!seen.includes('tools') || !seen.includes('tool')) await sleep(20);
    tools.push(tool('new_tool'));
    await post('disable', { server: 'github', tool: 'create_issue' });
    await post('restart', { server: 'github' });
    // The state says that the list is another one, and the page waits for the answer about the list before.
    await page.waitForFunction(() => document.querySelector('nav a[href="#/tools"]')?.textContent === 'Tools2 pending approval');
    release();
    await showsTools(page, 3);
    await page.waitForSelector(`${toolRow('create_issue')}[data-status="disabled_by_user"]`);
    await page.waitForSelector('.panel [aria-label="Enable create_issue"]');
    expect(await lineOf(page, '.panel .tags')).toBe('Disabled');
  });

  it('reads everything again when the gateway is back, which may know other things', async () => {
    await start();
    const page = await browser.openBlank();
    await goes(page, '#/approvals');
    await page.waitForSelector('main tbody >> text=create_issue');
    await gateway.stop('SIGKILL');
    await page.waitForSelector('#offline');
    tools[1] = tool('other_tool');
    writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1:0', `127.0.0.1:${gateway.port}`));
    gateway = await serve(file);
    await page.waitForSelector('main tbody >> text=other_tool');
  });

  it('shows every view on a slow machine and a slow network', async () => {
    await start();
    const page = await browser.openBlank();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await cdp.send('Network.enable');
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await cdp.send('Network.emulateNetworkConditions', slow);
    await goes(page, '');
    await page.waitForSelector('#link[data-link="live"]');
    await shows(page, views);
  });
});
