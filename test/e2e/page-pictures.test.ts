/**
 * Pictures of the page of a real `mcpgw serve`, light, dark and narrow: empty, usual, failing and crowded. Every view is also checked for
 * accessibility and for content that is wider than the screen. MCPGW_SCREENSHOTS names the folder for the pictures; docs/pictures has some.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { closedPort, closeServers } from '../../packages/loader/test/servers.js';
import { chromiumMissing } from '../helpers/chromium.js';
import { describeUnless } from '../helpers/needs.js';
import { PageBrowser, violations } from './page-helpers.js';
import { endAll, gatewayFile, openSession, type Served, serve } from './serve-helpers.js';
import { textResult, tool, upstream } from './serve-upstreams.js';

jest.setTimeout(240_000);

const browser = new PageBrowser();
let gateway: Served;

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
const repository = { owner: text('Owner of the repository'), repo: text('Name of the repository') };
const issues = {
  type: 'object',
  properties: {
    ...repository,
    state: text('Which issues', { enum: ['open', 'closed', 'all'], default: 'open' }),
    labels: { type: 'array', items: { type: 'string' }, description: 'Only issues with these labels' },
    per_page: { type: 'integer', minimum: 1, maximum: 100, description: 'Issues on one page' },
    since: text('Only issues that changed after this time', { format: 'date-time' }),
  },
  required: ['owner', 'repo'],
};

const verbs: readonly (readonly [string, string, object])[] = [
  ['list', 'Lists', { readOnlyHint: true }],
  ['get', 'Gets', { readOnlyHint: true }],
  ['create', 'Creates', {}],
  ['update', 'Changes', { idempotentHint: true }],
  ['delete', 'Deletes', { destructiveHint: true }],
  ['search', 'Searches', { readOnlyHint: true, openWorldHint: true }],
];
const things = ['issue', 'comment', 'label', 'milestone', 'release', 'branch', 'webhook', 'team', 'member', 'project'];

const manyTools = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => {
    const [verb, does, annotations] = verbs[index % verbs.length]!;
    const thing = things[Math.floor(index / verbs.length) % things.length]!;
    return tool(`${verb}_${thing}`, {
      description: `${does} ${verb === 'list' || verb === 'search' ? `${thing}s` : `a ${thing}`} of ${of}, with its fields as JSON.`,
      annotations,
      inputSchema: issues,
    });
  });

async function server(name: string, count: number): Promise<{ url: string; trust_mode: string }> {
  const tools = manyTools(count, name);
  const { url } = await upstream({ list: () => ({ tools }), call: () => textResult('[{"number": 7, "title": "The page is slow"}]') });
  return { url, trust_mode: 'auto' };
}

/** A gateway after some time of use: calls, a tool that changed after its approval, and new ones. */
async function usual(): Promise<void> {
  const tools = manyTools(12, 'github');
  const github = await upstream({ list: () => ({ tools }), call: () => textResult('[{"number": 7, "title": "The page is slow"}]') });
  const servers = {
    github: { url: github.url, trust_mode: 'manual' },
    jira: await server('jira', 18),
    grafana: await server('grafana', 9),
    postgres: await server('postgres', 6),
  };
  gateway = await serve(gatewayFile({ servers, activity: { enabled: true } }));
  const session = await openSession(gateway.port);
  for (const name of ['jira:list_issue', 'jira:get_issue', 'grafana:list_issue', 'github:list_issue', 'postgres:create_issue'])
    await session.call(name, { owner: 'acme', repo: 'site' });
  const post = (action: string, body: object) =>
    fetch(`http://127.0.0.1:${gateway.port}/ui/api/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mcpgw-page': '1' },
      body: JSON.stringify(body),
    });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${gateway.port}/ui/api/${path}`)).json();
  const review = (await get('review?server=github')) as { tools: { name: string; hash: string }[] };
  const approved = review.tools.filter(({ name }) => !name.startsWith('delete'));
  await post('approve', { server: 'github', tools: approved.map(({ name, hash }) => ({ tool: name, hash })) });
  tools[3] = tool('update_issue', {
    description: 'Changes an issue of github, and sends a copy to everybody who watches it.',
    annotations: { idempotentHint: true },
    inputSchema: { ...issues, required: ['owner', 'repo', 'state'] },
  });
  await post('restart', { server: 'github' });
  const isChanged = async () => ((await get('tool?server=github&tool=update_issue')) as { changed: boolean }).changed;
  while (!(await isChanged())) await new Promise(resolve => setTimeout(resolve, 50));
}

