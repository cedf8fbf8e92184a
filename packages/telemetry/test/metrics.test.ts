/** What /metrics answers, read by Prometheus' own tool. */
import { testUnless } from '../../../test/helpers/needs.js';
import { promtool, promtoolMissing } from '../../../test/helpers/promtool.js';
import { Metrics } from '../src/index.js';

const sources = {
  circuit: { fault: undefined },
  sessions: { size: 1 },
  endpoint: { inFlight: 0 },
  unread: { bytes: 0 },
  upstreams: { states: () => [] },
  catalogue: { allCounts: () => ({}), changedCount: () => 0 },
  recorder: { status: { state: 'ok', records: 3, lost: 0, queued: 0 } },
  exports: () => [{ signal: 'traces', state: 'failing', lost: 4, reason: 'x' }] as const,
};

function metricsOf(limit = 100): Metrics {
  const metrics = new Metrics(() => limit);
  metrics.observe(sources as unknown as Parameters<Metrics['observe']>[0]);
  return metrics;
}

const call = { server: 's', tool: 'echo', outcome: 'ok', milliseconds: 12 };
const series = (text: string, name: string) => text.split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test('calls are counted by server, tool and outcome', async () => {
  const metrics = metricsOf();
  metrics.called(call);
  metrics.called({ ...call, outcome: 'transport_failure' });
  metrics.called({ ...call, server: undefined, tool: undefined, outcome: 'contract_violation' });
  expect(series(await metrics.text(), 'mcpgw_tool_calls_total')).toEqual([
    'mcpgw_tool_calls_total{server="s",tool="echo",outcome="ok"} 1',
    'mcpgw_tool_calls_total{server="s",tool="echo",outcome="transport_failure"} 1',
    'mcpgw_tool_calls_total{server="other",tool="other",outcome="contract_violation"} 1',
  ]);
});

test('10,000 tools of one server make a bounded number of series, and leave room for another server', async () => {
  const metrics = metricsOf();
  for (let tool = 0; tool < 10_000; tool++) metrics.called({ ...call, server: 'hostile', tool: `tool ${tool}` });
  metrics.called(call);
  const counted = series(await metrics.text(), 'mcpgw_tool_calls_total');
  expect(counted).toHaveLength(102);
  expect(counted).toContain('mcpgw_tool_calls_total{server="hostile",tool="other",outcome="ok"} 9900');
  expect(counted).toContain('mcpgw_tool_calls_total{server="s",tool="echo",outcome="ok"} 1');
});

test('exports over OTLP are gauges and counters', async () => {
  const text = await metricsOf().text();
  expect(series(text, 'mcpgw_telemetry_lost_total')).toEqual(['mcpgw_telemetry_lost_total{signal="traces"} 4']);
  expect(series(text, 'mcpgw_telemetry_failing')).toEqual(['mcpgw_telemetry_failing{signal="traces"} 1']);
});

testUnless(promtoolMissing, 'promtool finds nothing wrong, whatever tools are called', async () => {
  const metrics = metricsOf();
  const hostile = [
    'a"b',
    'a\\b',
    'line\nend',
    'a\rb',
    '\u2028',
    '\ud800',
    '\udbff',
    '{x="y"} 1',
    '',
    '__proto__',
    'ü',
    '\u0000',
    'x'.repeat(1000),
  ];
  for (const tool of hostile) metrics.called({ ...call, tool });
  metrics.called(call);
  metrics.answered('tools/call', undefined, 3);
  metrics.answered('no such method', { category: 'contract_violation' }, 3);
  metrics.reloaded('applied');
  metrics.cut('write_timeout');
  metrics.dropped('s', 'log', 4);
  const input = await metrics.text();
  expect(promtool(['check', 'metrics'], input)).toEqual({ code: 0, text: '' });
});
