import { parseDuration, walk } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const hour = 3_600_000_000_000n;
/** From how long on a duration reads as a mistake of its unit. */
const most: Readonly<Record<string, bigint>> = {
  requestTimeout: hour,
  backendRequestTimeout: hour,
  connectTimeout: hour / 12n,
  handshakeTimeout: hour / 12n,
  http1IdleTimeout: hour * 24n,
  backoff: hour / 30n,
  poolIdleTimeout: hour * 24n,
};

export const timeoutHuge: Rule = {
  id: 'timeout-huge',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A limit that is never reached protects nothing: requests to a server that hangs pile up.',
  docs: {
    checks: 'Looks for timeouts and pauses that are so long that the unit is probably wrong, such as hours instead of seconds.',
    fix: 'Write a time after which nobody waits for the answer any more.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: 30h'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      const key = String(path.at(-1));
      const limit = Object.hasOwn(most, key) ? most[key] : undefined;
      const read = parseDuration(text(node) ?? '');
      if (limit === undefined || 'problem' in read || read.value <= limit || path.includes('extAuthz')) return;
      report({ at: node, path, message: `"${key}" of ${text(node)} is hardly ever reached`, suggestion: 'check the unit: s, m or h' });
    });
  },
};
