/**
 * Three gateways on one Redis: generated sequences of calls, questions, cancellations, breaks, resumptions and kills, and a model of what each
 * client sees. Every request gets one answer or one named failure, every report of progress comes once, and nothing reaches another session.
 */
import { redisMissing, startRedis, stopRedis } from '../../packages/store/test/redis-server.js';
import { type Fixture, type GatedCall, startFixture, stopFixtures } from '../../packages/upstreams/test/fixtures.js';
import { describeUnless } from '../helpers/needs.js';
import { randomBelow } from '../helpers/random.js';
import { seed } from '../helpers/seed.js';
import { until } from '../helpers/until.js';
import { type Exchange, isAnswer, type Message, progressOf, ResumingClient } from './resuming-client.js';
import { endAll, gatewayFile, type Served, serve } from './serve-helpers.js';

jest.setTimeout(600_000);

interface ModelledCall {
  readonly client: ResumingClient;
  readonly text: string;
  readonly id: string | number;
  /** The replica that runs it. */
  readonly owner: Served;
  readonly gate: GatedCall;
  /** The connections on which the client has read its stream, in order. */
  readonly exchanges: Exchange[];
  progress: number;
  state: 'running' | 'finished' | 'cancelled' | 'lost';
}

const count = 3;
const steps = 70;

class Run {
  readonly #below = randomBelow(seed);
  readonly #fixture: Fixture;
  readonly #file: string;
  readonly #replicas: Served[];
  readonly #clients: ResumingClient[] = [];
  readonly calls: ModelledCall[] = [];
  readonly trail: string[] = [];
  kills = 0;

  constructor(fixture: Fixture, file: string, replicas: Served[]) {
    this.#fixture = fixture;
    this.#file = file;
    this.#replicas = replicas;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!;
  }

