/** What a gateway exports over OTLP: real clients, real servers, a receiver that decodes with the types of OpenTelemetry. */
import { openTelemetry, type Telemetry, type TelemetryOptions } from '@mcpgw/telemetry';
import { attributesOf, Collector } from '../../../telemetry/test/collector.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { configOf, connect, endAll, type Line, type Running, serversOf, startGateway } from './harness.js';

const collectors: Collector[] = [];
const open: Telemetry[] = [];

afterEach(async () => {
  await endAll();
  await Promise.all(open.splice(0).map(telemetry => telemetry.close()));
  await Promise.all(collectors.splice(0).map(collector => collector.close()));
});

async function receiver(...args: ConstructorParameters<typeof Collector>): Promise<Collector> {
  const collector = await new Collector(...args).start();
  collectors.push(collector);
  return collector;
}

interface Traced extends Running {
  readonly telemetry: Telemetry;
  readonly faults: unknown[];
}

/** A gateway with telemetry, as `mcpgw serve` opens it. */
async function traced(text: string, env: Record<string, string> = {}, more: Partial<TelemetryOptions> = {}): Promise<Traced> {
  const config = configOf(text);
  const faults: unknown[] = [];
  const telemetry = await openTelemetry({
    settings: config.telemetry,
    env,
    version: '9.9.9',
    redact: value => JSON.stringify(value).replaceAll('hunter2', '[redacted]'),
    toolsOfServer: () => config.limits.metricTools,
    onFault: fault => faults.push(fault),
    ...more,
  });
  if (telemetry === undefined) throw new Error('telemetry is off');
  open.push(telemetry);
  return { ...(await startGateway(config, { telemetry })), telemetry, faults };
}

const parentTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpan = '00f067aa0ba902b7';
const traceparent = `00-${parentTrace}-${parentSpan}-01`;
const kinds = { server: 2, client: 3 };

const settings = ({ url }: Collector, more: object = {}) => `telemetry: ${JSON.stringify({ endpoint: url, ...more })}\n`;
const callSpans = ({ spans }: Collector) => spans.filter(span => attributesOf(span)['mcp.method.name'] === 'tools/call');

describe.each<Line>(['v1', 'v2', 'modern'])('a client of the line %s', line => {
  test.each(['http/protobuf', 'http/json'])('a call is one tree from client to server, over %s', async protocol => {
    const collector = await receiver();
    const { url, seen } = await startFixture();
    const gateway = await traced(serversOf({ s: url }) + settings(collector, { protocol }));
    const client = await connect(line, gateway.url);
    await client.listTools();
    await client.callTool({ name: 's:echo', arguments: { text: 'secret-argument' }, _meta: { traceparent, tracestate: 'a=b' } });
    await gateway.telemetry.close();
    const spans = callSpans(collector);
    expect(spans).toHaveLength(2);
    const server = spans.find(({ parentSpanId }) => parentSpanId === parentSpan)!;
    const toServer = spans.find(span => span !== server)!;
    expect(server).toMatchObject({ traceId: parentTrace, name: 'tools/call echo' });
    expect(toServer).toMatchObject({ traceId: parentTrace, parentSpanId: server.spanId, name: 'tools/call echo' });
    expect([server, toServer].map(({ kind }) => kind)).toEqual([kinds.server, kinds.client]);
    expect(attributesOf(server)).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'echo',
      'gen_ai.operation.name': 'execute_tool',
      'mcpgw.server': 's',
      'network.transport': 'tcp',
    });
    expect(attributesOf(toServer)).toMatchObject({
      'gen_ai.tool.name': 'echo',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(url).port),
    });
    // The server continues the trace, by the message and by the HTTP request.
    const [call] = seen.calls;
    expect(call!.meta).toMatchObject({ traceparent: `00-${parentTrace}-${toServer.spanId}-01`, tracestate: 'a=b' });
    expect(call!.headers).toMatchObject({ traceparent: `00-${parentTrace}-${toServer.spanId}-01` });
    expect(JSON.stringify(collector.received.map(({ body }) => body))).not.toContain('secret-argument');
    expect(collector.resource).toMatchObject({ 'service.name': 'mcpgw', 'service.version': '9.9.9' });
  });
});

