import { at, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { parseGoDuration } from '../formats/go-duration.js';
import { serversOf } from './mcp-servers-of.js';

/** Milliseconds of `session_idle` unless it is written. */
const defaultIdle = 1_800_000;

export const timeoutOrder: Rule = {
  id: 'timeout-order',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'The longer of two times that hold for the same thing never takes effect.',
  docs: {
    checks:
      'Times that end each other: headers later than the whole request, a session that ends before a call of it, or before a client may no longer resume a stream, and a start of a server that takes longer than the gateway waits for it.',
    seen: 'Node 20 refused to listen with headers later than the request: `mcpgw serve` ended with ERR_OUT_OF_RANGE.',
    fix: 'Write the times in the order in which they end.',
    wrong: 'servers:\n  files:\n    command: file-server\ntimeouts: {headers: 30s, request: 10s}\n',
    correct: 'servers:\n  files:\n    command: file-server\ntimeouts: {headers: 5s, request: 10s}\n',
  },
  check(context) {
    const times = (key: string): number | undefined => duration(context, 'timeouts', key);
    const [headers, request, call, idle] = [times('headers'), times('request'), times('call'), times('session_idle')];
    if (headers !== undefined && request !== undefined && request > 0 && headers > request)
      tell(context, 'headers', `"headers" is longer than "request", which holds for headers and body together`, 'error');
    if (idle !== undefined && idle > 0 && idle < (call ?? 120_000) && idle < 60_000)
      tell(
        context,
        'session_idle',
        `a session ends after ${text(at(context.root, 'timeouts', 'session_idle'))} without a request, sooner than a model asks again`,
      );
    const resume = times('resume');
    const end = idle ?? defaultIdle;
    if (resume !== undefined && end > 0 && end < resume)
      tell(
        context,
        idle === undefined ? 'resume' : 'session_idle',
        'a silent session ends before the time in which its client may resume a stream: the stream is gone with it',
      );
    const start = times('start');
    if (start === undefined || start === 0) return;
    for (const { node, path, name } of serversOf(context)) {
      const own = get(node, 'init_timeout');
      const value = parseGoDuration(text(own) ?? '');
      if (own !== undefined && value !== undefined && value > start)
        context.report({
          at: own,
          path: [...path, 'init_timeout'],
          severity: 'info',
          message: `the gateway reports that it is ready after "timeouts.start", before "${name ?? ''}" has had its init_timeout`,
          suggestion: 'write a longer timeouts.start',
        });
    }
  },
};

const duration = ({ root }: RuleContext, ...path: string[]): number | undefined => parseGoDuration(text(at(root, ...path)) ?? '');

function tell({ root, report }: RuleContext, key: string, message: string, severity: 'error' | 'warning' = 'warning'): void {
  report({ at: at(root, 'timeouts', key)!, path: ['timeouts', key], severity, message, suggestion: 'write a shorter or a longer time' });
}
