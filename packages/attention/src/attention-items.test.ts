import { attentionItems } from './attention-items.js';
import type { AttentionServer, AttentionState } from './state.js';

const since = Date.UTC(2026, 0, 2, 3, 4, 5);
const now = Date.UTC(2026, 0, 2, 4, 0, 0);

const ready = { state: 'ready', status: 'available', error: null, attempts: 1, since } as const;

function server(more: Partial<AttentionServer> = {}): AttentionServer {
  const waiting = { fresh: [], changed: [], unnamed: [] };
  return { name: 'github', enabled: true, quarantined: false, connection: ready, omittedTools: [], ...waiting, ...more };
}

const nothing: AttentionState = { servers: [server()], needsRestart: [] };
const of = (state: Partial<AttentionState>) => attentionItems({ ...nothing, ...state }, now);
const one = (state: Partial<AttentionState>) => {
  const items = of(state);
  expect(items).toHaveLength(1);
  return items[0]!;
};

it('nothing needs a person where everything works', () => {
  expect(of({})).toEqual([]);
  expect(of({ servers: [server({ connection: { state: 'connecting', error: null, attempts: 1, since } })] })).toEqual([]);
  expect(of({ servers: [server({ enabled: false, connection: { state: 'disabled', error: null, attempts: 0, since } })] })).toEqual([]);
  expect(of({ record: { state: 'recording', writer: 'w', records: 9, queued: 1, lost: 0 } })).toEqual([]);
});

describe('servers', () => {
  it.each(['waiting', 'failed', 'connecting'] as const)('one that is %s after a failure says why, since when, and what to do', state => {
    const connection = {
      state,
      status: 'transient',
      error: 'connection refused',
      remedy: 'nothing listens there',
      attempts: 3,
      since,
    } as const;
    expect(of({ servers: [server({ connection })] })).toEqual([
      {
        id: 'down:github',
        severity: 'error',
        subject: { kind: 'server', name: 'github' },
        since: '2026-01-02T03:04:05.000Z',
        what: 'github is down: connection refused',
        fix: 'nothing listens there',
        action: 'restart',
      },
    ]);
  });

  it('one that needs a login offers the login', () => {
    const connection = { state: 'failed', status: 'denied', error: 'nobody is logged in', needsLogin: true, attempts: 1, since } as const;
    const login = { server: 'github', subject: '', issuer: 'i', scopes: [], obtainedAt: 0, expiresAt: 1, isRefreshed: false };
    expect(one({ servers: [server({ connection })], logins: [login] })).toEqual({
      id: 'login:github',
      severity: 'error',
      subject: { kind: 'login', name: 'github' },
      since: '2026-01-02T03:04:05.000Z',
      what: 'github needs a login: nobody is logged in',
      fix: 'log in on the page, or with: mcpgw login github',
      action: 'login',
    });
  });

  it('one that a person took out of use says who did that, and how to undo it', () => {
    const at = '2026-01-02T03:30:00.000Z';
    const connection = { state: 'disabled', error: null, attempts: 0, since } as const;
    const off = (to: 'disabled' | 'quarantined') => ({ switched: { to, by: 'ops (page)', at }, connection, fresh: ['a'] });
    expect(one({ servers: [server({ ...off('quarantined'), quarantined: true })] })).toEqual({
      id: 'quarantine:github',
      severity: 'warning',
      subject: { kind: 'server', name: 'github' },
      since: at,
      what: 'github was put into quarantine by ops (page): none of its tools can be called',
      fix: 'review the server, then end the quarantine on the page',
      action: 'enable',
    });
    expect(one({ servers: [server({ ...off('disabled'), enabled: false })] })).toMatchObject({
      id: 'disabled:github',
      severity: 'info',
      what: 'github was disabled by ops (page): none of its tools can be called',
      action: 'enable',
    });
  });

  it('one in quarantine waits for a review, and its tools do not', () => {
    const connection = { state: 'disabled', error: null, attempts: 0, since } as const;
    const found = one({ servers: [server({ quarantined: true, fresh: ['a'], connection })] });
    expect(found).toMatchObject({ id: 'quarantine:github', severity: 'warning', action: 'review' });
    expect(found.what).toBe('github is in quarantine: none of its tools can be called');
  });

  it('tools that wait are told from tools that changed, with the command that approves them', () => {
    const waiting = server({ fresh: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], changed: [{ name: 'drop', hash: 'h' }] });
    const items = of({ servers: [waiting], approveCommand: name => `mcpgw tools approve --all --server ${name}` });
    expect(items.map(({ id, severity, what, fix }) => [id, severity, what, fix])).toEqual([
      [
        'changed:github',
        'warning',
        '1 tool of github changed after approval and is locked: drop',
        'look at what changed (mcpgw tools diff github:drop), then approve it on the page, or with: mcpgw tools approve --all --server github',
      ],
      [
        'review:github',
        'info',
        '7 tools of github wait for review: a, b, c, d, e and 2 more',
        'look at them (mcpgw tools show github:a), then approve them on the page, or with: mcpgw tools approve --all --server github',
      ],
    ]);
  });

  it('one tool is "it", several are "them"', () => {
    const fixes = (fresh: string[], changed: string[]) =>
      of({ servers: [server({ fresh, changed: changed.map(name => ({ name, hash: 'h' })) })] }).map(({ fix }) => fix);
    expect(fixes(['a'], ['b', 'c'])).toEqual([
      'look at what changed (mcpgw tools diff github:b), then approve them on the page',
      'look at it (mcpgw tools show github:a), then approve it on the page',
    ]);
  });

  it.each([
    ['unreadable', 'the approvals of github cannot be read, so all of its tools are locked: damaged'],
    ['unwritable', 'the approvals of github cannot be stored, so its new and changed tools are locked: damaged'],
  ] as const)('approvals that are %s', (kind, what) => {
    expect(one({ servers: [server({ approvalsFault: { kind, reason: 'damaged' } })] })).toMatchObject({ id: 'approvals:github', what });
  });

  it('tools that cannot be used, and names that lead elsewhere', () => {
    const items = of({ servers: [server({ omittedTools: [{ tool: 'x', reason: 'its schema is not an object' }], unnamed: ['y', 'z'] })] });
    expect(items.map(({ what }) => what)).toEqual([
      '1 tool of github cannot be used: x: its schema is not an object',
      '2 tools of github are left out, since the names would lead to other tools: y, z',
    ]);
  });

  it('names of servers and tools control no terminal', () => {
    const connection = { ...ready, state: 'failed', error: 'x\u001b[2J\nready' } as const;
    const [item] = of({ servers: [server({ name: 'a\u001b[31m', connection })] });
    expect(JSON.stringify([item!.what, item!.fix])).not.toMatch(/\\u001b|\\n/);
  });
});

