import { parseDuration, placedAt, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const timeoutBackendGtRequest: Rule = {
  id: 'timeout-backend-gt-request',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The request ends before its backend timeout does, which so never takes effect.',
  docs: {
    checks: 'Compares the timeout of the backend with that of the whole request.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 504 `request timeout` where requestTimeout is the shorter one, and `upstream call timeout` where backendRequestTimeout is.',
    fix: 'Make `backendRequestTimeout` shorter than `requestTimeout`.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: 10s\n    backendRequestTimeout: 20s'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 20s\n    backendRequestTimeout: 10s'),
  },
  check({ root, report }) {
    const nanoseconds = (node: Node | undefined): bigint | undefined => {
      const read = parseDuration((text(node) ?? '').replace(/^duration\(['"](.*)['"]\)$/, '$1'));
      return 'problem' in read ? undefined : read.value;
    };
    for (const { node, path, set } of policiesNamed(root, 'timeout')) {
      const whole = nanoseconds(get(node, 'requestTimeout'));
      if (whole === undefined || whole === 0n) continue;
      const calls = (set.route?.backends ?? []).map(backend => placedAt(backend, 'policies', 'http', 'requestTimeout'));
      const inner = [placedAt({ node, path }, 'backendRequestTimeout'), ...(set.level === 'route' ? calls : [])];
      for (const limit of inner) {
        if (limit === undefined || (nanoseconds(limit.node) ?? 0n) <= whole) continue;
        const message = `${limit.path.at(-1) === 'requestTimeout' ? 'the timeout of the backend' : 'backendRequestTimeout'} exceeds requestTimeout and never takes effect`;
        report({ at: limit.node, path: limit.path, message, suggestion: 'make it shorter than requestTimeout' });
      }
      const delay = placedAt({ node: set.node, path: set.path }, 'delay', 'duration');
      if (delay !== undefined && (nanoseconds(delay.node) ?? 0n) >= whole)
        report({
          at: delay.node,
          path: delay.path,
          message: 'the delay is as long as requestTimeout: every request ends in it',
          suggestion: 'write a shorter delay',
        });
    }
  },
};
