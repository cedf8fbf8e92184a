import { ClientRefusal, ClientSession, type MessageWriter } from './session.js';
import { Sessions } from './sessions.js';

const identity = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't' } };
const origin = { profile: undefined, owner: '' };

function writer(): MessageWriter & { sent: { id?: string; method: string; params?: unknown }[]; open: boolean } {
  const sent: { id?: string; method: string }[] = [];
  return { open: true, sent, write: message => void sent.push(JSON.parse(message)) };
}

describe('sessions', () => {
  function make(maxSessions: number) {
    const clock = { now: 0 };
    const ended: string[] = [];
    const sessions = new Sessions({ current: { sessionLimits: { maxSessions, idleMs: 100 } } }, undefined, () => clock.now);
    sessions.onEnd(session => ended.push(session.id));
    return { clock, ended, sessions };
  }

  it('end when they were silent too long, unless a request is in flight or a stream is open', () => {
    const { clock, ended, sessions } = make(10);
    const [silent, busy, listening, seen] = [1, 2, 3, 4].map(() => sessions.open(identity, origin)!);
    busy!.beginRequest(1, new AbortController(), writer());
    listening!.listen(writer());
    clock.now = 99;
    sessions.find(seen!.id);
    clock.now = 150;
    sessions.expire();
    expect(ended).toEqual([silent!.id]);
    expect(sessions.find(silent!.id)).toBeUndefined();
    busy!.endRequest(1);
    clock.now = 400;
    sessions.expire();
    expect(ended.sort()).toEqual([silent!.id, busy!.id, seen!.id].sort());
  });

  it('make room: the longest silent one first, a busy one never', () => {
    const { clock, ended, sessions } = make(2);
    const first = sessions.open(identity, origin)!;
    clock.now = 1;
    const second = sessions.open(identity, origin)!;
    clock.now = 2;
    sessions.find(first.id);
    const third = sessions.open(identity, origin)!;
    expect(ended).toEqual([second.id]);
    for (const session of [first, third]) session.beginRequest(1, new AbortController(), writer());
    expect(sessions.open(identity, origin)).toBeUndefined();
  });

  it('that end end their calls', () => {
    const { sessions } = make(2);
    const session = sessions.open(identity, origin)!;
    const controller = new AbortController();
    session.beginRequest(1, controller, writer());
    sessions.endAll('the gateway stops');
    expect(controller.signal.reason).toMatchObject({ name: 'SessionEnded', message: 'the gateway stops' });
    expect(sessions.size).toBe(0);
  });
});

describe('a session', () => {
  const make = () => new ClientSession('id', identity, origin, 0);
  const signal = new AbortController().signal;

  it('asks on the stream of the latest request, else on the standing one', async () => {
    const session = make();
    const [standing, first, second] = [writer(), writer(), writer()];
    await expect(session.request('roots/list', undefined, signal)).rejects.toMatchObject({ message: 'the client does not listen' });
    session.listen(standing);
    void session.request('roots/list', undefined, signal);
    session.beginRequest(1, new AbortController(), first);
    session.beginRequest(2, new AbortController(), second);
    const asked = session.request('sampling/createMessage', { a: 1 }, signal);
    expect([standing, first, second].map(({ sent }) => sent.length)).toEqual([1, 0, 1]);
    session.receiveResponse({ id: second.sent[0]!.id!, result: { ok: true } });
    expect(await asked).toEqual({ ok: true });
  });

  it('gives the refusal of its client, and takes no answer that nobody waits for', async () => {
    const session = make();
    const standing = writer();
    session.listen(standing);
    const asked = session.request('elicitation/create', {}, signal);
    session.receiveResponse({ id: 'other', result: {} });
    session.receiveResponse({ id: standing.sent[0]!.id!, error: { code: -1, message: 'no', data: 5 } });
    await expect(asked).rejects.toEqual(new ClientRefusal({ code: -1, message: 'no', data: 5 }));
    session.receiveResponse({ id: standing.sent[0]!.id!, result: {} });
  });

  it('takes a question back', async () => {
    const session = make();
    const standing = writer();
    session.listen(standing);
    const controller = new AbortController();
    const asked = session.request('elicitation/create', {}, controller.signal);
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(standing.sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: standing.sent[0]!.id } });
  });

  it('has one request of an id in flight', () => {
    const session = make();
    const controller = new AbortController();
    expect(session.beginRequest(1, controller, writer())).toBe(true);
    expect(session.beginRequest(1, new AbortController(), writer())).toBe(false);
    session.cancel('1', 'not this one');
    expect(controller.signal.aborted).toBe(false);
    session.cancel(1, 'this one');
    expect(controller.signal.reason).toBe('this one');
  });
});
