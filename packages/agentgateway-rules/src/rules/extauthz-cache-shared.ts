import { expressions, extAuthzs, integerOf, nanosecondsAt } from '@mcpgw/agentgateway/internal';
import { at, get, isGiven, items, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const identity: ReadonlySet<string> = new Set(['jwt', 'apiKey', 'basicAuth', 'source', 'extauthz', 'metadata', 'mcp']);
const rest = 'host: "localhost:9000", policies: {http: {requestTimeout: 2s}}';

export const extauthzCacheShared: Rule = {
  id: 'extauthz-cache-shared',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'The answer for one user is given to every other one whose key is the same: a key without the user lets all pass after the first.',
  docs: {
    checks:
      'The key of the cache of an authorization service reads the user: a claim, a key, a header or the address, and the body where the service gets it; its time is above 0 and it has room.',
    seen: 'Live: v1.4.1 lets a user pass whom the service would refuse, once another user was let through. With a time of 0 it asks for every request.',
    fix: 'Name everything the service decides by, such as `request.headers["authorization"]`, `request.method` and `request.path`.',
    wrong: onRoute(`extAuthz: {${rest}, cache: {key: ['request.path'], ttl: 60s}}`),
    correct: onRoute(`extAuthz: {${rest}, cache: {key: ['request.headers["authorization"]', 'request.path'], ttl: 60s}}`),
  },
  check({ root, version, report }) {
    for (const { node, path } of extAuthzs(root)) {
      const cache = get(node, 'cache');
      const keys = items(get(cache, 'key'));
      const reads = expressions(root, version)
        .filter(each => keys.includes(each.node))
        .flatMap(each => each.reads);
      const names = reads.map(({ path: names }) => names);
      const hasUser = names.some(
        ([name, field]) => identity.has(name!) || (name === 'request' && (field === 'headers' || field === 'body')),
      );
      if (keys.length > 0 && !hasUser)
        report({
          at: get(cache, 'key')!,
          path: [...path, 'cache', 'key'],
          message: 'the key does not tell users apart: the answer for one is given to all',
          suggestion: 'add request.headers["authorization"] or jwt.sub',
        });
      if (
        keys.length > 0 &&
        hasUser &&
        isGiven(node, 'includeRequestBody') &&
        !names.some(([name, field]) => name === 'request' && field === 'body')
      )
        report({
          at: get(cache, 'key')!,
          path: [...path, 'cache', 'key'],
          message:
            'the service decides by the body, which the key does not tell apart: the answer for one message is given to all of the user',
          suggestion: 'add request.body to the key, or remove "includeRequestBody"',
        });
      const ttl = nanosecondsAt(get(cache, 'ttl'));
      if (ttl !== undefined && ttl <= 0n)
        report({
          at: get(cache, 'ttl')!,
          path: [...path, 'cache', 'ttl'],
          message: 'nothing is kept: the time is 0',
          suggestion: 'write a time such as 60s, or remove the cache',
        });
      const entries = at(cache, 'maxEntries');
      if (integerOf(entries) === 0)
        report({
          at: entries!,
          path: [...path, 'cache', 'maxEntries'],
          severity: 'info',
          message: 'a cache without entries keeps nothing or its least',
          suggestion: 'write a size, or remove the cache',
        });
    }
  },
};
