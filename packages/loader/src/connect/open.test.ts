import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { until } from '../../../../test/helpers/until.js';
import { InFlight } from '../in-flight.js';
import { keepNoChains } from './open.js';

const info = { name: 'a', version: '1' };

/** The maps and sets of a client that hold more while a request is in flight, as constructors by name. */
async function growing(client: Client): Promise<Record<string, unknown>> {
  const server = new McpServer(info);
  const ends: (() => void)[] = [];
  server.registerTool('slow', {}, async () => {
    await new Promise<void>(resolve => ends.push(resolve));
    return { content: [] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const sizes = () =>
    Object.entries(client).flatMap(([name, value]): [string, number, unknown][] =>
      value instanceof Map || value instanceof Set || value instanceof InFlight ? [[name, value.size, value.constructor]] : [],
    );
  const idle = new Map(sizes().map(([name, size]) => [name, size]));
  const call = client.callTool({ name: 'slow', arguments: {} });
  await until(() => ends.length > 0);
  const grown = sizes().filter(([name, size]) => size > idle.get(name)!);
  for (const end of ends) end();
  expect(await call).toEqual({ content: [] });
  await client.close();
  return Object.fromEntries(grown.map(([name, , kind]) => [name, kind]));
}

// A version of the SDK with other members would bring the cost back that docs/adr/0073 describes, and nothing else would say so.
it('replaces each map of the SDK that holds requests in flight, and no other', async () => {
  const maps = { _responseHandlers: Map, _timeoutInfo: Map };
  expect(await growing(new Client(info))).toEqual(maps);
  const client = new Client(info);
  keepNoChains(client);
  expect(await growing(client)).toEqual(Object.fromEntries(Object.keys(maps).map(name => [name, InFlight])));
});
