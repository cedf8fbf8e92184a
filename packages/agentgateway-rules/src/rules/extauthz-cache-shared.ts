import { type ExpressionView, expressions, extAuthzs, integerOf, nanosecondsAt } from '@mcpgw/agentgateway/internal';
import { at, entries, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const identity: ReadonlySet<string> = new Set(['jwt', 'apiKey', 'basicAuth', 'source', 'extauthz', 'metadata', 'mcp']);
const rest = 'host: "localhost:9000", policies: {http: {requestTimeout: 2s}}';

/** Whether one of the expressions reads something that tells users apart. */
const hasUser = (found: readonly ExpressionView[]): boolean =>
  found
    .flatMap(({ reads }) => reads)
    .some(({ path: [name, field] }) => identity.has(name!) || (name === 'request' && (field === 'headers' || field === 'body')));

/** Whether the service gets nothing of the user: each header that is sent is computed, and so are path and body, from other facts. */
function asksWithoutUser(check: Node, all: readonly ExpressionView[]): boolean {
  const http = at(check, 'protocol', 'http');
  const headers = entries(get(http, 'addRequestHeaders'));
  const computed = new Set(headers.map(({ key }) => key.toLowerCase()));
  const listed = items(get(check, 'includeRequestHeaders')).map(item => text(item)?.toLowerCase() ?? '');
  const sent = listed.length > 0 ? listed : ['authorization'];
  if (http === undefined || get(check, 'includeRequestBody') !== undefined || !sent.every(name => computed.has(name))) return false;
  const written = [get(http, 'path'), get(http, 'body'), ...headers.map(({ value }) => value)];
  return !hasUser(all.filter(({ node }) => written.includes(node)));
}

const readsBody = (key: readonly ExpressionView[]): boolean =>
  key.some(({ reads }) => reads.some(({ path: [name, field] }) => name === 'request' && field === 'body'));

export const extauthzCacheShared: Rule = {
  id: 'extauthz-cache-shared',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'The answer for one user is given to every other one whose key is the same: a key without the user lets all pass after the first.',
  docs: {
    checks:
      'The key of the cache of an authorization service reads the user: a claim, a key, a header or the address, and the body where the service gets it; its time is above 0 and it has room. Nothing of the user is needed where the service gets nothing of the user, as in a request for a token of the gateway itself.',
    seen: 'Live: v1.4.1 lets a user pass whom the service would refuse, once another user was let through. With a time of 0 it asks for every request.',
    fix: 'Name everything the service decides by, such as `request.headers["authorization"]`, `request.method` and `request.path`.',
    wrong: onRoute(`extAuthz: {${rest}, cache: {key: ['request.path'], ttl: 60s}}`),
    correct: onRoute(`extAuthz: {${rest}, cache: {key: ['request.headers["authorization"]', 'request.path'], ttl: 60s}}`),
  },
  check({ root, version, report }) {
    for (const { node, path } of extAuthzs(root)) {
      const cache = get(node, 'cache');
      const keys = items(get(cache, 'key'));
      const all = expressions(root, version);
      const ofKey = all.filter(each => keys.includes(each.node));
      if (keys.length > 0 && !hasUser(ofKey) && !asksWithoutUser(node, all))
        report({
          at: get(cache, 'key')!,
          path: [...path, 'cache', 'key'],
          message: 'the key does not tell users apart: the answer for one is given to all',
          suggestion: 'add request.headers["authorization"] or jwt.sub',
        });
      else if (keys.length > 0 && isGiven(node, 'includeRequestBody') && !readsBody(ofKey))
        report({
          at: get(cache, 'key')!,
          path: [...path, 'cache', 'key'],
          message: 'the service decides by the body, which the key does not tell apart: the answer for one message is given to others',
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
