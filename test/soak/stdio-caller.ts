/** A gateway on standard input and output, as a client's own process. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Caller, overSdk } from './callers.js';
import { executable } from './gateway.js';

/** Starts `mcpgw serve --stdio` with a configuration of its own; it ends when the caller is closed. */
export async function openStdio(parent: string, config: Readonly<Record<string, unknown>>): Promise<Caller> {
  const folder = join(parent, 'stdio');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, JSON.stringify({ store: { type: 'file', folder: join(folder, 'state') }, ...config }));
  const client = new Client({ name: 'soak', version: '2' });
  const args = [executable, 'serve', file, '--stdio', '--no-watch'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return overSdk(client);
}
