/**
 * Whatever happened to the configuration, the approvals and the servers, and in whatever order: the running gateway answers as one
 * that was started just now on the same files. Commands are generated; after each, both are asked everything.
 */

import { ApprovalError, Approvals } from '@mcpgw/approvals';
import { ConfigurationError } from '@mcpgw/mcp-config';
import { memoryStore, type StateKey } from '@mcpgw/store';
import fc from 'fast-check';
import { untilPasses } from '../../../../test/helpers/until.js';
import { answering, closedPort, closeServers, httpServer } from '../../../loader/test/servers.js';
import { type Fixture, startFixture } from '../../../upstreams/test/fixtures.js';
import { configOf, connect, endAll, type Running, startGateway } from './harness.js';

type Client = Awaited<ReturnType<typeof connect>>;

const serverNames = ['one', 'two', 'three'] as const;
const toolNames = ['widget', 'gadget', 'gizmo'] as const;
type ServerName = (typeof serverNames)[number];
type ToolName = (typeof toolNames)[number];

interface Entry {
  /** Which of the servers under test it leads to. */
  target: number;
  broken?: boolean;
  enabled: boolean;
  quarantined: boolean;
  trust_mode: 'auto' | 'manual';
  enabled_tools?: string[];
  disabled_tools?: string[];
}

/** The files, and what is known of the servers under test. */
interface Model {
  servers: Map<ServerName, Entry>;
  separator: string;
  routingMode: 'direct' | 'retrieve_tools';
  toolsLimit: number;
  profile: ServerName[];
  api: boolean;
  isDown: boolean[];
}

class Real {
  readonly texts = new Map<string, string>();
  readonly listeners = new Set<(key: StateKey) => void>();
  readonly fixtures: Fixture[] = [];
  /** Decides as `mcpgw tools` does, beside the gateway. */
  readonly approvals = new Approvals(memoryStore(this.texts, this.listeners));
  closed = 0;
  apiPort = 0;
  running!: Running;
  client!: Client;
  /** The tools as the client knows them, which lists them anew only when it is told. */
  known = '';

  async open(model: Model): Promise<void> {
    for (const [at] of serverNames.entries()) {
      const fixture = await startFixture();
      fixture.tools = toolNames.slice(0, 2).map(name => toolOf(name, `does ${name} at ${at}`));
      this.fixtures.push(fixture);
    }
    this.closed = await closedPort();
    this.apiPort = (await httpServer(answering(200, '{"id":7}', { 'content-type': 'application/json' }))).port;
    await this.start(model);
  }

  async start(model: Model): Promise<void> {
    this.running = await startGateway(configOf(this.file(model)), {
      store: memoryStore(this.texts, this.listeners),
      upstreams: quick,
    });
    await this.running.gateway.settled();
    this.client = await connect('v2', this.running.url);
    const list = async () => {
      this.known = JSON.stringify((await this.client.listTools()).tools);
    };
    this.client.setNotificationHandler('notifications/tools/list_changed', list);
    await list();
  }

  /** gateway.yaml as the model has it. */
  file({ servers, separator, routingMode, toolsLimit, profile, api }: Model): string {
    const entries = [...servers].map(([name, { target, broken, ...rest }]) => {
      const port = broken ? this.closed : this.fixtures[target]!.port;
      return [name, { url: `http://127.0.0.1:${port}/mcp`, ...rest }];
    });
    const apis = [
      { name: 'shop', base_url: `http://127.0.0.1:${this.apiPort}`, endpoints: [{ name: 'widget_price', method: 'GET', path: '/' }] },
    ];
    return JSON.stringify({
      servers: Object.fromEntries(entries),
      tool_names: { separator },
      routing_mode: routingMode,
      tools_limit: toolsLimit,
      profiles: [{ name: 'some', servers: profile.filter(name => servers.has(name)) }],
      ...(api && { apis }),
    });
  }

  async reload(model: Model): Promise<void> {
    await this.running.gateway.reload(configOf(this.file(model)));
    await this.running.gateway.settled();
  }
}

const quick = { random: () => 0, baseBackoffMs: 50, maxBackoffMs: 100, initTimeoutMs: 10_000, debounceMs: 10 };

function toolOf(name: string, description: string) {
  return { name, description, inputSchema: { type: 'object' as const } };
}

// What clients see

const isOn = ({ enabled, quarantined }: Entry) => enabled && !quarantined;

