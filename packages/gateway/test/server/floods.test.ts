/**
 * A server sends every kind of message that a server can send by the hundred, over each transport: clients hear of a bounded number,
 * what is not passed on is counted, what must not be lost is not, and other servers answer all the while.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../../../../test/helpers/until.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, startGateway } from './harness.js';

jest.setTimeout(180_000);

const script = join(__dirname, 'flood-server.mjs');
const children: ChildProcess[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-floods-'));
  writeFileSync(join(folder, 'lists'), '');
});

afterEach(async () => {
  await endAll();
  for (const child of children.splice(0)) child.kill();
  rmSync(folder, { recursive: true });
});

async function portOf(transport: string): Promise<number> {
  const child = spawn(process.execPath, [script, transport], {
    env: { ...process.env, FLOOD_LISTS: join(folder, 'lists') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! })) return Number(line);
  throw new Error('the server ended');
}

async function entryOf(transport: string): Promise<object> {
  const entry = { trust_mode: 'auto', protocol: transport };
  if (transport !== 'stdio') return { ...entry, url: `http://127.0.0.1:${await portOf(transport)}/mcp` };
  return { ...entry, command: process.execPath, args: [script, 'stdio'], env: { FLOOD_LISTS: join(folder, 'lists') } };
}

const listsRead = () => readFileSync(join(folder, 'lists'), 'utf8').length;

const perSecond = 80;
const atOnce = 5 * perSecond;
const many = 600;
const some = 100;
/** No client hears of these. */
const ignored = { progress: some, cancelled: some, unknown: some, answers: some, refusals: some, pings: some };
const lists = { tools: some, prompts: some, resources: some };
const asked = { samples: many, elicits: many, roots: many };
const counts = { ...ignored, ...lists, updated: some, others: 300, log: many, ...asked };

it.each(['stdio', 'streamable-http', 'sse'])('a flood of every kind over %s', async transport => {
  const fixture = await startFixture();
  const servers = { flood: await entryOf(transport), good: { url: fixture.url, trust_mode: 'auto' } };
  const config = configOf(`servers: ${JSON.stringify(servers)}\nlimits: {server_messages: ${perSecond}}\n`);
  const running = await startGateway(config, { upstreams: { droppedReportMs: 500 } });
  const heard: { method: string; params: Record<string, unknown> }[] = [];
  const client = await connect('v2', running.url, { sampling: {}, elicitation: {}, roots: {} });
  client.fallbackNotificationHandler = async ({ method, params = {} }) => void heard.push({ method, params });
  let requests = 0;
  client.setRequestHandler('sampling/createMessage', () => {
    requests++;
    return { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'x' } };
  });
  client.setRequestHandler('elicitation/create', () => {
    requests++;
    return { action: 'decline' as const };
  });
  client.setRequestHandler('roots/list', () => {
    requests++;
    return { roots: [] };
  });
  await client.listTools();
  const before = listsRead();
  const start = performance.now();
  const longWait = { timeout: 170_000 };
  const flood = client.callTool({ name: 'flood__flood', arguments: { counts } }, longWait);
  for (let number = 0; number < 20; number++)
    expect(await client.callTool({ name: 'good__echo', arguments: { text: `${number}` } })).toMatchObject({
      content: [{ text: `${number}` }],
    });
  expect(await flood).toMatchObject({ content: [{ text: 'done' }] });

  // Every request of the server has an answer, most of them a refusal.
  const tally = async () => {
    const { content } = await client.callTool({ name: 'flood__tally', arguments: {} }, longWait);
    return JSON.parse((content as { text: string }[])[0]!.text) as { results: number; errors: number; generation: number };
  };
  await until(async () => {
    const { results, errors } = await tally();
    return results + errors >= some + 3 * many;
  });
  const of = (method: string) => heard.filter(each => each.method === `notifications/${method}`);
  const linesOf = (pattern: RegExp) => of('message').filter(({ params }) => pattern.test(String(params.data)));
  const dropped = () => linesOf(/^\d+ messages dropped/).reduce((sum, { params }) => sum + Number.parseInt(String(params.data), 10), 0);

  // No update is lost, and each log message reaches the client or is counted there.
  await until(() => new Set(of('resources/updated').map(({ params }) => params.uri)).size === 301);
  await until(() => linesOf(/^line /).length + dropped() === many);
  const seconds = (performance.now() - start) / 1000 + 1;
  const most = atOnce + perSecond * seconds;
  expect(linesOf(/^line /).length).toBeLessThanOrEqual(most);
  expect(of('resources/updated').length).toBeLessThanOrEqual(most);
  expect(requests).toBeLessThanOrEqual(most);
  expect(linesOf(/^\d+ messages dropped/)[0]!.params).toMatchObject({
    level: 'warning',
    logger: 'mcpgw',
    data: expect.stringMatching(/^\d+ messages dropped: server 'flood' sends more than 80 log messages a second$/),
  });

  // The log and the metrics say the same.
  const metric = async () => {
    const { text } = await ask(running.port, '/metrics');
    return Number(/mcpgw_upstream_messages_dropped_total\{server="flood",kind="log"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  await until(async () => (await metric()) === many - linesOf(/^line /).length);
  expect(running.log.some(entry => /^\d+ messages dropped: the server logs faster than clients are told/.test(entry))).toBe(true);

  // Lists are read a few times, and the last state is what clients get.
  const { generation } = await tally();
  if (transport !== 'stdio')
    await until(async () => (await client.listTools()).tools.some(({ name }) => name === `flood__generation_${generation}`));
  const few = 12 + seconds;
  expect(listsRead() - before).toBeLessThanOrEqual(few);
  for (const kind of ['tools', 'prompts', 'resources']) {
    if (kind !== 'tools' || transport !== 'stdio') await until(() => of(`${kind}/list_changed`).length > 0);
    expect(of(`${kind}/list_changed`).length).toBeLessThanOrEqual(few);
  }
  const known = ['message', 'resources/updated', 'tools/list_changed', 'prompts/list_changed', 'resources/list_changed'];
  expect(heard.filter(({ method }) => !known.includes(method.slice('notifications/'.length)))).toEqual([]);
  expect(await client.callTool({ name: 'flood__ping', arguments: {} }, longWait)).toMatchObject({ content: [{ text: 'done' }] });
});
