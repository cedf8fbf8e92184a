/** A call that needs a login asks its client for it, with a link of its own, and goes on. The authorization server and the MCP server are real. */
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { until } from '../../../../test/helpers/until.js';
import { startWorld, stopWorlds, type World } from '../../../login/test/world.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, type Line, type Running, startGateway } from './harness.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => world.set({ account: 'ada', consent: 'give' }));
afterEach(endAll);
afterAll(stopWorlds);

const adaKey = 'key-of-ada-0123456789';
const bobKey = 'key-of-bob-0123456789';
const keys = `auth: {api_keys: [{name: ada, key: ${adaKey}}, {name: bob, key: ${bobKey}}], admin_keys: [key-of-the-admin-0123]}\n`;

const gateway = (mode: string, more = '', deps: Parameters<typeof startGateway>[1] = {}): Promise<Running> =>
  startGateway(
    configOf(
      `servers: {crm: {url: "${world.mcp}", trust_mode: auto, oauth: {mode: ${mode}}}}\nlogin: {keys: ["a key of the tests, which is long enough"]}\n${more}`,
    ),
    deps,
  );

/** What a browser gets that opens an address: it does not follow. */
async function opened(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; location: string | null; cookie: string; text: string }> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const [cookie = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: cookie.split(';', 1)[0]!,
    text: await response.text(),
  };
}

/** A person opens a link and logs in; gives the last page. */
async function logIn(link: string): Promise<{ status: number; text: string }> {
  const { status, location, cookie, text } = await opened(link);
  if (location === null) return { status, text };
  return opened((await world.visit(location)).href, { headers: { cookie } });
}

const codeOf = (text: string): string => /\d{3} \d{3} \d{3}/.exec(text)?.[0] ?? '';

interface Asked {
  readonly mode: string;
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/** A client with a key, whose person answers what it is asked. */
async function person(
  running: Running,
  answer: (asked: Asked) => Promise<ElicitResult>,
  key?: string,
  elicitation: object = { url: {}, form: {} },
  line: Line = 'v2',
): Promise<{ client: Client; asked: Asked[]; completed: string[] }> {
  const client = await connect(line, running.url, { elicitation }, key === undefined ? {} : { authorization: `Bearer ${key}` });
  const asked: Asked[] = [];
  const completed: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params as never);
    return answer(params as never);
  });
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => void completed.push(params.elicitationId));
  return { client, asked, completed };
}

const accept: ElicitResult = { action: 'accept' };
const enter = (code: string): ElicitResult => ({ action: 'accept', content: { code } });

async function whoami(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: 'crm:whoami', arguments: {} });
  return (content as { text: string }[])[0]!.text;
}

/** A person who logs in with every link, and enters the code of the last page. */
function diligent(): (asked: Asked) => Promise<ElicitResult> {
  let page = '';
  return async ({ mode, url }) => {
    if (mode !== 'url') return enter(codeOf(page));
    page = (await logIn(url)).text;
    return accept;
  };
}

/** Makes the login with which the gateway lists tools. */
async function logInGateway(running: Running): Promise<void> {
  await world.set({ account: 'operator' });
  const { client } = await person(running, diligent(), 'key-of-the-admin-0123');
  await whoami(client);
  await until(() => running.gateway.toolCounts().callable === 1);
  await world.set({ account: 'ada' });
}

