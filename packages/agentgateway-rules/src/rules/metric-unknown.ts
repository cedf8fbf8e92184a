import { listed } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import { at, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** The metrics of the proxy, v0.12 to v1.4, without prefix, unit and `_total` (telemetry/metrics.rs). */
const metrics = [
  'build',
  'cost_catalog_lookups',
  'downstream_connections',
  'downstream_received',
  'downstream_sent',
  'gen_ai_client_cost',
  'gen_ai_client_token_usage',
  'gen_ai_server_request_duration',
  'gen_ai_server_time_per_output_token',
  'gen_ai_server_time_to_first_token',
  'guardrail_checks',
  'mcp_requests',
  'request_duration',
  'request_processing',
  'requests',
  'response',
  'response_processing',
  'retries',
  'tls_handshake_duration',
  'upstream_call_duration',
  'upstream_connect_duration',
];

function isKnown(name: string): boolean {
  const bare = name.replace(/^agentgateway_/, '');
  return [bare, bare.replace(/_total$/, ''), bare.replace(/_total$/, '').replace(/_(?:seconds|bytes)$/, '')].some(each =>
    metrics.includes(each),
  );
}

export const metricUnknown: Rule = {
  id: 'metric-unknown',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy takes any name for a metric to leave out; one that it does not have leaves the metric that is meant in place.',
  docs: {
    checks: 'Each name below `config.metrics.remove` is a metric of the proxy, with or without `agentgateway_`, its unit and `_total`.',
    seen: 'Live: v1.1.0 and v1.4.1 go on to show the metric, and leave it out by its name without `_bucket`.',
    fix: 'Write the name as `/metrics` shows it, without `_bucket`, `_sum` and `_count`.',
    wrong: withSection('config:\n  metrics:\n    remove: [request_duration_seconds_bucket]'),
    correct: withSection('config:\n  metrics:\n    remove: [agentgateway_request_duration_seconds]'),
  },
  check({ root, report }) {
    for (const { node, path } of listed(at(root, 'config', 'metrics', 'remove'), ['config', 'metrics', 'remove'])) {
      const name = text(node);
      if (name === undefined || isKnown(name) || name.includes('$')) continue;
      const near = nearest(name.replace(/_(?:bucket|sum|count)$/, ''), metrics);
      report({
        at: node,
        path,
        message: `the proxy has no metric "${name}": nothing is left out`,
        suggestion: near === undefined ? 'write a name that /metrics shows' : `did you mean "${near}"?`,
      });
    }
  },
};