  get #running(): ModelledCall[] {
    return this.calls.filter(({ state }) => state === 'running');
  }

  async step(): Promise<void> {
    const kinds = ['call', 'call', 'report', 'report', 'report', 'ask', 'ask', 'break', 'break', 'finish', 'cancel'];
    const kind = this.#clients.length < 3 ? 'open' : this.#running.length === 0 ? 'call' : this.#one(kinds);
    const call = this.#running.length > 0 ? this.#one(this.#running) : undefined;
    this.trail.push(`${kind} ${call?.text ?? ''}`);
    if (kind === 'open') this.#clients.push(await ResumingClient.open(this.#one(this.#replicas).port, { elicitation: {} }));
    else if (kind === 'call') await this.#call();
    else if (kind === 'report') await this.#report(call!);
    else if (kind === 'ask') await this.#ask(call!);
    else if (kind === 'break') this.#resume(call!);
    else if (kind === 'finish') this.#finish(call!);
    else await this.#cancel(call!);
  }

  async #call(): Promise<void> {
    const client = this.#one(this.#clients);
    const owner = this.#one(this.#replicas);
    const text = `c${this.calls.length}`;
    const exchange = client.call(owner.port, 'gated', { text });
    const gate = await until(() => this.#fixture.gates.get(text), `a call of ${text}`);
    const call: ModelledCall = { client, text, id: exchange.id, owner, gate, exchanges: [exchange], progress: 0, state: 'running' };
    this.calls.push(call);
    await this.#report(call);
    await until(() => progressOf(exchange.messages).length === 1);
  }

  async #report(call: ModelledCall): Promise<void> {
    await call.gate.progress(++call.progress);
  }

  async #ask(call: ModelledCall): Promise<void> {
    const asked = call.gate.ask(call.text).catch((error: Error) => error);
    // A question comes on the stream of the latest request of its client.
    const ofClient = () => this.calls.filter(({ client }) => client === call.client).flatMap(({ exchanges }) => exchanges);
    const seen = () =>
      ofClient()
        .flatMap(({ messages }) => messages)
        .find(isQuestionOf(call.text, this.answered));
    const question = await until(seen, `the question of ${call.text}: ${this.trail.join(', ')}`);
    this.answered.add(question.id);
    const at = this.#one(this.#replicas).port;
    expect(await call.client.post(at, { id: question.id, result: { action: 'accept', content: { of: call.text } } }).answered()).toBe(202);
    expect(await asked).toMatchObject({ action: 'accept', content: { of: call.text } });
  }

  readonly answered = new Set<unknown>();

  #resume(call: ModelledCall): void {
    const last = call.exchanges.at(-1)!;
    last.break();
    const from = [...call.exchanges].reverse().find(({ lastId }) => lastId !== undefined)!.lastId;
    call.exchanges.push(call.client.get(this.#one(this.#replicas).port, from));
  }

  #finish(call: ModelledCall): void {
    call.state = 'finished';
    call.gate.finish();
  }

  async #cancel(call: ModelledCall): Promise<void> {
    call.state = 'cancelled';
    const params = { requestId: call.id };
    await call.client.post(this.#one(this.#replicas).port, { method: 'notifications/cancelled', params }).answered();
    await until(() => this.#fixture.seen.cancelled.some(args => (args as { text: string }).text === call.text));
  }

  /** Every stream is read to where it is now. */
  async settle(): Promise<void> {
    for (const call of this.#running) {
      const reported = () => call.exchanges.flatMap(({ messages }) => progressOf(messages)).length >= call.progress;
      if (call.exchanges.at(-1)!.isEnded) this.#resume(call);
      await until(reported, `the progress of ${call.text}: ${this.trail.join(', ')}`);
    }
  }

  async kill(): Promise<void> {
    await this.settle();
    // What was answered at the moment of the kill may have reached its client or not.
    for (const call of this.calls) if (call.state === 'finished') await this.#answered(call);
    const at = this.#below(count);
    const victim = this.#replicas[at]!;
    this.trail.push(`kill ${at}`);
    await victim.stop('SIGKILL');
    this.kills++;
    for (const call of this.#running) if (call.owner === victim) call.state = 'lost';
    this.#replicas[at] = await serve(this.#file);
    // Whoever read at the killed one resumes elsewhere.
    for (const call of this.calls)
      if (['running', 'lost'].includes(call.state) && (call.exchanges.at(-1)!.isEnded || call.owner === victim)) this.#resume(call);
  }

  async end(): Promise<void> {
    for (const call of this.#running) this.#finish(call);
    for (const call of this.calls) {
      if (call.state !== 'cancelled') await this.#answered(call);
      const all = call.exchanges.flatMap(({ messages }) => messages);
      expect([call.text, progressOf(all)]).toEqual([call.text, Array.from({ length: call.progress }, (_, index) => index + 1)]);
      expect([call.text, call.state, all.filter(isAnswer)]).toEqual([call.text, call.state, expectedAnswers(call)]);
      const strangers = all.filter(({ method, params }) => method === 'elicitation/create' && params!.message !== call.text);
      expect(strangers.filter(({ params }) => !this.#isOf(call.client, params!.message))).toEqual([]);
    }
  }

  async #answered(call: ModelledCall): Promise<void> {
    const isAnswered = () => call.exchanges.some(({ messages }) => messages.some(isAnswer));
    if (!isAnswered() && call.exchanges.at(-1)!.isEnded) this.#resume(call);
    await until(isAnswered, `the answer of ${call.text} (${call.state}): ${this.trail.join(', ')}`);
  }

  #isOf(client: ResumingClient, text: unknown): boolean {
    return this.calls.some(call => call.client === client && call.text === text);
  }
}

const isQuestionOf =
  (text: string, answered: ReadonlySet<unknown>) =>
  ({ method, id, params }: Message): boolean =>
    method === 'elicitation/create' && params!.message === text && !answered.has(id);

function expectedAnswers({ state, text, id }: ModelledCall): unknown[] {
  if (state === 'cancelled') return [];
  if (state === 'finished') return [{ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `done ${text}` }] } }];
  return [
    expect.objectContaining({ id, error: expect.objectContaining({ data: expect.objectContaining({ failure_mode: 'replica_lost' }) }) }),
  ];
}

describeUnless(redisMissing, 'three gateways and one Redis', () => {
  afterEach(async () => {
    await endAll();
    await Promise.all([stopFixtures(), stopRedis()]);
  });

  it(`any order of events ends as the model says (seed ${seed})`, async () => {
    const fixture = await startFixture();
    fixture.tools = [{ name: 'gated', inputSchema: { type: 'object' } }];
    const { url } = await startRedis();
    const file = gatewayFile({
      servers: { s: { url: fixture.url, trust_mode: 'auto' } },
      tool_names: { prefix: false },
      store: { type: 'redis', url },
    });
    const replicas: Served[] = [];
    while (replicas.length < count) replicas.push(await serve(file));
    const run = new Run(fixture, file, replicas);
    for (let step = 1; step <= steps; step++) {
      await run.step();
      if (step % 25 === 0) await run.kill();
    }
    await run.end();
    expect(run.kills).toBe(2);
  });
});