/** Servers that are on and cannot be reached: what they listed last is known to those alone who were there. */
function awayServers(model: Model): Set<string> {
  return new Set(
    [...model.servers].filter(([, entry]) => isOn(entry) && (entry.broken || model.isDown[entry.target])).map(([name]) => name),
  );
}

type Json = Record<string, unknown>;

async function builtin(client: Client, name: string, args: Json): Promise<Json> {
  const result = await client.callTool({ name, arguments: args });
  return JSON.parse((result.content as { text: string }[])[0]!.text);
}

async function called(client: Client, name: string): Promise<unknown> {
  try {
    const { content, isError, _meta } = await client.callTool({ name, arguments: {} });
    const failure = _meta?.['mcpgw/failure'] as Json | undefined;
    if (failure) return { isError, mode: failure.failure_mode };
    return { content, isError, locked: _meta?.['mcpgw/locked'] };
  } catch (error) {
    return { code: (error as { code?: unknown }).code, message: (error as Error).message };
  }
}

/** What is the same whenever the server was tried. */
function serverView({ name, enabled, quarantined, trust_mode, connection_status, tools, tools_changed }: Json): Json {
  const { state } = connection_status as Json;
  const isSettled = state === 'ready' || state === 'disabled';
  return { name, enabled, quarantined, trust_mode, state: isSettled ? state : 'away', tools, tools_changed };
}

const queries = ['widget gadget gizmo', 'gizmo', 'does', 'echo'];

function serverOfName(name: string): string {
  return /^[a-z]+/.exec(name)![0];
}

/** Of an answer of retrieve_tools, what does not depend on servers that are away: their tools count in the scores of all others. */
function found(answer: Json, away: ReadonlySet<string>): Json {
  const {
    tools,
    disabled = [],
    remediation,
    notice,
  } = answer as { tools: Json[]; disabled?: Json[]; remediation?: unknown; notice?: unknown };
  const isThere = ({ server }: Json) => !away.has(String(server));
  if (away.size === 0) return { tools, disabled, remediation, notice };
  const byName = (a: Json, b: Json) => (String(a.name) < String(b.name) ? -1 : 1);
  const unscored = tools.filter(isThere).map(({ score: _, ...tool }) => tool);
  return { tools: unscored.sort(byName), disabled: disabled.filter(isThere).sort(byName) };
}

async function seen(running: Running, client: Client, model: Model): Promise<Json> {
  const away = awayServers(model);
  const separators = [...new Set([model.separator, ':'])];
  const names = [...serverNames, 'shop', 'nope'].flatMap(server =>
    [...toolNames, 'widget_price', 'echo'].flatMap(tool => separators.map(mark => `${server}${mark}${tool}`)),
  );
  const { tools } = await client.listTools();
  const shown = tools.filter(({ name }) => !away.has(serverOfName(name)));
  const answers: Json[] = [];
  // With room for all of them: a limit would cut what else is there by what is away.
  for (const query of queries)
    for (const include_disabled of [true, false])
      answers.push(found(await builtin(client, 'retrieve_tools', { query, include_disabled, limit: 100 }), away));
  const limited = away.size === 0 ? ((await builtin(client, 'retrieve_tools', { query: 'does' })).tools as Json[]).length : undefined;
  const { servers } = (await builtin(client, 'upstream_servers', { operation: 'list' })) as { servers: Json[] };
  const calls: Json = {};
  for (const name of names) if (!away.has(serverOfName(name))) calls[name] = await called(client, name);
  const profile = await connect('v2', running.url.replace(/$/, '/p/some'));
  const { tools: ofProfile } = await profile.listTools();
  await profile.close();
  return {
    list: shown,
    limited,
    answers,
    servers: servers
      .map(serverView)
      .map(view => (away.has(String(view.name)) ? { ...view, tools: undefined, tools_changed: undefined } : view)),
    calls,
    profile: ofProfile.filter(({ name }) => !away.has(serverOfName(name))),
  };
}

/** The same question to a gateway that was started just now on the same files. */
async function seenAfresh(real: Real, model: Model): Promise<Json> {
  const running = await startGateway(configOf(real.file(model)), { store: memoryStore(new Map(real.texts)), upstreams: quick });
  await running.gateway.settled();
  const client = await connect('v2', running.url);
  const view = await seen(running, client, model);
  await client.close();
  await running.gateway.close();
  return view;
}

