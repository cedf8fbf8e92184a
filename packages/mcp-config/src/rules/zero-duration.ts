import type { Path, Severity } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { parseGoDuration } from '../formats/go-duration.js';
import { serversOf } from './mcp-servers-of.js';

interface Meaning {
  /** What zero does, and how much that matters. */
  readonly zero?: readonly [message: string, severity: 'warning' | 'info'];
  /** What is too short to be meant, in milliseconds. */
  readonly least?: number;
}

/** Durations of gateway.yaml below `timeouts`. */
const timeouts: Readonly<Record<string, Meaning>> = {
  call: { least: 3000 },
  queue: { zero: ['a request that has to wait is refused at once', 'info'], least: 100 },
  session_idle: { least: 10_000 },
  headers: { zero: ['a client may hold a connection open without sending a request', 'warning'], least: 500 },
  request: { zero: ['a client may take any time to send a request', 'warning'], least: 500 },
  write: { least: 500 },
  resume: { zero: ['a client that is disconnected cannot resume its streams, and its requests end', 'info'], least: 1000 },
  drain: { zero: ['calls in flight are cut off when the gateway stops', 'warning'] },
  start: { zero: ['the gateway reports that it is ready before it has tried its servers', 'info'] },
};

export const zeroDuration: Rule = {
  id: 'zero-duration',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'Zero means no limit for some durations, and no wait for others; a very short one ends every call.',
  docs: {
    checks:
      'Durations of zero by what they do in `mcpgw serve`, and durations that are too short for any server or client to keep. Where zero leaves no time it is refused as a `bad-value`.',
    basedOn: 'The code of `mcpgw serve`: what zero does is decided by each setting.',
    fix: 'Write a duration, or remove the field for its default.',
    wrong: 'servers:\n  files:\n    command: file-server\ntimeouts: {call: 20ms}\n',
    correct: 'servers:\n  files:\n    command: file-server\ntimeouts: {call: 120s}\n',
  },
  check(context) {
    const own = (node: Node | undefined, path: Path, meaning: Meaning): void => checkDuration(context, node, path, meaning);
    const { root, kind } = context;
    if (kind === 'serve') {
      for (const [key, meaning] of Object.entries(timeouts)) own(at(root, 'timeouts', key), ['timeouts', key], meaning);
      own(at(root, 'activity', 'keep', 'age'), ['activity', 'keep', 'age'], {
        zero: ['every record is removed as soon as its file is complete', 'warning'],
      });
      own(at(root, 'telemetry', 'timeout'), ['telemetry', 'timeout'], { least: 500 });
    } else own(get(root, 'call_tool_timeout'), ['call_tool_timeout'], { least: 3000 });
    for (const { node, path } of serversOf(context)) {
      if (kind === 'serve') own(get(node, 'call_timeout'), [...path, 'call_timeout'], { least: 3000 });
      own(get(node, 'health_check_interval'), [...path, 'health_check_interval'], {
        zero: ['a server that hangs is noticed only by calls', 'info'],
      });
    }
  },
};

function checkDuration({ report }: RuleContext, node: Node | undefined, path: Path, { zero, least }: Meaning): void {
  const written = text(node);
  const value = written === undefined ? undefined : parseGoDuration(written);
  if (node === undefined || value === undefined) return;
  const key = path.at(-1);
  if (value === 0 && zero !== undefined)
    report({
      at: node,
      path,
      severity: zero[1] satisfies Severity,
      message: `"${key}: ${written}": ${zero[0]}`,
      suggestion: 'write a duration, such as "30s"',
    });
  else if (value > 0 && least !== undefined && value < least)
    report({
      at: node,
      path,
      message: `"${key}: ${written}" is shorter than servers and clients can keep`,
      suggestion: `write "${least >= 1000 ? `${least / 1000}s` : `${least}ms`}" or more`,
    });
}
