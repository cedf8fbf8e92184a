/** The ratchet through whole servers: clients come, go and call at the same time; servers restart over the same state. */
import fc from 'fast-check';
import { z } from 'zod';
import { CONNECT, READ, toolPermission } from '../src/permissions.js';
import { privateData } from '../src/private-data.js';
import { sensitivities } from '../src/sensitivity.js';
import { createMcpServer, type KitServer } from '../src/server.js';
import { connectInMemory, type TestClient, temporaryData } from '../src/testing.js';

const sessions = ['s1', 's2'];
const clientsEach = 2;

/** What happened, in order: what was recorded, and where data left. */
type Event = { readonly session: number; readonly what: 'recorded' | 'sent'; readonly level: number };

class World {
  readonly #dataDir: string;
  readonly events: Event[] = [];
  #server: KitServer;
  #clients: TestClient[] = [];

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#server = this.#newServer();
  }

  #newServer(): KitServer {
    const inputSchema = z.object({ session: z.number(), level: z.enum(['public', 'internal', 'confidential', 'secret']) });
    return createMcpServer('world', { dataDir: this.#dataDir })
      .tool(
        'load',
        { inputSchema },
        toolPermission(READ)(async ({ session, level }) => {
          await privateData().addPrivateDataset('data', level);
          this.events.push({ session, what: 'recorded', level: sensitivities.indexOf(level) });
          return 'loaded';
        }),
      )
      .tool(
        'send',
        { inputSchema: z.object({ session: z.number() }) },
        toolPermission(CONNECT)(({ session }) => {
          this.events.push({ session, what: 'sent', level: 0 });
          return 'sent';
        }),
      )
      .tool(
        'level',
        {},
        toolPermission(READ)(() => privateData().sensitivity()),
      );
  }

  async open(): Promise<void> {
    const ids = sessions.flatMap(sessionId => Array.from({ length: clientsEach }, () => sessionId));
    this.#clients = await Promise.all(ids.map(sessionId => connectInMemory(this.#server, { userId: 'alice', sessionId })));
  }

  async restart(): Promise<void> {
    await this.#server.close();
    this.#server = this.#newServer();
    await this.open();
  }

  call(client: number, tool: string, args: Record<string, unknown> = {}) {
    return this.#clients[client]!.call(tool, args);
  }

  async levels(): Promise<number[]> {
    const answers = await Promise.all(this.#clients.map(({ call }) => call('level')));
    return answers.map(({ text }) => sensitivities.indexOf(text as 'public'));
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

const client = fc.nat({ max: sessions.length * clientsEach - 1 });
const step = fc.oneof(
  fc.record({ tool: fc.constant('load'), client, level: fc.constantFrom(...sensitivities) }),
  fc.record({ tool: fc.constant('send'), client, level: fc.constant('public') }),
);
/** Calls at the same time, after a restart or not. */
interface Round {
  readonly restart: boolean;
  readonly calls: readonly { readonly tool: string; readonly client: number; readonly level: string }[];
}

/** Groups of calls at the same time, with a restart before some of them. */
const groups = fc.array(fc.record({ restart: fc.boolean(), calls: fc.array(step, { minLength: 1, maxLength: 6 }) }), { maxLength: 6 });

async function play(plan: readonly Round[]) {
  const { dataDir, remove } = await temporaryData();
  const world = new World(dataDir);
  await world.open();
  const seen = [await world.levels()];
  try {
    for (const { restart, calls } of plan) {
      if (restart) await world.restart();
      await Promise.all(
        calls.map(({ tool, client: index, level }) => {
          const session = Math.floor(index / clientsEach);
          return world.call(index, tool, tool === 'load' ? { session, level } : { session });
        }),
      );
      seen.push(await world.levels());
    }
    return { events: world.events, seen };
  } finally {
    await world.close();
    await remove();
  }
}

test('in any order of calls, reconnects and restarts, no level falls and nothing leaves after private data was recorded', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async plan => {
      const { events, seen } = await play(plan);
      for (const [round, levels] of seen.entries()) {
        expect(levels.every((level, index) => round === 0 || level >= seen[round - 1]![index]!)).toBe(true);
      }
      for (const session of sessions.keys()) {
        const own = events.filter(event => event.session === session);
        const first = own.findIndex(({ what, level }) => what === 'recorded' && level > 0);
        expect(first < 0 ? [] : own.slice(first).filter(({ what }) => what === 'sent')).toEqual([]);
        const highest = Math.max(0, ...own.filter(({ what }) => what === 'recorded').map(({ level }) => level));
        expect(seen.at(-1)!.slice(session * clientsEach, (session + 1) * clientsEach)).toEqual(Array(clientsEach).fill(highest));
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
