/** Buttons of the page of a real `mcpgw serve` in a real Chromium: restart, login, questions of a tool, filters. */

import { closeServers } from '../../packages/loader/test/servers.js';
import { startWorld, stopWorlds } from '../../packages/login/test/world.js';
import { startFixture, stopFixtures } from '../../packages/upstreams/test/fixtures.js';
import { chromiumMissing } from '../helpers/chromium.js';
import { describeUnless } from '../helpers/needs.js';
import { lineOf, PageBrowser, violations } from './page-helpers.js';
import { endAll, gatewayFile, openSession, type Served, serve } from './serve-helpers.js';
import { textResult, tool, upstream } from './serve-upstreams.js';

jest.setTimeout(120_000);

const browser = new PageBrowser();
let gateway: Served;

describeUnless(chromiumMissing, 'the page', () => {
  beforeAll(() => browser.start());
  afterEach(async () => {
    await browser.closePages();
    await endAll();
    await Promise.all([closeServers(), stopFixtures(), stopWorlds()]);
    expect(browser.problems.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  it('restarts a server, which connects anew and lists what it has now', async () => {
    const tools = [tool('one')];
    const { url } = await upstream({ list: () => ({ tools }) });
    gateway = await serve(gatewayFile({ servers: { s: { url, trust_mode: 'auto' } }, activity: { enabled: true } }));
    const page = await browser.openView(gateway.port, '#/servers/s');
    await page.waitForSelector('.timeline rect');
    tools.push(tool('two'));
    await page.click('[aria-label="Restart s"]');
    await page.waitForFunction(() => document.querySelector('#notice')?.textContent?.startsWith('s is restarting.'));
    await page.waitForFunction(() => document.querySelector('.facts')?.textContent?.includes('Tools2'));
    await page.waitForFunction(() => document.querySelector('h1 .tag')?.textContent === 'Up');
    await page.click('.tabs >> text=Calls and events');
    await page.waitForSelector('tr[data-record] >> text=Server restarted');
    expect(await lineOf(page, 'tr[data-record]:has-text("Server restarted")')).toMatch(/Server restarted s page/);
  });

  it('logs in to a server in this browser, and the server is up afterwards', async () => {
    const world = await startWorld();
    await world.set({ account: 'ada', consent: 'give' });
    gateway = await serve(gatewayFile({ servers: { crm: { url: world.mcp, trust_mode: 'auto', oauth: {} } } }));
    const page = await browser.openView(gateway.port, '#/servers/crm');
    await page.click('[aria-label="Log in to crm"]');
    await page.waitForURL('**/oauth/callback?**');
    expect(await page.locator('body').innerText()).toContain('You are logged in.');
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/servers/crm`);
    await page.waitForFunction(() => document.querySelector('h1 .tag')?.textContent === 'Up');
    expect(await page.locator('[aria-label="Log in to crm"]').count()).toBe(0);
  });

  it('answers what a tool asks while it is tried out, or declines', async () => {
    const fixture = await startFixture();
    gateway = await serve(gatewayFile({ servers: { s: { url: fixture.url, trust_mode: 'auto' } } }));
    const page = await browser.openView(gateway.port, '#/tools/s/ask');
    await page.click('text=Try it out');
    const text = page.locator('.panel .field input, .panel .field textarea').first();
    if ((await text.count()) === 0 || (await page.locator('#arguments').count()) === 0) await page.click('text=Edit as JSON');
    await page.fill('#arguments', '{"text":"Who are you?"}');
    await page.click('text=Call the tool');
    await page.waitForSelector('.questions');
    expect(await lineOf(page, '.questions')).toMatch(/^The call asks Who are you\?/);
    expect(await violations(page)).toEqual([]);
    await page.click('.questions >> text=Answer');
    await page.waitForSelector('.result[data-ok="true"]');
    expect(await page.locator('.questions').count()).toBe(0);
    await page.click('text=Call the tool');
    await page.click('.questions >> text=Decline');
    await page.waitForSelector('.result[data-ok]');
    expect(await page.locator('.questions').count()).toBe(0);
    expect(fixture.seen.calls).toHaveLength(2);
  });

  it('lists the activity of one client, whose name is a link to it', async () => {
    const { url } = await upstream({ list: () => ({ tools: [tool('one')] }), call: () => textResult('done') });
    gateway = await serve(gatewayFile({ servers: { s: { url, trust_mode: 'auto' } }, activity: { enabled: true } }));
    const session = await openSession(gateway.port);
    await session.call('s:one');
    await fetch(`http://127.0.0.1:${gateway.port}/ui/api/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mcpgw-page': '1' },
      body: '{"server":"s","tool":"one","arguments":"{}"}',
    });
    const page = await browser.openView(gateway.port, '#/activity?type=call');
    await page.waitForFunction(() => document.querySelectorAll('tr[data-record]').length === 2);
    await page.click('[aria-label="Only calls of the client test"]');
    await page.waitForFunction(() => document.querySelectorAll('tr[data-record]').length === 1);
    expect(page.url()).toContain('client=test');
    expect(await violations(page)).toEqual([]);
    await page.click('.chip >> text=client test');
    await page.waitForFunction(() => document.querySelectorAll('tr[data-record]').length === 2);
  });
});