test('the trace context of the HTTP request counts where the message has none', async () => {
  const collector = await receiver();
  const { url } = await startFixture();
  const gateway = await traced(serversOf({ s: url }) + settings(collector));
  const client = await connect('v2', gateway.url, {}, { traceparent });
  await client.callTool({ name: 's:echo', arguments: { text: 'x' } });
  await gateway.telemetry.close();
  expect(callSpans(collector).map(({ traceId }) => traceId)).toEqual([parentTrace, parentTrace]);
});

test('failures and results with isError have their class, and no message', async () => {
  const collector = await receiver();
  const { url } = await startFixture();
  const gateway = await traced(serversOf({ s: url }) + settings(collector));
  const client = await connect('v2', gateway.url);
  await client.callTool({ name: 's:no-such-tool-secret', arguments: {} }).catch(() => {});
  await gateway.telemetry.close();
  const [span] = callSpans(collector);
  expect(span).toMatchObject({ name: 'tools/call', status: { code: 2, message: 'unknown_tool' } });
  expect(attributesOf(span)).toMatchObject({
    'error.type': '-32602',
    'rpc.response.status_code': '-32602',
    'mcpgw.failure.mode': 'unknown_tool',
  });
  expect(JSON.stringify(collector.spans)).not.toContain('no-such-tool-secret');
});

test('metrics of the conventions, and the log with the trace of a failed request', async () => {
  const collector = await receiver();
  const { url } = await startFixture();
  const gateway = await traced(serversOf({ s: url }) + settings(collector));
  const client = await connect('v2', gateway.url);
  await client.callTool({ name: 's:echo', arguments: { text: 'x' } });
  gateway.telemetry.log('warn', 'request failed', { caller: 'alice', mode: 'timeout', trace_id: parentTrace, span_id: parentSpan });
  await gateway.gateway.close();
  await gateway.telemetry.close();
  const named = (name: string) => collector.metrics.filter(metric => metric.name === name).flatMap(({ histogram }) => histogram.dataPoints);
  const points = named('mcp.server.operation.duration').map(attributesOf);
  expect(points).toContainEqual(
    expect.objectContaining({ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'echo', 'mcpgw.server': 's' }),
  );
  expect(named('mcp.client.operation.duration').map(attributesOf)).toContainEqual(expect.objectContaining({ 'gen_ai.tool.name': 'echo' }));
  expect(named('mcp.server.session.duration')).toHaveLength(1);
  expect(collector.metrics.every(({ unit }) => unit === 's')).toBe(true);
  const [record] = collector.logs;
  expect(record).toMatchObject({ traceId: parentTrace, spanId: parentSpan, severityText: 'warn', body: { stringValue: 'request failed' } });
  expect(attributesOf(record)).toEqual({ mode: 'timeout' });
});

test('arguments, results and callers are exported where they are configured, redacted', async () => {
  const collector = await receiver();
  const { url } = await startFixture();
  const key = 'k-0123456789abcdef0123456789';
  const gateway = await traced(
    `${serversOf({ s: url }) + settings(collector, { arguments: true, results: true, callers: true })}auth: {api_keys: [{name: ci, key: ${key}}]}\n`,
  );
  const client = await connect('v2', gateway.url, {}, { 'x-api-key': key });
  await client.callTool({ name: 's:echo', arguments: { text: 'hunter2 and more' } });
  await gateway.telemetry.close();
  const span = callSpans(collector).find(({ kind }) => kind === kinds.server);
  expect(attributesOf(span)).toMatchObject({ 'user.id': 'ci', 'gen_ai.tool.call.arguments': '{"text":"[redacted] and more"}' });
  expect(String(attributesOf(span)['gen_ai.tool.call.result'])).toContain('[redacted] and more');
  const all = JSON.stringify(collector.received.map(({ body }) => body));
  expect(all).not.toContain('hunter2');
  expect(all).not.toContain(key);
});

