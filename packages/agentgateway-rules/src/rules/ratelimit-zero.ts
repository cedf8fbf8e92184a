import { localLimits, nanosecondsAt } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const isZero = (node: Node | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.value === 0);

export const ratelimitZero: Rule = {
  id: 'ratelimit-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A bucket of size 0 refuses every request, one that is never filled refuses every request after the first ones, and an interval of 0 crashes each request.',
  docs: {
    checks:
      'Local rate limits have maxTokens, tokensPerFill and fillInterval above 0; a left out number is 0. Intervals over a day are an info.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: `maxTokens: 0` with `tokensPerFill: 0` answers 429 to every request, `tokensPerFill: 0` to every request after the bucket is empty, and with `fillInterval: 0s` the connection is closed without an answer. v1.4.1 refuses a file whose tokensPerFill is above maxTokens.',
    fix: 'Write all three, such as `{maxTokens: 10, tokensPerFill: 10, fillInterval: 1s}`.',
    wrong: onRoute('localRateLimit: [{maxTokens: 100, fillInterval: 60s}]'),
    correct: onRoute('localRateLimit: [{maxTokens: 100, tokensPerFill: 100, fillInterval: 60s}]'),
  },
  check({ root, report }) {
    for (const { node, path } of localLimits(root)) {
      const say = (key: string, message: string, suggestion: string, severity?: 'info'): void =>
        report({
          at: get(node, key) ?? node,
          path: get(node, key) === undefined ? path : [...path, key],
          message,
          suggestion,
          ...(severity === undefined ? {} : { severity }),
        });
      const interval = nanosecondsAt(get(node, 'fillInterval'));
      if (isZero(get(node, 'maxTokens'))) say('maxTokens', 'a bucket of size 0 refuses every request', 'set maxTokens');
      else if (isZero(get(node, 'tokensPerFill')))
        say('tokensPerFill', 'the bucket is never filled again: once it is empty, every request is refused', 'set tokensPerFill');
      if (interval === undefined) continue;
      if (interval === 0n) say('fillInterval', 'an interval of 0 crashes every request', 'write an interval such as "1s"');
      else if (interval > 86_400_000_000_000n)
        say('fillInterval', 'the bucket is filled less than once a day', 'write a shorter interval', 'info');
    }
  },
};
