/** The web page of the real `mcpgw serve` in a real Chromium: what people do with it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { closedPort, closeServers, type Listening } from '../../packages/loader/test/servers.js';
import { chromiumMissing } from '../helpers/chromium.js';
import { describeUnless } from '../helpers/needs.js';
import { focused, lineOf, listed, PageBrowser, showsTools, toolRow, violations } from './page-helpers.js';
import { endAll, gatewayFile, openSession, type Served, serve } from './serve-helpers.js';
import { tool, upstream } from './serve-upstreams.js';

jest.setTimeout(120_000);

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string', description: `The ${name}` }])),
  required: names,
});
const stdioServer = join(__dirname, '../../packages/loader/test/stdio-server.mjs');
const noisy = `process.stderr.write('starting with hunter2-secret\\n'); await import(${JSON.stringify(stdioServer)});`;

const browser = new PageBrowser();
let gateway: Served;
let github: Listening;
let file: string;
let tools: unknown[];

/** Starts a gateway in front of servers in every state. */
async function start(more: Readonly<Record<string, unknown>> = {}, moreTools: readonly unknown[] = []): Promise<void> {
  tools = [
    tool('list_repos', {
      description: 'Lists the repositories of an owner.',
      annotations: { readOnlyHint: true },
      inputSchema: schema('owner'),
    }),
    tool('create_issue', { description: 'Creates an issue.', inputSchema: schema('title') }),
    tool('delete_repo', { description: 'Deletes a repository.', annotations: { destructiveHint: true } }),
    ...moreTools,
  ];
  github = await upstream({ list: () => ({ tools }) });
  const servers = {
    github: { url: github.url, trust_mode: 'manual', disabled_tools: ['delete_repo'], headers: { 'X-Api-Key': 'swordfish-key' } },
    local: {
      command: process.execPath,
      args: ['--input-type=module', '-e', noisy],
      env: { LOCAL_TOKEN: 'hunter2-secret' },
      trust_mode: 'auto',
    },
    gone: { url: `http://127.0.0.1:${await closedPort()}/mcp` },
    off: { url: github.url, enabled: false },
    held: { url: github.url, quarantined: true },
  };
  file = gatewayFile({ servers, activity: { enabled: true, arguments: true }, ...more });
  gateway = await serve(file);
}

