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

export const metricCardinality: Rule = {
  id: 'metric-cardinality',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Each value of a field makes new time series that are kept until the proxy ends: memory grows with the number of values.',
  docs: {
    checks: 'Fields of metrics do not read values without end: paths, addresses, times, sessions, bodies.',
    fix: 'Use a value with few variants, such as `request.method` or `backend.name`, and put the rest into the access log.',
    wrong: withSection(`config: {metrics: {fields: {add: {path: request.path}}}}`),
    correct: withSection(`config: {metrics: {fields: {add: {caller_method: request.method}}}}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, calls } of expressions(root, version)) {
      if (path[0] !== 'config' || path[1] !== 'metrics') continue;
      const read = reads.find(each => endless.has(each.path.slice(0, 2).join('.')));
      const call = calls.find(({ name }) => name === 'uuid' || name === 'random');
      if (
        calls.some(({ name }) => name === 'regexReplace' || name === 'matches' || name === 'startsWith') ||
        (read === undefined && call === undefined)
      )
        continue;
      report({
        at: node,
        path,
        message: `${read?.path.join('.') ?? `${call!.name}()`} has values without end, and each makes new time series`,
        suggestion: 'use a value with few variants',
      });
    }
  },
};
