import { expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

const endless = new Set([
  'request.path',
  'request.uri',
  'request.pathAndQuery',
  'request.body',
  'source.port',
  'request.startTime',
  'request.endTime',
  'mcp.sessionId',
  'llm.prompt',
  'llm.completion',
  'jwt.jti',
  'jwt.exp',
  'jwt.iat',
]);
/** One value for each person or client: they grow with the number of users. */
const people = new Set([
  'jwt.sub',
  'jwt.email',
  'jwt.name',
  'jwt.preferred_username',
  'jwt.upn',
  'jwt.oid',
  'jwt.sid',
  'apiKey.key',
  'basicAuth.username',
  'source.address',
  'source.rawAddress',
]);
/** Headers with a value for each request, session or person. */
const ofOne =
  /^(?:authorization|cookie|traceparent|forwarded|user-agent|referer|date|(?:mcp-)?session-id|idempotency-key|x-(?:request|correlation|trace|session|user|client|account|customer|device)-id|x-(?:real-ip|forwarded-for|forwarded-user|forwarded-email|user|username|email|api-key))$/;

/** Why the values of a path have no end; undefined if they may have one. */
function withoutEnd(path: readonly string[]): string | undefined {
  const name = path.slice(0, 2).join('.');
  if (endless.has(name)) return 'has values without end';
  if (people.has(name)) return 'has a value for each user or client';
  const isOne = path[1] === 'headers' && ofOne.test(path[2]?.toLowerCase() ?? '');
  return isOne ? 'has a value for each request, user or client' : undefined;
}

export const metricCardinality: Rule = {
  id: 'metric-cardinality',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Each value of a field makes new time series that are kept until the proxy ends: memory grows with the number of values.',
  docs: {
    checks:
      'Fields of metrics do not read values without end: paths, times, sessions, bodies, and what names one user or client: subjects, mail addresses, IP addresses, headers with identifiers.',
    seen: 'Live: v1.1.0 and v1.4.1 show four series for four paths, and one by the method.',
    fix: 'Use a value with few variants, such as `request.method` or `backend.name`, and put the rest into the access log.',
    wrong: withSection(`config: {metrics: {fields: {add: {path: request.path}}}}`),
    correct: withSection(`config: {metrics: {fields: {add: {caller_method: request.method}}}}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, calls } of expressions(root, version)) {
      if (path[0] !== 'config' || path[1] !== 'metrics') continue;
      const read = reads.find(each => withoutEnd(each.path) !== undefined);
      const call = calls.find(({ name }) => name === 'uuid' || name === 'random');
      if (
        calls.some(({ name }) => name === 'regexReplace' || name === 'matches' || name === 'startsWith') ||
        (read === undefined && call === undefined)
      )
        continue;
      report({
        at: node,
        path,
        message: `${read?.path.join('.') ?? `${call!.name}()`} ${read === undefined ? 'has values without end' : withoutEnd(read.path)}, and each makes new time series`,
        suggestion: 'use a value with few variants',
      });
    }
  },
};
