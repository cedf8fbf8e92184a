import { expressions, extAuthzs } from '@mcpgw/agentgateway/internal';
import { at, items, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const example = (key: string): string =>
  onRoute(`extAuthz: {host: "localhost:9000", policies: {http: {requestTimeout: 2s}}, cache: {key: [${key}], ttl: 60s}}`);

/** Headers that differ in every request. */
const unique = new Set(
  'x-request-id request-id x-correlation-id x-amzn-trace-id traceparent tracestate x-b3-traceid x-b3-spanid b3 idempotency-key date'.split(
    ' ',
  ),
);
/** What differs in every request: its time, and the port of the client. */
const other = new Set(['request.startTime', 'request.endTime', 'source.port']);

export const extauthzCacheUnique: Rule = {
  id: 'extauthz-cache-unique',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'A key that differs in every request is never found again: the service is asked each time, and the cache only uses memory.',
  docs: {
    checks: 'The key of the cache of an authorization service reads no header that names one request, no time, and no port of a client.',
    seen: 'Live: v1.4.1 asks the service three times for three requests that differ in `x-request-id` alone, and once if it is not in the key.',
    fix: 'Name what the service decides by, such as `request.headers["authorization"]`, `request.method` and `request.path`.',
    wrong: example(`'request.headers["authorization"]', 'request.headers["x-request-id"]'`),
    correct: example(`'request.headers["authorization"]', 'request.path'`),
  },
  check({ root, version, report }) {
    const all = expressions(root, version);
    for (const { node, path } of extAuthzs(root)) {
      const keys = items(at(node, 'cache', 'key'));
      for (const [index, key] of keys.entries()) {
        const names = all.find(each => each.node === key)?.reads.map(({ path: names }) => names) ?? [];
        const found = names.find(
          ([root, field, name]) =>
            (root === 'request' && field === 'headers' && unique.has(name?.toLowerCase() ?? '')) || other.has(`${root}.${field}`),
        );
        if (found === undefined) continue;
        report({
          at: key,
          path: [...path, 'cache', 'key', index],
          message: `"${found.at(-1)}" differs in every request, so nothing is found in the cache`,
          suggestion: 'leave it out of the key',
        });
      }
    }
  },
};