it('on this machine without keys: the link logs in, the call goes on, the link is used up, and the client is told', async () => {
  const running = await gateway('shared');
  const { client, asked, completed } = await person(running, async ({ url }) => {
    expect((await logIn(url)).text).toContain('You are logged in.');
    return accept;
  });
  expect(await whoami(client)).toBe('ada');
  expect(asked).toEqual([
    {
      mode: 'url',
      message: 'crm needs a login. Open the address to log in; the call goes on afterwards.',
      url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${running.port}/oauth/login\\?link=[\\w-]{43}$`)),
      elicitationId: expect.any(String),
    },
  ]);
  await until(() => completed.length === 1);
  expect(completed).toEqual([asked[0]!.elicitationId]);
  const again = await logIn(asked[0]!.url);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('This link is over')]);
  expect(await whoami(client)).toBe('ada');
  expect(asked).toHaveLength(1);
});

it('calls of one session that come together are one question', async () => {
  const running = await gateway('shared');
  const { client, asked } = await person(running, diligent());
  expect(await Promise.all([whoami(client), whoami(client), whoami(client)])).toEqual(['ada', 'ada', 'ada']);
  expect(asked).toHaveLength(1);
});

it('in mode user the login becomes that of the caller alone, once it entered the code of the browser', async () => {
  const running = await gateway('user', keys);
  await logInGateway(running);
  const pages: string[] = [];
  const { client, asked } = await person(
    running,
    async ({ mode, url }) => {
      if (mode !== 'url') return enter(codeOf(pages[0]!));
      pages.push((await logIn(url)).text);
      return accept;
    },
    adaKey,
  );
  expect(await whoami(client)).toBe('ada');
  expect(asked.map(({ mode }) => mode)).toEqual(['url', 'form']);
  expect(pages[0]).toContain('The login is then used for ada.');
  expect(await whoami(client)).toBe('ada');
  expect(asked).toHaveLength(2);
  const bob = await connect('v2', running.url, {}, { authorization: `Bearer ${bobKey}` });
  expect(await whoami(bob)).toContain("Server 'crm' needs a login");
});

it('a link that another person opens logs neither of them in', async () => {
  const running = await gateway('user', keys);
  await logInGateway(running);
  // Bob sends the link that he was given to Ada, who logs in: her browser has the code, and Bob does not.
  let page = '';
  const guesses = ['000000000', '', 'abc', '123456789', '999999999', '1'];
  const { client, asked } = await person(
    running,
    async ({ mode, url }) => {
      if (mode !== 'url') return enter(guesses.shift()!);
      page = (await logIn(url)).text;
      return accept;
    },
    bobKey,
  );
  expect(await whoami(client)).toContain("Server 'crm' needs a login");
  expect(page).toContain('The login is then used for bob. If somebody else sent you here, give nobody the code');
  expect(asked.map(({ mode }) => mode)).toEqual(['url', 'form', 'form', 'form', 'form', 'form']);
  expect(asked[2]!.message).toContain('The code is wrong.');
  // After five wrong codes the login is gone, whatever is entered later; and it is nobody else's either.
  for (const key of [adaKey, bobKey]) {
    const other = await connect('v2', running.url, {}, { authorization: `Bearer ${key}` });
    expect(await whoami(other)).toContain("Server 'crm' needs a login");
  }
});

it('a code before the login is none, and a code of another call is wrong', async () => {
  const running = await gateway('user', keys);
  await logInGateway(running);
  let other = '';
  const { client: first } = await person(
    running,
    async ({ mode, url }) => {
      if (mode !== 'url') return { action: 'decline' };
      other = codeOf((await logIn(url)).text);
      return accept;
    },
    bobKey,
  );
  expect(await whoami(first)).toContain('needs a login');
  let link = '';
  let page = '';
  const { client, asked } = await person(
    running,
    async ({ mode, url, message }) => {
      if (mode === 'url') link = url;
      else if (message.startsWith('Enter')) return enter('123456789');
      else if (message.startsWith('Nobody')) {
        page = (await logIn(link)).text;
        return enter(other);
      } else return enter(codeOf(page));
      return accept;
    },
    adaKey,
  );
  expect(await whoami(client)).toBe('ada');
  expect(asked.map(({ message }) => message.slice(0, 26))).toEqual([
    'crm needs a login. Open th',
    'Enter the code that the br',
    'Nobody has logged in to cr',
    'The code is wrong. Enter t',
  ]);
});

it.each<[string, string, string | undefined, object]>([
  ['a client without elicitation', '', undefined, {}],
  ['a client that shows forms only', '', undefined, { elicitation: { form: {} } }],
  ['a client of an older revision with elicitation', '', undefined, { elicitation: {} }],
  ['a client that shows addresses only, where a code is needed', keys, 'key-of-the-admin-0123', { elicitation: { url: {} } }],
  ['a caller who may not make the login of the gateway', keys, adaKey, { elicitation: { url: {}, form: {} } }],
])('%s gets the reason of the lock', async (_what, more, key, capabilities) => {
  const running = await gateway('shared', more);
  const client = await connect('v2', running.url, capabilities as never, key === undefined ? {} : { authorization: `Bearer ${key}` });
  const result = await client.callTool({ name: 'crm:whoami', arguments: {} });
  expect(result).toMatchObject({ isError: true, _meta: { 'mcpgw/locked': 'login_required' } });
});

it('a question that is declined ends with the reason of the lock, and its link is over', async () => {
  const running = await gateway('shared');
  const { client, asked } = await person(running, async () => ({ action: 'decline' }));
  expect(await whoami(client)).toContain('(login_required)');
  expect((await logIn(asked[0]!.url)).status).toBe(400);
});

it('a link leads to the authorization server alone, and nothing of the request changes where', async () => {
  const running = await gateway('shared');
  const { client } = await person(running, async ({ url }) => {
    for (const [address, init, status] of [
      [url.replace(/link=.*/, ''), {}, 400],
      [url.replace(/link=.*/, 'link=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'), {}, 400],
      [`${url}&link=x`, {}, 400],
      [url, { method: 'POST' }, 405],
      [url, { headers: { 'sec-purpose': 'prefetch' } }, 503],
    ] as const) {
      const { status: got, location, cookie } = await opened(address, init as RequestInit);
      expect([address.slice(-8), got, location, cookie]).toEqual([address.slice(-8), status, null, '']);
    }
    const { pathname, search } = new URL(url);
    const rebound = await ask(running.port, pathname + search, { headers: { host: 'evil.example.com' } });
    expect(rebound.status).toBe(403);
    const begun = await opened(`${url}&redirect_uri=https://evil.example.com&next=//evil.example.com`);
    const { origin, searchParams } = new URL(begun.location!);
    expect([begun.status, origin, searchParams.get('redirect_uri')]).toEqual([
      302,
      world.issuer,
      `http://127.0.0.1:${running.port}/oauth/callback`,
    ]);
    // Another browser cannot finish what this one began.
    const answer = (await world.visit(begun.location!)).href;
    expect((await opened(answer)).text).toContain('This login was begun in another browser.');
    expect((await opened(answer, { headers: { cookie: begun.cookie } })).status).toBe(200);
    return accept;
  });
  expect(await whoami(client)).toBe('ada');
});

it('the link works at another replica than the one that asked, and so does its end', async () => {
  const first = await gateway('user', keys);
  const second = await gateway('user', keys, { store: first.store });
  await logInGateway(first);
  let page = '';
  const { client } = await person(
    first,
    async ({ mode, url }) => {
      if (mode !== 'url') return enter(codeOf(page));
      page = (await logIn(url.replace(`:${first.port}/`, `:${second.port}/`))).text;
      return accept;
    },
    adaKey,
  );
  expect(await whoami(client)).toBe('ada');
});

it('a cancelled call ends its question, and nothing of a link or a code is in the log', async () => {
  const running = await gateway('shared');
  const end = new AbortController();
  const { client, asked } = await person(running, async () => {
    end.abort(new Error('cancelled'));
    return new Promise<ElicitResult>(() => {});
  });
  await expect(client.callTool({ name: 'crm:whoami', arguments: {} }, { signal: end.signal })).rejects.toThrow();
  const ticket = new URL(asked[0]!.url).searchParams.get('link')!;
  await until(async () => (await logIn(asked[0]!.url)).status === 400);
  expect(running.log.join('\n')).not.toContain(ticket);
});

describe('a client of 2026-07-28, which has no session', () => {
  const modern = (running: Running, answer: Parameters<typeof person>[1], key?: string, elicitation?: object) =>
    person(running, answer, key, elicitation, 'modern');

  it('on this machine without keys: the link logs in, and the call goes on', async () => {
    const running = await gateway('shared');
    const { client, asked } = await modern(running, diligent());
    expect(await whoami(client)).toBe('ada');
    expect(asked).toEqual([
      {
        mode: 'url',
        message: 'crm needs a login. Open the address to log in; the call goes on afterwards.',
        url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${running.port}/oauth/login\\?link=[\\w-]{43}$`)),
      },
    ]);
    expect((await logIn(asked[0]!.url)).text).toContain('This link is over');
    expect(await whoami(client)).toBe('ada');
    expect(asked).toHaveLength(1);
  });

  it('in mode user the login becomes that of the caller alone, once it entered the code of the browser', async () => {
    const running = await gateway('user', keys);
    await logInGateway(running);
    const { client, asked } = await modern(running, diligent(), adaKey);
    expect(await whoami(client)).toBe('ada');
    expect(asked.map(({ mode }) => mode)).toEqual(['url', 'form']);
    const bob = await connect('modern', running.url, {}, { authorization: `Bearer ${bobKey}` });
    expect(await whoami(bob)).toContain("Server 'crm' needs a login");
  });

  it.each<[string, string, string | undefined, object]>([
    ['without elicitation', '', undefined, {}],
    ['that shows forms only', '', undefined, { elicitation: { form: {} } }],
    ['with an empty capability, which stands for forms', '', undefined, { elicitation: {} }],
    ['that shows addresses only, where a code is needed', keys, 'key-of-the-admin-0123', { elicitation: { url: {} } }],
    ['whose caller may not make the login of the gateway', keys, adaKey, { elicitation: { url: {}, form: {} } }],
  ])('one %s gets the reason of the lock and what to do, as clients of 2025-11-25 do', async (_what, more, key, capabilities) => {
    const running = await gateway('shared', more);
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answers = await Promise.all(
      (['v2', 'modern'] as const).map(async line => {
        const client = await connect(line, running.url, capabilities as never, headers);
        const { content, isError, _meta } = await client.callTool({ name: 'crm:whoami', arguments: {} });
        return { content, isError, locked: _meta?.['mcpgw/locked'] };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[1]).toMatchObject({
      isError: true,
      locked: 'login_required',
      content: [{ text: expect.stringContaining('mcpgw login') }],
    });
  });

  it('a question that is declined ends with the reason of the lock, and its link is over', async () => {
    const running = await gateway('shared');
    const { client, asked } = await modern(running, async () => ({ action: 'decline' }));
    expect(await whoami(client)).toContain('(login_required)');
    expect((await logIn(asked[0]!.url)).status).toBe(400);
  });
});
