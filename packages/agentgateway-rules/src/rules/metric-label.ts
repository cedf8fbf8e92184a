import { at, entries, type Rule } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** Labels that the proxy itself gives to its metrics of requests. */
const taken = ['backend', 'protocol', 'method', 'status', 'reason', 'bind', 'gateway', 'listener', 'route', 'route_rule', 'le'];
const path = ['config', 'metrics', 'fields', 'add'];

export const metricLabel: Rule = {
  id: 'metric-label',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The names become labels of Prometheus as they are: with one that it does not take, or one that occurs twice, Prometheus refuses the whole page of metrics.',
  docs: {
    checks:
      'Names below `config.metrics.fields.add` are letters, digits and `_`, do not start with a digit, and are not labels that the proxy gives itself.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 write `user-agent="curl/7.88.1"` for `user-agent`, and `method` and `route` a second time if they are added.',
    fix: 'Write a name such as `user_agent`.',
    wrong: withSection(`config:\n  metrics:\n    fields:\n      add: {user-agent: 'request.headers["x-team"]'}`),
    correct: withSection(`config:\n  metrics:\n    fields:\n      add: {team: 'request.headers["x-team"]'}`),
  },
  check({ root, report }) {
    for (const { key, keySpan } of entries(at(root, ...path))) {
      const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
      if (isName && !taken.includes(key) && !key.startsWith('__')) continue;
      report({
        at: keySpan,
        path: [...path, key],
        message: isName
          ? `the proxy has a label "${key}" of its own: Prometheus refuses a metric with two of them`
          : `"${key}" is not a name of a label: Prometheus refuses the metrics`,
        suggestion: isName ? `write "request_${key}"` : `write "${key.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')}"`,
      });
    }
  },
};
