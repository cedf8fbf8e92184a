import { localLimits, nanosecondsAt, walk } from '@mcpgw/agentgateway/internal';
import { at, get, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** From which size on ordinary requests pass, by the place of the field: its parent and its name. Zero is a matter of `limit-out-of-range`. */
const limits: Readonly<Record<string, readonly [least: number, effect: string]>> = {
  'http/maxBufferSize': [65_536, 'bodies of ordinary calls and answers are larger, and are refused'],
  'http/http1MaxHeaders': [20, 'browsers and proxies send more headers, and get 431'],
  'http/http2MaxHeaderSize': [4096, 'one token fills it, and such requests are refused'],
  'request/maxBytes': [1024, 'ordinary requests are larger, and are refused'],
  'response/maxBytes': [1024, 'ordinary answers are larger, and are refused'],
};
/** One request to a language model uses more tokens as a rule. */
const leastTokens = 500;

/** Ten seconds, in nanoseconds. */
const shortestSession = 10_000_000_000n;

export const limitSmall: Rule = {
  id: 'limit-small',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The limit looks like a guard against abuse, and ordinary requests exceed it: the unit is probably another one.',
  docs: {
    checks:
      'Sizes of buffers and headers in bytes that ordinary requests exceed, limits of tokens of language models that one request uses up, and sessions of MCP that end within ten seconds.',
    seen: 'Live: v1.1.0 and v1.4.1 with `maxBufferSize: 2048` answered 400 to an MCP request of 4 kB, with `http1MaxHeaders: 10` 431 to 15 headers, and with 60 tokens 429 to the second chat completion of 100 tokens.',
    fix: 'Write the size in bytes; the default for bodies is 2097152.',
    wrong: withSection('frontendPolicies:\n  http:\n    maxBufferSize: 2048'),
    correct: withSection('frontendPolicies:\n  http:\n    maxBufferSize: 2097152'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const place = path.slice(-2).join('/');
        const limit = Object.hasOwn(limits, place) ? limits[place] : undefined;
        const value = node.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
        if (limit === undefined || value === undefined || value <= 0 || value >= limit[0]) return;
        report({ at: node, path, message: `"${path.at(-1)}: ${value}" is small: ${limit[1]}`, suggestion: `write ${limit[0]} or more` });
      },
      ({ keys }) => Object.hasOwn(limits, keys.slice(-2).join('/')),
    );
    const ttl = at(root, 'config', 'mcp', 'sessionTtl');
    const time = nanosecondsAt(ttl);
    if (ttl !== undefined && time !== undefined && time > 0n && time < shortestSession)
      report({
        at: ttl,
        path: ['config', 'mcp', 'sessionTtl'],
        message: `sessions of MCP end after ${text(ttl)}: a client that thinks longer between two calls has to begin anew`,
        suggestion: 'write minutes, such as 30m',
      });
    for (const { node, path } of localLimits(root)) {
      const most = get(node, 'maxTokens');
      if (text(get(node, 'type')) !== 'tokens' || most?.kind !== 'scalar' || typeof most.value !== 'number') continue;
      if (most.value > 0 && most.value < leastTokens)
        report({
          at: most,
          path: [...path, 'maxTokens'],
          message: `one request to a language model uses more than ${most.value} tokens: after it all others are refused for a while`,
          suggestion: 'write the tokens of many requests, or "type: requests"',
        });
    }
  },
};
