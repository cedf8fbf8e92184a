/** Gateways as processes of their own: one alone, or several on one Redis behind a proxy that passes each request to the next of them. */
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startRedis } from '../../packages/store/test/redis-server.js';
import { gatewayFile, type Served, serve } from './serve-helpers.js';

export interface Topology {
  /** Where clients connect. */
  readonly url: string;
  readonly port: number;
  readonly replicas: Served[];
  /** Requests that each replica got through the proxy. */
  readonly shares: Map<number, number>;
  close(): Promise<void>;
}

/** Passes one request to the first replica that takes a connection, from `at` on. */
function forward(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  ports: readonly number[],
  shares: Map<number, number>,
): void {
  const [port, ...others] = ports;
  if (port === undefined) {
    response.writeHead(502).end();
    return;
  }
  const { method, url: path, headers } = request;
  const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...headers, host: `127.0.0.1:${port}` }, agent: false });
  onward.once('response', answer => {
    shares.set(port, (shares.get(port) ?? 0) + 1);
    response.writeHead(answer.statusCode!, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
    answer.once('error', () => response.destroy());
    answer.once('close', () => (answer.complete ? undefined : response.destroy()));
  });
  onward.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(request, body, response, others, shares);
    else response.destroy();
  });
  response.once('close', () => onward.destroy());
  onward.end(body);
}

/** A plain round-robin proxy. */
async function roundRobin(ports: () => readonly number[], shares: Map<number, number>): Promise<Server> {
  let next = 0;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const all = ports();
    const from = next++ % all.length;
    forward(request, Buffer.concat(chunks), response, [...all.slice(from), ...all.slice(0, from)], shares);
  });
  proxy.keepAliveTimeout = 65_000;
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

/** Starts `count` gateways with one configuration. One alone keeps its state on files, several in a Redis of their own. */
export async function startTopology(count: number, config: Readonly<Record<string, unknown>>, redisUrl?: string): Promise<Topology> {
  if (count === 1) {
    const gateway = await serve(gatewayFile(config));
    return {
      url: `http://127.0.0.1:${gateway.port}/mcp`,
      port: gateway.port,
      replicas: [gateway],
      shares: new Map(),
      close: async () => {},
    };
  }
  const url = redisUrl ?? (await startRedis()).url;
  const file = gatewayFile({ ...config, store: { type: 'redis', url } });
  const replicas: Served[] = [];
  for (let at = 0; at < count; at++) replicas.push(await serve(file));
  const shares = new Map<number, number>();
  const proxy = await roundRobin(() => replicas.map(({ port }) => port), shares);
  const { port } = proxy.address() as AddressInfo;
  const close = async () => {
    proxy.closeAllConnections();
    await new Promise(resolve => proxy.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, port, replicas, shares, close };
}
