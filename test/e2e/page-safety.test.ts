/** The web page of the real `mcpgw serve` in a real Chromium: hostile servers, other sites, tokens, readers. */
import type { Page } from 'playwright-core';
import { closeServers, httpServer } from '../../packages/loader/test/servers.js';
import { chromiumMissing, startChromium } from '../helpers/chromium.js';
import { describeUnless } from '../helpers/needs.js';
import { focused, lineOf, PageBrowser, showsTools, toolRow, violations } from './page-helpers.js';
import { endAll, gatewayFile, type Served, serve } from './serve-helpers.js';
import { tool, upstream } from './serve-upstreams.js';

jest.setTimeout(120_000);

const hostile = '<img src=x onerror=alert(1)>';
const hostileServer = '"><svg/onload=alert(4)>';
const browser = new PageBrowser();
let gateway: Served;

async function start(more: Readonly<Record<string, unknown>> = {}, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const github = await upstream({ list: () => ({ tools: [tool('create_issue', { description: 'Creates an issue.' })] }) });
  const properties = {
    [hostile]: { type: 'string', description: '<b onclick=alert(6)>x</b>', default: '</textarea><script>alert(7)</script>' },
  };
  const evil = await upstream({
    list: () => ({
      tools: [
        tool(hostile, {
          description: `<script>alert(2)</script> [x](javascript:alert(3)) \u202etxt \u{e0041}\u200b`,
          inputSchema: { type: 'object', properties },
        }),
      ],
    }),
    call: () => ({ content: [{ type: 'text', text: '<img src=x onerror=alert(8)>' }] }),
  });
  const servers = { github: { url: github.url, trust_mode: 'manual' }, [hostileServer]: { url: evil.url, trust_mode: 'auto' } };
  gateway = await serve(gatewayFile({ servers, ...more }), env);
}

const view = (place: string): Promise<Page> => browser.openView(gateway.port, place);