const view = (place: string): Promise<Page> => browser.openView(gateway.port, place);
const serverState = async (name: string) => {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/ui/api/state`);
  const { servers } = (await answer.json()) as { servers: { name: string; health: string }[] };
  return servers.find(server => server.name === name)?.health;
};

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 50));
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

  it('shows what needs attention first, then every server with its state and reason', async () => {
    await start();
    const page = await view('');
    expect(page.url()).toBe(`http://127.0.0.1:${gateway.port}/ui/`);
    expect(await lineOf(page, 'tr[data-server="github"]')).toMatch(/^Up github \d+ s 3 \(2 new, 1 disabled\) http by hand 0$/);
    expect(await lineOf(page, 'tr[data-server="gone"]')).toMatch(
      /^(Retrying|Down) gone .*refused.* \d+ s, (next attempt in|trying now).* – http/,
    );
    expect(await lineOf(page, 'tr[data-server="off"]')).toMatch(/^Off off disabled in the configuration/);
    expect(await lineOf(page, 'tr[data-server="held"]')).toMatch(/^Off held in quarantine until somebody has reviewed it/);
    expect(await lineOf(page, '[data-part="up"]')).toBe('2 of 5');
    expect((await page.locator('tr[data-server]').first().getAttribute('data-server'))!).toBe('gone');
    expect(await violations(page)).toEqual([]);
  });

  it('lists tools by server with hints as tags, and a tool with its parameters as a table', async () => {
    await start({}, [tool('issues.list', { description: 'Lists issues.' })]);
    const page = await view('#/tools');
    await showsTools(page, 5);
    expect(await listed(page)).toEqual(['create_issue', 'issues.list', 'list_repos', 'delete_repo', 'echo']);
    expect(await lineOf(page, toolRow('delete_repo'))).toBe('delete_repo destructive Deletes a repository. Disabled by configuration');
    expect(await lineOf(page, toolRow('list_repos'))).toBe('list_repos read-only Lists the repositories of an owner. New');
    await page.click(`${toolRow('delete_repo')} a`);
    await page.waitForSelector('.panel .details');
    expect(await lineOf(page, '.panel .note')).toMatch(/^Disabled by enabled_tools or disabled_tools in the configuration\./);
    expect(await page.locator('.panel-bar .buttons button').count()).toBe(0);
    await page.click(`${toolRow('list_repos')} a`);
    await page.waitForSelector('.panel .parameters');
    expect(await lineOf(page, '.panel .parameters tbody')).toBe('owner required string The owner');
    expect(await page.locator('.panel [data-part="client-name"]').count()).toBe(0);
    await page.click(`${toolRow('issues.list')} a`);
    await page.waitForSelector('.panel [data-part="client-name"]');
    expect(await lineOf(page, '.panel [data-part="client-name"]')).toMatch(/^Clients call it github__issues_list_[0-9a-f]{6}$/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.panel', { state: 'detached' });
  });

  it('approves the form that is shown, and the tool can be called at once', async () => {
    await start();
    const page = await view('#/tools/github/create_issue');
    const session = await openSession(gateway.port);
    await page.click('.panel button.primary');
    await page.waitForSelector(`${toolRow('create_issue')}[data-status="callable"]`);
    expect(await lineOf(page, '#notice')).toMatch(/^create_issue is approved\./);
    expect(await session.call('github:create_issue', { title: 'x' })).toBe('{"title":"x"}');
    await page.click('.panel [aria-label="Disable create_issue"]');
    await page.waitForSelector(`${toolRow('create_issue')}[data-status="disabled_by_user"]`);
    await page.click('.panel [aria-label="Enable create_issue"]');
    await page.waitForSelector(`${toolRow('create_issue')}[data-status="callable"]`);
  });

  it('reviews many tools with a choice for each', async () => {
    await start();
    const page = await view('#/review/github');
    await page.waitForSelector('.reviewed');
    expect(await page.locator('.reviewed strong').allInnerTexts()).toEqual(['create_issue', 'list_repos']);
    expect(await page.locator('.head button.primary').innerText()).toBe('Nothing chosen');
    await page.click('text=all new to Approve');
    await page.check('.reviewed[data-tool="list_repos"] [value="disable"]', { force: true });
    await page.click('.reviewed[data-tool="create_issue"] .group-toggle');
    expect(await lineOf(page, '.reviewed[data-tool="create_issue"] .details')).toMatch(
      /Creates an issue\. Parameters .* title required string/,
    );
    expect(await violations(page)).toEqual([]);
    expect(await page.locator('.head button.primary').innerText()).toBe('Apply 2 decisions');
    await page.click('.head button.primary');
    await page.waitForFunction(() => document.querySelector('.empty-title')?.textContent === 'No tool is pending approval.');
    expect(await lineOf(page, '#notice')).toMatch(/^1 tool approved, 1 tool disabled\./);
    const { approvals } = (await (await fetch(`http://127.0.0.1:${gateway.port}/ui/api/approvals?query=create_issue`)).json()) as {
      approvals: object[];
    };
    expect(approvals).toMatchObject([{ server: 'github', tool: 'create_issue', status: 'approved', approvedBy: 'page' }]);
  });

  it('shows what changed since the approval, and approves only what it shows', async () => {
    await start();
    const page = await view('#/tools/github/create_issue');
    await page.click('.panel button.primary');
    await page.waitForSelector(`${toolRow('create_issue')}[data-status="callable"]`);
    tools[1] = tool('create_issue', { description: 'Creates an issue and mails everybody.', inputSchema: schema('title', 'body') });
    const restart = () =>
      page.evaluate(() =>
        fetch('api/restart', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-mcpgw-page': '1' },
          body: '{"server":"github"}',
        }),
      );
    await restart();
    await page.waitForSelector('.panel ins');
    expect(await page.locator('.panel .prose ins').allInnerTexts()).toEqual(['issue and mails everybody.']);
    expect(await page.locator('.panel .prose del').allInnerTexts()).toEqual(['issue.']);
    expect((await page.locator('.panel ins.line').allInnerTexts()).join('\n')).toContain('"body": {');
    expect(await lineOf(page, `${toolRow('create_issue')} .tool-status`)).toBe('Changed');
    // What is new and what has changed have links of their own, which count what they are about.
    const overview = await view('');
    await overview.waitForSelector('.attention li[data-id="changed:github"]');
    const actions = overview.locator('.attention a.primary');
    expect(await actions.allInnerTexts()).toEqual(['Review 1 changed', 'Review 1 new']);
    expect(await actions.evaluateAll(links => links.map(link => link.getAttribute('aria-label')))).toEqual([
      'Review 1 changed tool of github',
      'Review 1 new tool of github',
    ]);
    expect(await lineOf(overview, '.attention li[data-id="changed:github"] .attention-text')).toMatch(/, then approve it on the page/);
    // The page is held back, so that it shows a form that is gone.
    await page.route('**/api/tool?**', route => route.abort());
    tools[1] = tool('create_issue', { description: 'Creates an issue and sends your keys away.', inputSchema: schema('title', 'body') });
    await restart();
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${gateway.port}/ui/api/tool?server=github&tool=create_issue`);
      return ((await answer.json()) as { description: string }).description.includes('keys');
    });
    await page.click('.panel [aria-label="Approve create_issue"]');
    await page.waitForSelector('#notice [data-kind="problem"]');
    expect(await lineOf(page, '#notice')).toMatch(/^The tool changed since it was shown; look at it again\./);
    await page.unroute('**/api/tool?**');
    expect(browser.problems.splice(0).every(problem => /409|ERR_FAILED/.test(problem))).toBe(true);
  });

  it('tries a tool out with a form from its schema; the call is recorded as any other', async () => {
    await start();
    const page = await view('#/tools/github/create_issue');
    await page.click('text=Try it out');
    expect(await lineOf(page, '.panel .note')).toMatch(/^The tool cannot be called now\./);
    await page.click('.panel button.primary');
    await page.waitForSelector('.panel .field');
    await page.fill('.panel .field input', 'From the page');
    await page.click('text=Call the tool');
    await page.waitForSelector('.result[data-ok="true"]');
    expect(await page.locator('.result pre').first().innerText()).toBe('{"title":"From the page"}');
    expect(await violations(page)).toEqual([]);
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/activity?type=call`);
    await page.waitForSelector('tr[data-record]');
    expect(await lineOf(page, 'tr[data-record]')).toMatch(/ OK github create_issue page /);
    await page.click('tr[data-record] button');
    expect(await lineOf(page, '.members')).toMatch(/arguments \{"title":"From the page"\}/);
    expect(await violations(page)).toEqual([]);
  });

  it('shows activity as it happens', async () => {
    await start();
    const page = await view('#/activity?type=call');
    await page.waitForSelector('.empty');
    const session = await openSession(gateway.port);
    await session.call('local:echo', {});
    await page.waitForSelector('tr[data-record]');
    expect(await lineOf(page, 'tr[data-record]')).toMatch(/local echo/);
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/sessions`);
    await page.waitForSelector('main tbody tr');
    expect(await lineOf(page, 'main tbody tr')).toMatch(/^test 1 anonymous \d+ s ago 0 all servers 2025-11-25/);
  });

  it('has a page for each server: stderr and configuration without secrets, state over time', async () => {
    await start();
    const page = await view('#/servers/local');
    await page.waitForSelector('.timeline rect');
    expect(await lineOf(page, '.history tbody tr >> nth=0')).toMatch(/Up .*connected$/);
    await page.click('text=Configuration');
    await page.waitForSelector('main pre');
    const configuration = await page.locator('main pre').innerText();
    expect(JSON.parse(configuration)).toMatchObject({ transport: 'stdio', env: { LOCAL_TOKEN: '***' }, trustMode: 'auto' });
    expect(configuration).not.toContain('hunter2');
    await page.click('.tabs >> text=Log');
    await page.waitForSelector('[aria-label="stderr"] p');
    expect(await lineOf(page, '[aria-label="stderr"]')).toMatch(/starting with \*\*\*$/);
    expect(await lineOf(page, '[aria-label="Log of the gateway"]')).toMatch(/info upstream ready/);
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/servers/github/configuration`);
    await page.waitForSelector('main pre');
    expect(await page.locator('main pre').innerText()).not.toContain('swordfish');
  });

  it('disables a server, puts it into quarantine and enables it again, also across a restart of the gateway', async () => {
    await start();
    const page = await view('#/servers/local');
    await page.click('[aria-label="Quarantine local"]');
    await page.waitForSelector('dialog[open]');
    expect(await violations(page)).toEqual([]);
    await page.click('dialog button.danger');
    await page.waitForFunction(() => document.querySelector('h1 .tag')?.textContent === 'Quarantine');
    expect(await lineOf(page, '.note[data-health="off"]')).toBe('Put into quarantine by page.');
    await gateway.stop();
    writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1:0', `127.0.0.1:${gateway.port}`));
    gateway = await serve(file);
    expect(await serverState('local')).toBe('off');
    await page.waitForSelector('#link[data-link="live"]');
    await page.click('[aria-label="End the quarantine of local"]');
    await page.waitForFunction(() => document.querySelector('h1 .tag')?.textContent === 'Up');
    await page.goto(`http://127.0.0.1:${gateway.port}/ui/#/activity?type=event&server=local`);
    await page.waitForFunction(() => /Server enabled/.test(document.querySelector('.activity')?.textContent ?? ''));
    expect(await lineOf(page, '.activity tbody')).toMatch(/Server enabled local page .*Server disabled local quarantined page/);
    expect(browser.problems.splice(0).every(problem => /ERR_|net::|network/i.test(problem))).toBe(true);
  });

  it('searches and filters, and says so where nothing is found', async () => {
    await start();
    const page = await view('#/');
    await page.fill('#search', 'repos owner');
    await showsTools(page, 1);
    expect(await listed(page)).toEqual(['list_repos']);
    await page.fill('#search', 'nonsense');
    await page.waitForSelector('.empty');
    expect(await lineOf(page, '.empty')).toBe('No tool matches. Show all tools');
    await page.click('.empty button');
    await showsTools(page, 4);
    await page.click('.filters >> text=Locked');
    await showsTools(page, 3);
    await page.selectOption('.filters select >> nth=1', 'destructive');
    await showsTools(page, 1);
    expect(await listed(page)).toEqual(['delete_repo']);
  });

  it('leaves the reader at the place chosen while a search waits', async () => {
    await start();
    const page = await view('#/');
    const ended = await page.evaluate(async () => {
      const search = document.querySelector<HTMLInputElement>('#search')!;
      search.value = 'repos';
      search.dispatchEvent(new Event('input', { bubbles: true }));
      location.hash = '#/activity';
      // Longer than the search waits, by the same clock.
      await new Promise(resolve => setTimeout(resolve, 500));
      return location.hash;
    });
    expect(ended).toBe('#/activity');
  });

  it('is used by keyboard alone', async () => {
    await start();
    const page = await view('#/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await showsTools(page, 4);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('create_issue');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('list_repos');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.panel .details');
    expect(await focused(page)).toBe('panel-heading');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.panel', { state: 'detached' });
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('search');
    await page.keyboard.type('create');
    await showsTools(page, 1);
    await page.locator(`${toolRow('create_issue')} a`).focus();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    expect(await violations(page)).toEqual([]);
    await page.click('#shortcuts');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await focused(page)).toBe('create_issue');
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('follows changes without being asked, and keeps the focus where it was', async () => {
    await start();
    const page = await view('#/tools');
    await showsTools(page, 4);
    await page.locator(`${toolRow('list_repos')} a`).focus();
    await page.evaluate(() =>
      fetch('api/disable', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-mcpgw-page': '1' },
        body: '{"server":"github","tool":"list_repos"}',
      }),
    );
    await page.waitForSelector(`${toolRow('list_repos')}[data-status="disabled_by_user"]`);
    expect(await focused(page)).toBe('list_repos');
  });

  it('shows that a configuration was refused, and a read-only gateway offers nothing', async () => {
    await start();
    const page = await view('#/servers/local');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, `${good}read_only_mode: true\n`);
    await page.waitForSelector('#read-only');
    expect(await lineOf(page, '#read-only')).toBe('Read-only: the configuration forbids changes (read_only_mode).');
    await page.waitForFunction(() => document.querySelectorAll('.head-actions button').length === 0);
  });

  it('says when the gateway is away, and comes back with it', async () => {
    await start();
    const page = await view('#/');
    await gateway.stop('SIGKILL');
    await page.waitForSelector('#offline');
    expect(await lineOf(page, '#offline')).toBe(
      'The gateway cannot be reached. The page shows the last known state and connects again by itself.',
    );
    writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1:0', `127.0.0.1:${gateway.port}`));
    gateway = await serve(file);
    await page.waitForSelector('#link[data-link="live"]');
    await page.waitForSelector('#offline', { state: 'detached' });
    expect(browser.problems.splice(0).every(problem => /ERR_|net::|network/i.test(problem))).toBe(true);
  });

  it('gives the text that connects each client', async () => {
    await start();
    const page = await view('#/connect');
    await page.click('text=VS Code');
    expect(JSON.parse(await page.locator('.client-entry pre').innerText())).toEqual({
      servers: { mcpgw: { type: 'http', url: `http://127.0.0.1:${gateway.port}/mcp` } },
    });
    expect(await page.locator('.client-names button').count()).toBe(11);
    expect(await violations(page)).toEqual([]);
  });

  it('scrolls ten thousand tools, of which only those in view exist', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => tool(`tool_${String(index).padStart(5, '0')}`));
    const { url } = await upstream({ list: () => ({ tools: many }) });
    gateway = await serve(gatewayFile({ servers: { many: { url, trust_mode: 'auto' } } }));
    const page = await view('#/tools');
    await showsTools(page, 10_000);
    expect(await page.locator('[role="row"]').count()).toBeLessThan(80);
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await page.waitForSelector(toolRow('tool_09999'));
    expect(await focused(page)).toBe('tool_09999');
    expect(await page.locator('[role="row"]').count()).toBeLessThan(80);
    await page.fill('#search', 'tool_04711');
    await showsTools(page, 1);
  });
});
