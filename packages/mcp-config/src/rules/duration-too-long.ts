import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { parseGoDuration } from '../formats/go-duration.js';
import { serversOf } from './mcp-servers-of.js';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

/** From when on nobody waits any more, in milliseconds, and what that does. */
type Bound = readonly [most: number, effect: string];

/** Durations of gateway.yaml below `timeouts`. */
const timeouts: Readonly<Record<string, Bound>> = {
  call: [hour, 'clients give up a call after minutes; one that hangs keeps its place in `limits.calls_per_session` so long'],
  queue: [10 * minute, 'clients give up before a request that waits is sent'],
  session_idle: [7 * day, 'sessions that clients have left stay open until `limits.sessions` is reached'],
  headers: [2 * minute, 'a client that sends its headers slowly holds a connection so long'],
  request: [30 * minute, 'a client that sends slowly holds a connection so long'],
  write: [30 * minute, 'what a client does not read stays in memory so long'],
  resume: [hour, 'requests of clients that are gone go on so long, and their events are kept'],
  handover: [2 * minute, 'load balancers notice within seconds, and Kubernetes kills a process sooner'],
  drain: [10 * minute, 'Kubernetes and systemd kill a process sooner'],
  start: [5 * minute, 'one server that does not answer keeps the gateway from being ready so long, and startup probes end it'],
};

/** Durations of a server. */
const ofServer: Readonly<Record<string, Bound>> = {
  call_timeout: [hour, 'clients give up a call after minutes'],
  init_timeout: [15 * minute, 'a server that does not answer is only then tried again'],
  health_check_interval: [day, 'a server that hangs is noticed by calls long before'],
  queue_timeout: [10 * minute, 'clients give up before a call that waits is sent'],
};

const elsewhere: readonly (readonly [path: readonly string[], bound: Bound])[] = [
  [
    ['telemetry', 'timeout'],
    [minute, 'a collector that hangs holds records back so long'],
  ],
  [
    ['telemetry', 'interval'],
    [hour, 'metrics are older than any alert looks back'],
  ],
  [['call_tool_timeout'], [hour, 'clients give up a call after minutes']],
  [['init_timeout'], [15 * minute, 'a server that does not answer is only then tried again']],
  [['http_read_timeout'], [30 * minute, 'a client that sends slowly holds a connection so long']],
];

export const durationTooLong: Rule = {
  id: 'duration-too-long',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'A limit beyond what any caller waits for protects nothing: what hangs is noticed by its users first.',
  docs: {
    checks:
      'Durations that are far beyond what callers, probes and collectors wait for: times of `timeouts`, of telemetry and of servers. Those of a single server are an info, because some jobs are long.',
    basedOn: 'The rule compares with what callers wait for; there is no program to ask.',
    fix: 'Write a time after which nobody waits any more; the default is written in docs/serve.md.',
    wrong: 'servers:\n  files:\n    command: file-server\ntimeouts: {start: 1h}\n',
    correct: 'servers:\n  files:\n    command: file-server\ntimeouts: {start: 60s}\n',
  },
  check(context) {
    const { root } = context;
    for (const [key, bound] of Object.entries(timeouts)) check(context, at(root, 'timeouts', key), ['timeouts', key], bound);
    for (const [path, bound] of elsewhere) check(context, at(root, ...path), path, bound);
    for (const { node, path } of serversOf(context))
      for (const [key, bound] of Object.entries(ofServer)) check(context, get(node, key), [...path, key], bound, 'info');
  },
};

function check({ report }: RuleContext, node: Node | undefined, path: Path, [most, effect]: Bound, severity?: 'info'): void {
  const value = parseGoDuration(text(node) ?? '');
  if (node === undefined || value === undefined || value <= most) return;
  report({
    at: node,
    path,
    message: `"${path.at(-1)}: ${text(node)}" is beyond what anybody waits for: ${effect}`,
    suggestion: `write ${shown(most)} or less`,
    ...(severity && { severity }),
  });
}

const shown = (milliseconds: number): string =>
  milliseconds >= hour ? `${milliseconds / hour}h` : milliseconds >= minute ? `${milliseconds / minute}m` : `${milliseconds / second}s`;