async function failing(): Promise<void> {
  const refusing = await upstream({ list: () => 'nonsense' });
  const crash = `process.stderr.write('Reading /data/index.db\\nError: EACCES: permission denied, open /data/index.db\\n'); process.exit(1)`;
  const servers = {
    github: await server('github', 12),
    files: { command: process.execPath, args: ['-e', crash] },
    search: { url: `http://127.0.0.1:${await closedPort()}/mcp` },
    billing: { url: refusing.url },
    archive: { ...(await server('archive', 4)), quarantined: true },
  };
  gateway = await serve(gatewayFile({ servers }));
}

async function crowded(): Promise<void> {
  const names = Array.from({ length: 12 }, (_, index) => `team-${String.fromCharCode(97 + index)}`);
  const servers = Object.fromEntries(await Promise.all(names.map(async name => [name, await server(name, 25)] as const)));
  gateway = await serve(gatewayFile({ servers }));
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.MCPGW_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['forced-colors', { forcedColors: 'active', viewport: { width: 1280, height: 800 } }],
];

/** Each state with its views: a name, the place, and what is there once it is shown. */
const states: readonly (readonly [string, () => Promise<void>, readonly (readonly [string, string, string])[]])[] = [
  [
    'empty',
    async () => {
      gateway = await serve(gatewayFile({}));
    },
    [
      ['overview', '#/', '.empty'],
      ['tools', '#/tools', '.empty'],
      // That the gateway started is recorded, and shown once it is read.
      ['activity', '#/activity', 'tr[data-record]'],
      ['calls', '#/activity?type=call', '.empty'],
      ['sessions', '#/sessions', '.empty'],
      ['approvals', '#/approvals', '.empty'],
      ['offers', '#/offers', '.empty'],
    ],
  ],
  [
    'usual',
    usual,
    [
      ['overview', '#/', 'tr[data-server]'],
      ['tools', '#/tools', '[role="row"][data-tool]'],
      ['tool', '#/tools/github/update_issue', '.panel .parameters'],
      ['review', '#/review/github', '.reviewed .parameters'],
      ['server', '#/servers/github', '.timeline rect'],
      ['calls', '#/servers/jira/calls', 'tr[data-record]'],
      ['server-log', '#/servers/github/log', '[role="log"] p'],
      ['configuration', '#/servers/github/configuration', 'main pre'],
      ['activity', '#/activity', 'tr[data-record]'],
      ['sessions', '#/sessions', 'main tbody tr'],
      ['approvals', '#/approvals', 'main tbody tr'],
      ['connect', '#/connect', '.client-entry'],
    ],
  ],
  [
    'failing',
    failing,
    [
      ['overview', '#/', 'tr[data-health="waiting"], tr[data-health="failed"]'],
      ['server', '#/servers/files', '[aria-label="Last lines"] p'],
      ['log', '#/servers/files/log', '[aria-label="stderr"] p'],
    ],
  ],
  [
    'crowded',
    crowded,
    [
      ['overview', '#/', 'tr[data-server]'],
      ['tools', '#/tools', '[role="row"][data-tool]'],
    ],
  ],
];

describeUnless(chromiumMissing, 'the page, as people see it', () => {
  beforeAll(() => browser.start());
  afterEach(async () => {
    await browser.closePages();
    await endAll();
    await closeServers();
    const expected = /404/;
    expect(browser.problems.splice(0).filter(problem => !expected.test(problem))).toEqual([]);
  });
  afterAll(() => browser.close());

  it.each(states)('%s: no finding of axe, nothing wider than the screen, no motion', async (state, start, views) => {
    await start();
    const found: Record<string, unknown> = {};
    for (const [look, options] of looks) {
      const page = await browser.openView(gateway.port, '', { ...options, reducedMotion: 'reduce' });
      for (const [view, place, shown] of views) {
        await page.goto(`http://127.0.0.1:${gateway.port}/ui/${place}`);
        await page.waitForSelector(shown);
        const broken = await violations(page);
        if (broken.length > 0) found[`${look} ${view}`] = broken;
        const [content, window, animations] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
          document.getAnimations().length,
        ]);
        expect([look, view, content, animations]).toEqual([look, view, window, 0]);
        await picture(page, `${state}-${view}-${look}`);
      }
    }
    expect(found).toEqual({});
  });
});
