import { remoteLimits } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const rest = `host: "localhost:8081", domain: gateway, descriptors: [{entries: [{key: user, value: 'request.headers["x-user"]'}]}]`;

export const ratelimitFailOpen: Rule = {
  id: 'ratelimit-fail-open',
  severity: 'info',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'While the rate limit service fails, nothing is limited.',
  docs: {
    checks: 'Remote rate limits do not fail open.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 200 with `failOpen`, and 500 without it, when the service is down.',
    fix: 'Use `failClosed`, or keep `failOpen` with the comment `mcpgw-ignore` if availability matters more than the limit.',
    wrong: onRoute(`remoteRateLimit: {failureMode: failOpen, ${rest}}`),
    correct: onRoute(`remoteRateLimit: {failureMode: failClosed, ${rest}}`),
  },
  check({ root, report }) {
    for (const { node, path } of remoteLimits(root)) {
      const mode = get(node, 'failureMode');
      if (text(mode)?.toLowerCase() === 'failopen')
        report({
          at: mode!,
          path: [...path, 'failureMode'],
          chosen: true,
          message: 'while the service fails, nothing is limited',
          suggestion: 'use "failClosed"',
        });
    }
  },
};
