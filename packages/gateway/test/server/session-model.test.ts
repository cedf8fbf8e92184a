/** Sessions at two gateways on one real Redis: generated requests and faults, and a model that says what each is answered. */
import { describeUnless } from '../../../../test/helpers/needs.js';
import { randomNumbers } from '../../../../test/helpers/random.js';
import { seed } from '../../../../test/helpers/seed.js';
import { until } from '../../../../test/helpers/until.js';
import { redisMissing } from '../../../store/test/redis-server.js';
import { back, beginRedis, count, end, endReplicas, lost, open, post, type Replica, states, two } from './replicas.js';

jest.setTimeout(300_000);

type At = 0 | 1;

interface Modelled {
  readonly id: string;
  /** The replicas that have it. */
  readonly at: Set<At>;
  stored: boolean;
  ended: boolean;
  /** The replica that it was ended at, where that alone knows it. */
  untoldBy?: At | undefined;
}

const faults = ['dead', 'frozen', 'flushed', 'full', 'readOnly'] as const;
type Now = 'up' | (typeof faults)[number];

const isAnswered = (now: Now) => now !== 'dead' && now !== 'frozen';
const takes = (now: Now) => isAnswered(now) && now !== 'full' && now !== 'readOnly';

function expectedStatus({ at: having, stored, ended, untoldBy }: Modelled, at: At, now: Now): number | readonly number[] {
  if (untoldBy === at) return 404;
  // Who ended it while the store was refusing may still remember that.
  if (ended && untoldBy === undefined) return isAnswered(now) ? 404 : [404, 503];
  if (having.has(at)) return 200;
  if (!isAnswered(now)) return 503;
  return stored ? 200 : 404;
}

class Run {
  readonly #next = randomNumbers(seed);
  readonly #replicas: readonly [Replica, Replica];
  readonly #sessions: Modelled[] = [];
  readonly #trail: string[] = [];

  constructor(replicas: readonly [Replica, Replica]) {
    this.#replicas = replicas;
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor((this.#next() / 2 ** 32) * of.length)]!;
  }

  async #use(session: Modelled, at: At, now: Now): Promise<number> {
    const method = this.one(['ping', 'logging/setLevel']);
    const { status } = await post(this.#replicas[at], session.id, method, { level: 'error' });
    this.#saw(`${method} of ${session.id} at ${at} while ${now}`, status, expectedStatus(session, at, now));
    return status;
  }

  #saw(what: string, status: number, expected: number | readonly number[]): void {
    this.#trail.push(`${what}: ${status}`);
    const allowed = [expected].flat();
    expect({ trail: this.#trail, status, allowed: allowed.includes(status) }).toEqual({ trail: this.#trail, status, allowed: true });
  }

  /** All sessions are used where they are: what is to be written is written, and what another replica changed is known. */
  async settle(): Promise<void> {
    for (const session of this.#sessions) {
      for (const at of session.at) await this.#use(session, at, 'up');
      session.stored = session.at.size > 0;
    }
  }

  async act(now: Now): Promise<void> {
    const at = this.one([0, 1] as const);
    const session = this.one(this.#sessions);
    const what = this.#sessions.length < 3 ? 'open' : this.one(['open', 'use', 'use', 'use', 'use', 'end']);
    if (what === 'open') return this.#open(at, now);
    if (what === 'end') return this.#end(session, at, now);
    if ((await this.#use(session, at, now)) !== 200) return;
    session.at.add(at);
    session.stored ||= takes(now);
  }

  async #open(at: At, now: Now): Promise<void> {
    const id = await open(this.#replicas[at]);
    this.#trail.push(`open ${id} at ${at} while ${now}`);
    this.#sessions.push({ id, at: new Set([at]), stored: takes(now), ended: false });
  }

  async #end(session: Modelled, at: At, now: Now): Promise<void> {
    if (!session.at.has(at) || session.ended) return;
    // A store that is full takes no end, but lets the session be removed; what a store never took is in no other one's hands.
    const isTold = takes(now) || now === 'full' || (now === 'readOnly' && !session.stored);
    this.#saw(`end of ${session.id} at ${at} while ${now}`, await end(this.#replicas[at], session.id), isTold ? 200 : 202);
    session.ended = true;
    if (isTold) session.at.clear();
    else {
      session.at.delete(at);
      session.untoldBy = at;
    }
  }

  async fault(fault: (typeof faults)[number], steps: number): Promise<void> {
    const { begin, finish, noticed } = states[fault]!;
    const before = this.#replicas.map(each => count(each, back));
    const untilNoticed = async (event: string) => {
      if (noticed) await until(() => this.#replicas.every((each, at) => count(each, event) === before[at]! + 1));
    };
    this.#trail.push(`begin ${fault}`);
    await begin();
    await untilNoticed(lost);
    if (fault === 'flushed') for (const session of this.#sessions) session.stored = false;
    for (let step = 0; step < steps; step++) await this.act(fault);
    this.#trail.push(`finish ${fault}`);
    await finish();
    await untilNoticed(back);
    for (const session of this.#sessions) await this.#untilTold(session);
  }

  /** An end that could not be told is told by itself. */
  async #untilTold(session: Modelled): Promise<void> {
    if (session.untoldBy === undefined) return;
    for (const each of this.#replicas) await until(async () => (await post(each, session.id)).status === 404);
    session.at.clear();
    session.untoldBy = undefined;
  }

  async everywhere(): Promise<void> {
    for (const session of this.#sessions) for (const at of [0, 1] as const) await this.#use(session, at, 'up');
  }
}

describeUnless(redisMissing, 'two gateways and one Redis', () => {
  beforeEach(beginRedis);
  afterEach(endReplicas);

  it(`any order of requests and faults ends as the model says (seed ${seed})`, async () => {
    const run = new Run(await two());
    for (let round = 0; round < 12; round++) {
      for (let step = 0; step < 6; step++) await run.act('up');
      await run.settle();
      await run.fault(run.one(faults), 6);
      await run.settle();
    }
    await run.everywhere();
  });
});
