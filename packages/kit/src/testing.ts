/** Helpers for the tests of authors. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { KitServer } from './server.js';
import type { Identity } from './session.js';

export interface TestClient {
  readonly client: Client;
  /** Calls a tool; gives the text of its result. */
  call(tool: string, args?: Record<string, unknown>): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

/** A client of `server` in memory, for a user and a session. */
export async function connectInMemory(server: KitServer, identity: Partial<Identity> = {}): Promise<TestClient> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide, { userId: 'test-user', sessionId: 'test-session', ...identity });
  const client = new Client({ name: 'test', version: '0.0.0' });
  await client.connect(clientSide);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    return { text: content.map(block => (block.type === 'text' ? block.text : '')).join('\n'), isError };
  };
  return { client, call, close: () => client.close() };
}
