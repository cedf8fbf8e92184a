import { readFileSync } from 'node:fs';
import { defaultServeConfig, readConnections, type ServeConfig } from '@mcpgw/config';
import { Gateway, ThinUpstreams } from '@mcpgw/gateway';
import { type ExitCode, exitCodes } from '../../exit-codes.js';
import { version } from '../../version.js';
import type { ServeFlags } from './flags.js';

export async function runServe(file: string | undefined, flags: ServeFlags): Promise<ExitCode> {
  const { connections } = readConnections(readFileSync(file!, 'utf8'), { file: file!, env: process.env });
  const config: ServeConfig = {
    ...defaultServeConfig,
    servers: connections,
    listen: { host: flags.host ?? '127.0.0.1', port: flags.port ?? 8080 },
  };
  const gateway = new Gateway(config, { version, upstreams: new ThinUpstreams() });
  await gateway.start();
  const { address, port } = await gateway.listen();
  process.stderr.write(`listening on http://${address}:${port}/mcp\n`);
  await new Promise<void>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
  await gateway.close();
  return exitCodes.clean;
}
