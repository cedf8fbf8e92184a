/** Test helpers for authors: a client in memory, and temporary folders. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { Credentials, KitServer } from './server.js';
import type { Identity } from './session.js';

export interface TestClient {
  readonly client: Client;
  /** Calls a tool and returns the text of its result. @throws ProtocolError for an unknown tool, and for an invalid token */
  call(tool: string, args?: Record<string, unknown>): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

/** A client of `server` in memory: for a user and a session (default `test-user`, `test-session`), or with a token. */
export async function connectInMemory(
  server: KitServer,
  credentials: Partial<Identity> | { readonly token: string } = {},
): Promise<TestClient> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const speaksFor: Credentials = 'token' in credentials ? credentials : { userId: 'test-user', sessionId: 'test-session', ...credentials };
  await server.connect(serverSide, speaksFor);
  const client = new Client({ name: 'test', version: '0.0.0' });
  await client.connect(clientSide);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    return { text: content.map(block => (block.type === 'text' ? block.text : '')).join('\n'), isError };
  };
  return { client, call, close: () => client.close() };
}

export interface TemporaryData {
  /** The folder, for `createMcpServer(name, { dataDir })`. */
  readonly dataDir: string;
  remove(): Promise<void>;
}

/** A data folder for one test. */
export async function temporaryData(): Promise<TemporaryData> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mcpgw-kit-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