describe('a collector that does not do its work changes no call', () => {
  const answers: [string, (collector: Collector) => string, ConstructorParameters<typeof Collector>[0]][] = [
    ['refuses', ({ url }) => url, (_request, response) => response.writeHead(401).end('go away')],
    ['never answers', ({ url }) => url, () => {}],
    ['ends connections', ({ url }) => url, request => request.socket.destroy()],
  ];
  test.each(answers)(
    'it %s',
    async (_what, urlOf, answer) => {
      const collector = await receiver(answer);
      const { url } = await startFixture();
      const gateway = await traced(
        serversOf({ s: url }) + settings(collector, { endpoint: urlOf(collector), timeout: '200ms', interval: '1s' }),
        { OTEL_BSP_SCHEDULE_DELAY: '10' },
      );
      const client = await connect('v2', gateway.url);
      for (let call = 0; call < 20; call++) await client.callTool({ name: 's:echo', arguments: { text: `${call}` } });
      const failing = () => gateway.telemetry.status().find(({ signal }) => signal === 'traces')!.state === 'failing';
      while (!failing()) await new Promise(resolve => setTimeout(resolve, 20));
      for (let call = 0; call < 20; call++) await client.callTool({ name: 's:echo', arguments: { text: `${call}` } });
      const told = () => gateway.faults.filter(fault => (fault as { signal?: string }).signal === 'traces');
      await gateway.telemetry.close();
      expect(told()).toEqual([{ kind: 'failing', signal: 'traces', reason: expect.any(String) }]);
      expect(gateway.telemetry.status().find(({ signal }) => signal === 'traces')!.lost).toBeGreaterThan(0);
      expect(await (await fetch(`http://127.0.0.1:${gateway.port}/metrics`)).text()).toContain(
        'mcpgw_telemetry_failing{signal="traces"} 1',
      );
      delete process.env.OTEL_BSP_SCHEDULE_DELAY;
    },
    60_000,
  );

  test('the queue is bounded: what it does not take is lost and counted', async () => {
    const collector = await receiver(() => {});
    const { url } = await startFixture();
    const env = { OTEL_BSP_MAX_QUEUE_SIZE: '5' };
    const gateway = await traced(serversOf({ s: url }) + settings(collector), env);
    const client = await connect('v2', gateway.url);
    for (let call = 0; call < 20; call++) await client.callTool({ name: 's:echo', arguments: { text: `${call}` } });
    expect(gateway.telemetry.status().find(({ signal }) => signal === 'traces')!.lost).toBeGreaterThanOrEqual(30);
    delete process.env.OTEL_BSP_MAX_QUEUE_SIZE;
  }, 60_000);
});

test('without telemetry, trace context passes unchanged', async () => {
  const { url, seen } = await startFixture();
  const gateway = await startGateway(serversOf({ s: url }));
  const client = await connect('v2', gateway.url);
  await client.callTool({ name: 's:echo', arguments: { text: 'x' }, _meta: { traceparent } });
  expect(seen.calls[0]!.meta).toMatchObject({ traceparent });
});

test('spans off: trace context passes unchanged, and requests are measured', async () => {
  const collector = await receiver();
  const { url, seen } = await startFixture();
  const gateway = await traced(serversOf({ s: url }) + settings(collector, { traces: false }));
  const client = await connect('v2', gateway.url);
  await client.callTool({ name: 's:echo', arguments: { text: 'x' }, _meta: { traceparent } });
  await gateway.telemetry.close();
  expect(seen.calls[0]!.meta).toMatchObject({ traceparent });
  expect(collector.spans).toEqual([]);
  expect(collector.metrics.length).toBeGreaterThan(0);
});
