import { integerOf, nanosecondsAt, walk } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { get } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** What a duration of zero does, by the name of its field. */
const effects: Readonly<Record<string, string>> = {
  requestTimeout: 'every request is answered with 504',
  backendRequestTimeout: 'every call of the backend ends at once',
  connectTimeout: 'no connection to a backend is made in time',
  handshakeTimeout: 'no TLS handshake ends in time',
  http1IdleTimeout: 'a connection is closed as soon as it waits for a request',
  http2KeepaliveTimeout: 'every connection that is checked is closed',
  http2KeepaliveInterval: 'the proxy pings without a pause',
  maxConnectionDuration: 'every connection is closed after its first request',
  poolIdleTimeout: 'no connection to a backend is used twice',
  poolUnusedReleaseTimeout: 'no connection is used twice',
  connectionTerminationDeadline: 'requests in flight are cut off when the proxy ends',
  sessionTtl: 'every MCP session ends at once',
};
/** A check by another rule, which knows what the failure mode of the policy makes of a timeout. */
const elsewhere = ['extAuthz'];

export const timeoutZero: Rule = {
  id: 'timeout-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A duration of zero is a limit that is always reached, and does not switch the limit off.',
  docs: {
    checks: 'Checks every timeout of routes, backends, connections and sessions for zero, and for less than a millisecond.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 504 `request timeout` to every request with `requestTimeout: 0s`, and break every TLS handshake with `handshakeTimeout: 0s`. v1.4.1 answers 504 with `connectTimeout: 0s`.',
    fix: 'Remove the field to have no limit, or the default; otherwise write a time in which an answer can come.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: 0s'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const key = path.at(-1);
        const effect = typeof key === 'string' && Object.hasOwn(effects, key) ? effects[key] : undefined;
        if (effect === undefined || path.some(step => elsewhere.includes(String(step)))) return;
        const parts =
          node.kind === 'map'
            ? BigInt(integerOf(get(node, 'secs')) ?? 1) * 1_000_000_000n + BigInt(integerOf(get(node, 'nanos')) ?? 0)
            : undefined;
        const value = parts ?? nanosecondsAt(node);
        if (value === undefined || value >= 1_000_000n) return;
        const length = value === 0n ? '0' : 'less than a millisecond';
        report({
          at: node,
          path,
          message: `"${key}" is ${length}: ${effect}`,
          suggestion: `remove "${key}", or write a longer time, such as "10s"`,
        });
      },
      ({ last = '' }) => Object.hasOwn(effects, last),
    );
  },
};
