import { nanosecondsAt, walk } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const hour = 3_600_000_000_000n;
/** From how long on a duration reads as a mistake of its unit. */
const most: Readonly<Record<string, bigint>> = {
  requestTimeout: hour,
  backendRequestTimeout: hour,
  connectTimeout: hour / 12n,
  http1IdleTimeout: hour * 24n,
  backoff: hour / 30n,
  poolIdleTimeout: hour * 24n,
  handshakeTimeout: hour / 12n,
  connectionTerminationDeadline: hour,
  connectionMinTerminationDeadline: hour / 2n,
  fillInterval: hour * 24n,
  http2KeepaliveInterval: hour,
  maxAge: hour * 24n,
  ttl: hour,
  defaultTtl: hour * 24n,
};

/** What a long time does, where "hardly ever reached" is not it. */
const effects: Readonly<Record<string, string>> = {
  connectionTerminationDeadline: 'is longer than Kubernetes and systemd let a process end: it is killed sooner',
  connectionMinTerminationDeadline: 'holds every stop back so long',
  fillInterval: 'refills the limit so seldom that a caller who has used it up is refused for that long',
  http2KeepaliveInterval: 'finds a lost connection long after its clients',
  maxAge: 'is cut to a day or less by browsers',
  ttl: 'keeps what was decided so long: a permission that is withdrawn goes on',
  defaultTtl: 'keeps a token after the time for which it was given',
};

export const timeoutHuge: Rule = {
  id: 'timeout-huge',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A limit that is never reached protects nothing: requests to a server that hangs pile up.',
  docs: {
    checks:
      'Looks for timeouts, pauses, caches and intervals that are so long that the unit is probably wrong, such as hours instead of seconds.',
    seen: 'Live: v1.1.0 and v1.4.1 take the file.',
    fix: 'Write a time after which nobody waits for the answer any more.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: 30h'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const key = String(path.at(-1));
        const limit = Object.hasOwn(most, key) ? most[key] : undefined;
        const time = nanosecondsAt(node);
        if (limit === undefined || time === undefined || time <= limit || (path.includes('extAuthz') && key !== 'ttl')) return;
        const effect = Object.hasOwn(effects, key) ? effects[key] : 'is hardly ever reached';
        report({ at: node, path, message: `"${key}" of ${text(node)} ${effect}`, suggestion: 'check the unit: s, m or h' });
      },
      ({ last = '' }) => Object.hasOwn(most, last),
    );
  },
};
