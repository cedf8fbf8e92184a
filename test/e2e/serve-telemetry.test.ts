/** Telemetry of the built command: the SDK in its bundle, variables of OpenTelemetry, and the end. */
import { attributesOf, Collector } from '../../packages/telemetry/test/collector.js';
import { startFixture, stopFixtures } from '../../packages/upstreams/test/fixtures.js';
import { endAll, gatewayFile, openSession, serve } from './serve-helpers.js';

const collectors: Collector[] = [];

afterEach(async () => {
  await endAll();
  await stopFixtures();
  await Promise.all(collectors.splice(0).map(collector => collector.close()));
});

async function receiver(...args: ConstructorParameters<typeof Collector>): Promise<Collector> {
  const collector = await new Collector(...args).start();
  collectors.push(collector);
  return collector;
}

test('a call, the log and metrics arrive when the gateway stops, with variables alone', async () => {
  const collector = await receiver();
  const { url } = await startFixture();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k1',
    OTEL_SERVICE_NAME: 'tools',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  const gateway = await serve(gatewayFile({ servers: { s: { url, trust_mode: 'auto' } }, page: { enabled: false } }), env);
  const session = await openSession(gateway.port);
  expect(await session.call('s:echo', { text: 'x' })).toBe('x');
  expect(await gateway.stop()).toBe(0);
  const calls = collector.spans.filter(span => attributesOf(span)['mcp.method.name'] === 'tools/call');
  expect(calls.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual(['tools/call echo 2', 'tools/call echo 3']);
  expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(1);
  expect(collector.resource).toMatchObject({ 'service.name': 'tools', 'deployment.environment.name': 'test' });
  expect(collector.metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(['mcp.server.operation.duration']));
  expect(collector.logs.map(({ body }) => body.stringValue)).toEqual(expect.arrayContaining(['ready', 'draining']));
  expect(new Set(collector.received.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['k1']));
});

test('a collector that never answers delays neither calls nor the end, and is told', async () => {
  const collector = await receiver(() => {});
  const { url } = await startFixture();
  const config = {
    servers: { s: { url, trust_mode: 'auto' } },
    page: { enabled: false },
    telemetry: { endpoint: collector.url, timeout: '5m' },
  };
  const gateway = await serve(gatewayFile(config));
  const session = await openSession(gateway.port);
  expect(await session.call('s:echo', { text: 'x' })).toBe('x');
  // An export may take five minutes: only the gateway's own deadline ends this before the test's.
  expect(await gateway.stop()).toBe(0);
  expect(gateway.log()).toContain('telemetry was not exported to its end: the collector does not answer');
});

test('what cannot be done is told at the start', async () => {
  const { url } = await startFixture();
  const config = { servers: { s: { url, trust_mode: 'auto' } }, page: { enabled: false } };
  const gateway = await serve(gatewayFile(config), {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  });
  expect(gateway.log()).toContain('traces are not exported: OTLP is sent as http/protobuf or http/json, and the protocol is grpc');
  expect(await gateway.stop()).toBe(0);
});