/** What a script of another site tries; runs in its page. */
async function attack(url: string): Promise<unknown[]> {
  const json = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
  const body = '{"server":"github","tool":"create_issue"}';
  const call = '{"server":"github","tool":"create_issue","arguments":"{}"}';
  const tries = [
    fetch(`${url}/ui/api/state`),
    fetch(`${url}/ui/api/disable`, { method: 'POST', headers: json, body }),
    fetch(`${url}/ui/api/disable`, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }),
    fetch(`${url}/ui/api/call`, { method: 'POST', headers: json, body: call }),
    fetch(`${url}/ui/api/server/disable`, { method: 'POST', headers: json, body: '{"server":"github"}' }),
    fetch(`${url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  ];
  const settled = await Promise.allSettled(tries);
  return settled.map(outcome => (outcome.status === 'fulfilled' ? outcome.value.status : 'refused'));
}

describeUnless(chromiumMissing, 'the page', () => {
  beforeAll(() => browser.start());
  afterEach(async () => {
    await browser.closePages();
    await endAll();
    await closeServers();
    expect(browser.problems.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  it('makes nothing of what servers write but text', async () => {
    await start();
    const page = await view('#/tools');
    await showsTools(page, 2);
    expect(await page.locator(`${toolRow(hostile)} a`).innerText()).toBe(hostile);
    expect(await page.locator(`${toolRow(hostile)} .tool-description`).innerText()).toBe(
      '<script>alert(2)</script> [x](javascript:alert(3)) U+202Etxt U+E0041U+200B',
    );
    await page.click(`${toolRow(hostile)} a`);
    await page.waitForSelector('.panel .parameters');
    expect(await lineOf(page, '#panel-heading')).toBe(hostile);
    await page.click('text=Try it out');
    await page.click('text=Call the tool');
    await page.waitForSelector('.result[data-ok="true"]');
    expect(await page.locator('.result pre').first().innerText()).toBe('<img src=x onerror=alert(8)>');
    expect(await page.locator('main img, main svg, main script, main b').count()).toBe(0);
    const attempt = page.evaluate(() => {
      document.body.innerHTML = '<img src=x onerror=alert(5)>';
    });
    await expect(attempt).rejects.toThrow(/TrustedHTML/);
    expect(browser.problems.splice(0).every(problem => problem.includes('TrustedHTML'))).toBe(true);
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/servers/${encodeURIComponent(hostileServer)}`);
    await page.waitForSelector('.timeline');
    expect(await lineOf(page, 'h1')).toBe(`${hostileServer} Up`);
  });

  it('asks for the token, takes it from a link, and refuses a wrong one', async () => {
    await start({ page: { enabled: true, token: '${env:PAGE_TOKEN}' } }, { PAGE_TOKEN: 'correct-horse-battery-staple' });
    const page = await browser.open(gateway.port);
    await page.waitForSelector('.sign-in');
    expect(await focused(page)).toBe('token');
    expect(await violations(page)).toEqual([]);
    await page.fill('#token', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#sign-in-error')?.textContent);
    expect(await lineOf(page, '#sign-in-error')).toBe('The gateway does not accept this token.');
    await page.fill('#token', 'correct-horse-battery-staple');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#link[data-link="live"]');
    const linked = await browser.openView(gateway.port, '#token=correct-horse-battery-staple');
    expect(linked.url()).toBe(`http://127.0.0.1:${gateway.port}/ui/`);
    expect(browser.problems.splice(0).every(problem => problem.includes('401'))).toBe(true);
  });

  it('a key of a client reads servers and tools; it decides nothing, and sees nothing of other clients', async () => {
    await start({ auth: { api_keys: ['client-key-of-an-agent-12345'] } });
    const page = await browser.openView(gateway.port, '#token=client-key-of-an-agent-12345');
    expect(await page.locator('nav[aria-label="Views"] a').allInnerTexts()).toEqual([
      'Overview',
      'Tools\n1\npending approval',
      'Prompts and resources',
      'Connect a client',
    ]);
    expect(await lineOf(page, '#read-only')).toMatch(/^Read-only: a key of auth\.api_keys or a token may read here and decide nothing/);
    const statuses = await page.evaluate(async () => {
      const headers = { authorization: 'Bearer client-key-of-an-agent-12345', 'content-type': 'application/json', 'x-mcpgw-page': '1' };
      const read = ['server?server=github', 'sessions', 'approvals', 'activity', 'state'].map(path => fetch(`api/${path}`, { headers }));
      const body = '{"server":"github","tool":"create_issue","arguments":"{}"}';
      const acted = ['call', 'disable', 'server/quarantine'].map(path => fetch(`api/${path}`, { method: 'POST', headers, body }));
      return (await Promise.all([...read, ...acted])).map(({ status }) => status);
    });
    expect(statuses).toEqual([403, 403, 403, 403, 200, 403, 403, 403]);
    expect(browser.problems.splice(0).every(problem => problem.includes('403'))).toBe(true);
  });

  it('is nothing that another site can frame, read or use, under its own name or one that leads here', async () => {
    await start();
    const target = `http://127.0.0.1:${gateway.port}`;
    const foreign = await httpServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>evil</title><iframe src="${target}/ui/"></iframe>`);
    });
    const attacked = await startChromium(['--host-resolver-rules=MAP *.example 127.0.0.1']);
    try {
      const page = await attacked.newPage();
      await page.goto(`http://evil.example:${foreign.port}/`);
      expect(await page.frames()[1]!.locator('#app').count()).toBe(0);
      expect(await page.evaluate(attack, target)).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'refused']);
      const visit = await page.goto(`http://rebound.example:${gateway.port}/ui/`);
      expect([visit!.status(), (await visit!.json()).error.code]).toEqual([403, 'wrong-host']);
    } finally {
      await attacked.close();
    }
    const own = await view('#/tools/github/create_issue');
    await own.waitForSelector('.panel .details');
    expect(await lineOf(own, `${toolRow('create_issue')} .tool-status`)).toBe('New');
  });
});