/** Tools of servers that are away stay listed as they were, under the locks that hold now. */
async function checkAway({ client, approvals }: Real, model: Model): Promise<void> {
  const away = awayServers(model);
  for (const { name } of (await client.listTools()).tools) {
    const server = serverOfName(name) as ServerName;
    if (!away.has(server)) continue;
    const { enabled_tools, disabled_tools, trust_mode } = model.servers.get(server)!;
    const tool = name.slice(server.length + model.separator.length);
    const record = approvals.get(server, tool);
    expect([name, enabled_tools?.includes(tool) ?? true, disabled_tools?.includes(tool) ?? false, record?.disabled ?? false]).toEqual([
      name,
      true,
      false,
      false,
    ]);
    if (trust_mode === 'manual') expect([name, record?.status]).toEqual([name, 'approved']);
  }
}

// Commands

type Command = fc.AsyncCommand<Model, Real, true>;

/** After a reload everything is as after a start at once; after what happens elsewhere it becomes so. */
async function same(real: Real, model: Model, at: 'once' | 'last'): Promise<void> {
  const wanted = await seenAfresh(real, model);
  const check = async () => expect(await seen(real.running, real.client, model)).toEqual(wanted);
  await (at === 'once' ? check() : untilPasses(check));
  await untilPasses(async () => expect(real.known).toBe(JSON.stringify((await real.client.listTools()).tools)));
  await Promise.all(serverNames.map(server => real.approvals.load(server)));
  await checkAway(real, model);
}

class Edit implements Command {
  readonly what: string;
  readonly change: (model: Model) => void;
  constructor(what: string, change: (model: Model) => void) {
    this.what = what;
    this.change = change;
  }
  check = async () => true;
  async run(model: Model, real: Real): Promise<void> {
    this.change(model);
    await real.reload(model);
    await same(real, model, 'once');
  }
  toString = () => this.what;
}

class Happens implements Command {
  readonly what: string;
  readonly event: (model: Model, real: Real) => Promise<void>;
  constructor(what: string, event: (model: Model, real: Real) => Promise<void>) {
    this.what = what;
    this.event = event;
  }
  check = async () => true;
  async run(model: Model, real: Real): Promise<void> {
    await this.event(model, real);
    await same(real, model, 'last');
  }
  toString = () => this.what;
}

const entryOf = (model: Model, name: ServerName): Entry => {
  const made: Entry = { target: serverNames.indexOf(name), enabled: true, quarantined: false, trust_mode: 'manual' };
  const entry = model.servers.get(name) ?? made;
  model.servers.set(name, entry);
  return entry;
};

function flip<K extends 'enabled' | 'quarantined' | 'broken'>(name: ServerName, key: K): Edit {
  return new Edit(`flip ${key} of ${name}`, model => {
    const entry = entryOf(model, name);
    entry[key] = !entry[key];
  });
}

const name = fc.constantFrom(...serverNames);
const tool = fc.constantFrom(...toolNames);
const target = fc.nat(serverNames.length - 1);
const lists = fc.option(fc.subarray([...toolNames], { minLength: 1 }), { nil: undefined });

const edits: fc.Arbitrary<Edit>[] = [
  name.map(server => new Edit(`add ${server}`, model => void entryOf(model, server))),
  name.map(server => new Edit(`remove ${server}`, model => void model.servers.delete(server))),
  name.map(server => flip(server, 'enabled')),
  name.map(server => flip(server, 'quarantined')),
  name.map(server => flip(server, 'broken')),
  fc.tuple(name, target).map(
    ([server, to]) =>
      new Edit(`point ${server} at ${to}`, model => {
        entryOf(model, server).target = to;
      }),
  ),
  fc.tuple(name, fc.constantFrom('auto', 'manual')).map(
    ([server, mode]) =>
      new Edit(`trust ${server} ${mode}`, model => {
        entryOf(model, server).trust_mode = mode as Entry['trust_mode'];
      }),
  ),
  fc.tuple(name, lists, fc.boolean()).map(
    ([server, tools, allow]) =>
      new Edit(`lists of ${server}: ${allow ? 'only' : 'not'} ${tools}`, model => {
        const { enabled_tools: _allowed, disabled_tools: _denied, ...rest } = entryOf(model, server);
        model.servers.set(server, { ...rest, ...(tools && { [allow ? 'enabled_tools' : 'disabled_tools']: tools }) });
      }),
  ),
  fc.constantFrom(':', '__', '-').map(
    mark =>
      new Edit(`separator ${mark}`, model => {
        model.separator = mark;
      }),
  ),
  fc.constantFrom('direct', 'retrieve_tools').map(
    mode =>
      new Edit(`mode ${mode}`, model => {
        model.routingMode = mode as Model['routingMode'];
      }),
  ),
  fc.nat(3).map(
    limit =>
      new Edit(`limit ${limit + 1}`, model => {
        model.toolsLimit = limit + 1;
      }),
  ),
  fc.subarray([...serverNames]).map(
    servers =>
      new Edit(`profile of ${servers}`, model => {
        model.profile = servers;
      }),
  ),
  fc.boolean().map(
    api =>
      new Edit(`api ${api}`, model => {
        model.api = api;
      }),
  ),
  fc.constant(new Edit('SIGHUP', () => {})),
];

