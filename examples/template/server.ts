/**
 * Serves the tools. With MCP_INSTANCE (normal or isolated) this is one instance, as in a deployment; without it, both run here: the
 * normal one on the port of config.yaml, the isolated one on the port after it.
 */
import { fileURLToPath } from 'node:url';
import { createMcpServer, type KitServer, loadMcpServers } from '@mcpgw/kit';
import { auth, configPath, storage } from './settings.js';
import { addTools } from './tools.js';

/** The server as `instance`; its tools are the same on both. */
export function makeServer(instance?: 'normal' | 'isolated'): KitServer {
  const { name, instructions = '' } = loadMcpServers(configPath).server('template');
  return addTools(createMcpServer(name, { instructions, auth: auth(), ...storage(), ...(instance && { instance }) }));
}

async function main(): Promise<void> {
  const host = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? loadMcpServers(configPath).server('template').port);
  const only = process.env.MCP_INSTANCE as 'normal' | 'isolated' | undefined;
  for (const [index, instance] of (only ? [only] : (['normal', 'isolated'] as const)).entries()) {
    const { url } = await makeServer(instance).serveHttp({ host, port: port + index, closeOnSignals: true });
    console.log(`${instance} instance: ${url}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch(({ code, message }: NodeJS.ErrnoException) => {
    const hint = code === 'EADDRINUSE' ? '; set another port in config.yaml, for the server and for its client' : '';
    console.error(message + hint);
    process.exitCode = 1;
  });
}
