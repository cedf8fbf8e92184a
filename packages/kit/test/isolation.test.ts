/**
 * Any number of clients, two instances with the real store on disk, and whatever may happen to them: the level of the session never
 * falls, and no call that begins after private data entered runs on the normal instance.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createMcpServer,
  createSessionToken,
  type DataSensitivity,
  type HttpServing,
  type KitServer,
  McpClientPrivateData,
  PrivateData,
  privateData,
  READ,
  sessionEnvironment,
  type TemporaryData,
  temporaryData,
  toolPermission,
} from '@mcpgw/kit';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { sensitivities } from '../src/sensitivity.js';

const identity = { userId: 'alice', sessionId: 'property' };
const levels = sensitivities.slice(1);

/** Two instances, the clients, and what is known of the session outside of them. */
class World {
  readonly data: TemporaryData;
  readonly clients: McpClientPrivateData[] = [];
  readonly leaks: string[] = [];
  readonly #servers = new Map<'normal' | 'isolated', { server: KitServer; serving: HttpServing }>();
  readonly #running: Promise<unknown>[] = [];
  now = Date.now();
  entered = false;
  level: DataSensitivity = 'public';

  constructor(data: TemporaryData) {
    this.data = data;
  }

  get auth() {
    const clock = () => new Date(this.now);
    return { secret: 'a secret that only this test knows, 0123456789', issuer: 'test', audience: 'test', clock };
  }

  /** What a handler does on after its client has left. */
  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#running.push(work.catch(() => undefined));
    return work;
  }

  /** As another process sees the session: with a store of its own, and no memory. */
  fresh(): PrivateData {
    return new PrivateData({ ...identity, ...sessionEnvironment(this.data, {}) });
  }

  async restart(instance: 'normal' | 'isolated'): Promise<void> {
    await this.#servers.get(instance)?.serving.close(0);
    const server = createMcpServer('test', { ...this.data, auth: this.auth, instance, onError: () => {} });
    const noted =
      (tool: string) =>
      ({ late }: { late?: boolean }) => {
        if (instance === 'normal' && late) this.leaks.push(tool);
      };
    const schema = { inputSchema: { type: 'object' } } as const;
    server.tool(
      'where',
      schema,
      toolPermission(READ)(async (args: { late?: boolean }) => {
        noted('where')(args);
        return instance;
      }),
    );
    server.tool(
      'load',
      schema,
      toolPermission(READ)(async (args: { late?: boolean; level?: DataSensitivity }) => {
        noted('load')(args);
        await this.#tracked(privateData().addPrivateDataset('records', args.level!));
        this.entered = true;
        return 'loaded';
      }),
    );
    this.#servers.set(instance, { server, serving: await server.serveHttp({ port: 0 }) });
  }

  client(): McpClientPrivateData {
    const token = () => createSessionToken(this.auth, identity);
    const to = (instance: 'normal' | 'isolated') => () =>
      new StreamableHTTPClientTransport(new URL(this.#servers.get(instance)!.serving.url), { authProvider: { token } });
    return new McpClientPrivateData({
      name: 'test',
      url: to('normal'),
      urlIsolated: to('isolated'),
      privateData: this.fresh(),
      readTimeout: 10,
    });
  }

  async call(index: number, tool: 'where' | 'load', level: DataSensitivity): Promise<void> {
    const client = this.clients[index % this.clients.length]!;
    await client.callTool(tool, { late: this.entered, level }).catch(() => undefined);
  }

  /** The level as another process reads it; it must not be below what was read before. */
  async checkLevel(): Promise<void> {
    const level = await this.fresh().sensitivity();
    expect(sensitivities.indexOf(level)).toBeGreaterThanOrEqual(sensitivities.indexOf(this.level));
    this.level = level;
  }

  corrupt(): void {
    const folder = join(this.data.dataDir, 'private_data');
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (entry.endsWith('.v')) writeFileSync(join(folder, entry), 'nonsense');
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map(client => client.close()));
    await Promise.all([...this.#servers.values()].map(({ serving }) => serving.close(0)));
    await Promise.all(this.#running);
    // Calls whose client has left may still write.
    await rm(this.data.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

type Step = (world: World, pending: Promise<unknown>[]) => Promise<void> | void;

const level = fc.constantFrom(...levels);
const clients = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 });
const named = (text: string, step: Step): Step => Object.assign(step, { toString: () => text, [fc.toStringMethod]: () => text });

const calls = fc
  .tuple(clients, fc.constantFrom('where' as const, 'where' as const, 'load' as const), level)
  .map(([who, tool, data]) =>
    named(`${tool} ${data} by ${who}`, (world, pending) => void pending.push(...who.map(index => world.call(index, tool, data)))),
  );
const elsewhere = level.map(data =>
  named(`${data} elsewhere`, async world => {
    await world
      .fresh()
      .addPrivateDataset('elsewhere', data)
      .then(
        () => (world.entered = true),
        () => undefined,
      );
  }),
);
const reopen = fc.nat({ max: 3 }).map(index =>
  named(`reopen ${index}`, async world => {
    const at = index % world.clients.length;
    await world.clients[at]!.close();
    world.clients[at] = world.client();
    await world.clients[at]!.open();
  }),
);
const restart = fc
  .constantFrom('normal' as const, 'isolated' as const)
  .map(which => named(`restart ${which}`, world => world.restart(which)));
const clock = fc.integer({ min: -86_400_000, max: 86_400_000 }).map(by =>
  named(`clock ${by}`, world => {
    world.now += by;
  }),
);
/** What is being written then goes on from what was read before: it would stand above the nonsense, at the level that is right. */
const corrupt = fc.constant(
  named('corrupt', async (world, pending) => {
    await Promise.all(pending);
    world.corrupt();
  }),
);

const step = fc.oneof(
  { weight: 6, arbitrary: calls },
  { weight: 2, arbitrary: reopen },
  { weight: 1, arbitrary: elsewhere },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: clock },
  { weight: 1, arbitrary: corrupt },
);

test('the ratchet, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 12 }), async (count, steps) => {
      const world = new World(await temporaryData());
      try {
        await Promise.all([world.restart('normal'), world.restart('isolated')]);
        for (let index = 0; index < count; index++) world.clients.push(world.client());
        await Promise.all(world.clients.map(client => client.open()));
        const pending: Promise<unknown>[] = [];
        for (const take of steps) {
          await take(world, pending);
          await world.checkLevel();
        }
        await Promise.all(pending);
        await world.checkLevel();
        expect(world.leaks).toEqual([]);
        if (world.entered) expect(world.level).not.toBe('public');
      } finally {
        await world.end();
      }
    }),
    { numRuns: 20 },
  );
}, 180_000);
