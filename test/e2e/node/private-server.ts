/** A server of the kit for a pod: `load` puts secret data into the session, `send` would carry data out, `level` tells what was recorded. */
import { CONNECT, createMcpServer, privateData, READ, toolPermission } from '@mcpgw/kit';

const { JWT_SECRET: secret = '', DATA_DIR: dataDir = '/data' } = process.env;
const server = createMcpServer('private', { dataDir, auth: { secret, issuer: 'https://issuer.example', audience: 'private' } })
  .tool(
    'load',
    {},
    toolPermission(READ)(async () => {
      await privateData().addPrivateDataset('salaries', 'secret');
      return 'loaded';
    }),
  )
  .tool(
    'send',
    {},
    toolPermission(CONNECT)(() => 'sent'),
  )
  .tool(
    'level',
    {},
    toolPermission(READ)(() => privateData().sensitivity()),
  );
await server.serveHttp({ host: '0.0.0.0', port: 8000, closeOnSignals: true });