it('a tool that changes once more is another version of the same item', () => {
  const version = (hash: string) => one({ servers: [server({ changed: [{ name: 'drop', hash }] })] }).version;
  expect(version('a')).toBe(version('a'));
  expect(version('a')).not.toBe(version('b'));
});

describe('the gateway', () => {
  it.each<[string, Partial<AttentionState>, string, string]>([
    ['refused', { refused: { at: new Date(since), reason: 'line 3: unknown field' } }, 'config:refused', 'error'],
    ['restart', { needsRestart: ['listen.port'] }, 'config:restart', 'info'],
    ['store', { storeFault: 'connection refused' }, 'store:fault', 'error'],
    ['full store', { sessionsFault: 'ENOSPC' }, 'store:sessions', 'error'],
    ['record', { record: { state: 'failing', writer: 'w', records: 0, queued: 3, lost: 0, error: 'ENOSPC' } }, 'record:failing', 'error'],
    ['lost records', { record: { state: 'recording', writer: 'w', records: 0, queued: 0, lost: 2 } }, 'record:lost', 'warning'],
    ['logins', { loginsFault: 'wrong key' }, 'login:unreadable', 'error'],
    ['full disk', { disk: { folder: '/s', free: 1, total: 1e12 } }, 'disk:store', 'error'],
    ['disk', { disk: { folder: '/s', free: 5e8, total: 1e12 } }, 'disk:store', 'warning'],
    ['clock', { clockAheadMs: 11_000 }, 'clock:off', 'warning'],
    ['clock far off', { clockAheadMs: -600_000 }, 'clock:off', 'error'],
  ])('%s', (_name, state, id, severity) => {
    expect(one(state)).toMatchObject({ id, severity, what: expect.any(String), fix: expect.any(String) });
  });

  it.each<[string, Partial<AttentionState>]>([
    ['a small disk with much of it free', { disk: { folder: '/s', free: 5e8, total: 1e9 } }],
    ['a clock that is a little off', { clockAheadMs: -9_000 }],
  ])('%s needs nobody', (_name, state) => {
    expect(of(state)).toEqual([]);
  });

  const login = { server: 'jira', subject: '', issuer: 'i', scopes: [], obtainedAt: now - 3_600_000, isRefreshed: false };
  it.each<[string, object, [string, string] | undefined]>([
    ['ends in an hour of four', { expiresAt: now + 1_200_000 }, ['the login to jira ends at 2026-01-02T04:20:00.000Z', 'warning']],
    ['ends late', { expiresAt: now + 7_200_000 }, undefined],
    ['is refreshed', { expiresAt: now - 1, isRefreshed: true }, undefined],
    ['never ends', {}, undefined],
    ['has ended', { expiresAt: now - 1000 }, ['the login to jira ended at 2026-01-02T03:59:59.000Z', 'error']],
    ['was revoked', { ended: 'refused' }, ['the login to jira is over: refused', 'error']],
    ['of a person was revoked', { subject: 'ann', ended: 'refused' }, ['the login of ann to jira is over: refused', 'warning']],
  ])('a login that %s', (_name, more, expected) => {
    const items = of({ logins: [{ ...login, ...more } as never] });
    expect(items.map(({ what, severity }) => [what, severity])).toEqual(expected === undefined ? [] : [expected]);
  });

  it('errors come first, and equal states give equal lists', () => {
    const down = { state: 'failed', error: 'gone', attempts: 1, since } as const;
    const servers = [server({ name: 'b', fresh: ['x'] }), server({ name: 'c', connection: down }), server({ name: 'a', connection: down })];
    const ids = of({ servers, storeFault: 'gone', needsRestart: ['x'] }).map(({ id }) => id);
    expect(ids).toEqual(['down:a', 'down:c', 'store:fault', 'config:restart', 'review:b']);
    expect(of({ servers: [...servers].reverse(), storeFault: 'gone', needsRestart: ['x'] }).map(({ id }) => id)).toEqual(ids);
  });
});
