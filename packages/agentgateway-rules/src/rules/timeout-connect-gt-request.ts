import { nanosecondsAt, policiesNamed } from '@mcpgw/agentgateway/internal';
import { at, get, type Node, type Rule } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** A limit in nanoseconds; undefined for none, which 0 stands for too. */
const nanoseconds = (node: Node | undefined): bigint | undefined => nanosecondsAt(node) || undefined;

const example = (connect: string): string =>
  `${withSection(`config:\n  backend:\n    connectTimeout: ${connect}`).replace('    - name: api', '    - name: api\n      policies: {timeout: {requestTimeout: 10s}}')}`;

export const timeoutConnectGtRequest: Rule = {
  id: 'timeout-connect-gt-request',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The request ends first: the shorter time is never reached, and what should be reported as an unreachable backend is reported as a slow one.',
  docs: {
    checks:
      'The time for a connection, the pause of `delay` and the time for an answer of a rate limit service are shorter than the timeout of the request they belong to.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 504 with `request timeout` for a backend that takes no connection, and with a shorter time for connections 503 with `upstream call failed: Connect: deadline has elapsed`.',
    fix: 'Write a few seconds for connections; the request has its own timeout.',
    wrong: example('60s'),
    correct: example('2s'),
  },
  check({ root, report }) {
    const limits = policiesNamed(root, 'timeout').map(({ node, set }) => ({
      set,
      least: ['requestTimeout', 'backendRequestTimeout']
        .flatMap(key => nanoseconds(get(node, key)) ?? [])
        .sort((a, b) => (a < b ? -1 : 1))[0],
    }));
    const connect = at(root, 'config', 'backend', 'connectTimeout');
    const most = limits.flatMap(({ least }) => least ?? []).sort((a, b) => (a < b ? 1 : -1))[0];
    const say = (node: Node, path: readonly (string | number)[], what: string): void =>
      report({
        at: node,
        path: [...path],
        message: `the request ends before this time is over: ${what}`,
        suggestion: 'write a shorter time',
      });
    const given = nanoseconds(connect);
    if (connect !== undefined && given !== undefined && most !== undefined && given >= most)
      say(connect, ['config', 'backend', 'connectTimeout'], 'no connection is ever given up for being slow');
    for (const { node, set } of policiesNamed(root, 'http')) {
      const whole = nanoseconds(get(node, 'requestTimeout'));
      const own = at(set.node, 'tcp', 'connectTimeout');
      const value = nanoseconds(own);
      if (own !== undefined && value !== undefined && whole !== undefined && value >= whole)
        say(own, [...set.path, 'tcp', 'connectTimeout'], 'no connection is ever given up for being slow');
    }
    for (const { set, least } of limits) {
      if (least === undefined) continue;
      for (const [below, what] of [
        [['tcp', 'connectTimeout'], 'no connection is ever given up for being slow'],
        [['delay', 'duration'], 'every request that is delayed fails'],
        [['remoteRateLimit', 'timeout'], 'a rate limit service that hangs fails the request instead'],
      ] as const) {
        const node = at(set.node, ...below);
        const value = nanoseconds(node);
        if (node !== undefined && value !== undefined && value >= least) say(node, [...set.path, ...below], what);
      }
      for (const backend of set.level === 'route' ? (set.route?.backends ?? []) : []) {
        const node = at(backend.node, 'policies', 'tcp', 'connectTimeout');
        const value = nanoseconds(node);
        if (node !== undefined && value !== undefined && value >= least)
          say(node, [...backend.path, 'policies', 'tcp', 'connectTimeout'], 'no connection is ever given up for being slow');
      }
    }
  },
};