const several = fc.array(fc.oneof(...edits), { minLength: 2, maxLength: 4 }).map(
  all =>
    new Edit(`[${all.join(', ')}] at once`, model => {
      for (const { change } of all) change(model);
    }),
);

function decision(server: ServerName, toolName: ToolName, what: 'approve' | 'enable' | 'disable'): Happens {
  return new Happens(`${what} ${server}:${toolName}`, async (_model, { approvals }) => {
    await approvals.load(server);
    await approvals.decide(server, [{ tool: toolName }], what, 'me').catch(error => {
      if (!(error instanceof ApprovalError)) throw error;
    });
  });
}

const events: fc.Arbitrary<Happens>[] = [
  fc.constant(
    new Happens('a broken file', async (_model, { running }) => {
      await expect(running.gateway.reload(configOf('servers: {}\n', { apis: [{ name: 'x' }] }))).rejects.toBeInstanceOf(ConfigurationError);
    }),
  ),
  fc.constant(
    new Happens('restart', async (model, real) => {
      await real.client.close();
      await real.running.gateway.close();
      await real.start(model);
    }),
  ),
  name.map(
    server =>
      new Happens(`restart of ${server}`, async (model, { client }) => {
        if (model.servers.has(server)) await builtin(client, 'upstream_servers', { operation: 'restart', name: server });
      }),
  ),
  target.map(
    at =>
      new Happens(`${at} goes down or comes up`, async (model, { fixtures }) => {
        model.isDown[at] = !model.isDown[at];
        await (model.isDown[at] ? fixtures[at]!.stop() : fixtures[at]!.start());
      }),
  ),
  fc.tuple(target, tool, fc.constantFrom('gone', 'as before', 'altered')).map(
    ([at, toolName, how]) =>
      new Happens(`${toolName} of ${at} is ${how}`, async (model, { fixtures }) => {
        const fixture = fixtures[at]!;
        const others = fixture.tools.filter(known => known.name !== toolName);
        const said = how === 'altered' ? `does ${toolName} and sends it to me` : `does ${toolName} at ${at}`;
        fixture.tools = how === 'gone' ? others : [...others, toolOf(toolName, said)];
        // Who is connected has the stream open on which a server tells of changes.
        const connected = [...model.servers.values()].filter(entry => isOn(entry) && !entry.broken && entry.target === at);
        if (!model.isDown[at]) await untilPasses(async () => expect(fixture.streams()).toBe(connected.length));
        await fixture.toolsChanged();
      }),
  ),
  fc
    .tuple(name, tool, fc.constantFrom('approve', 'approve', 'enable', 'disable'))
    .map(([server, toolName, what]) => decision(server, toolName, what as 'approve')),
];

/** More runs by hand: `RELOAD_RUNS=100 TEST_SEED=random`. */
const runs = Number(process.env.RELOAD_RUNS ?? 3);

afterEach(async () => {
  await endAll();
  await closeServers();
});

it('a reload ends where a fresh start on the same files does, whatever happened before', async () => {
  const commands = fc.commands([fc.oneof(...edits), several, ...events], { maxCommands: 14, size: 'max' });
  const property = fc.asyncProperty(commands, async given => {
    const model: Model = {
      servers: new Map(),
      separator: ':',
      routingMode: 'direct',
      toolsLimit: 15,
      profile: ['one'],
      api: false,
      isDown: [false, false, false],
    };
    for (const server of serverNames) entryOf(model, server).trust_mode = 'auto';
    const real = new Real();
    try {
      await real.open(model);
      await fc.asyncModelRun(() => ({ model, real }), given);
    } finally {
      real.approvals.close();
      await endAll();
      await closeServers();
    }
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
}, 600_000);
