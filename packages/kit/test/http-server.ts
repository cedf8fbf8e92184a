/** A server of a test that ends at signals: prints its address. */
import { createMcpServer, READ, toolPermission } from '@mcpgw/kit';

const auth = { secret: process.env.JWT_SECRET ?? '', issuer: 'https://issuer.example', audience: 'slow' };
const server = createMcpServer('slow', { auth }).tool(
  'slow',
  {},
  toolPermission(READ)(async () => {
    console.log('called');
    await new Promise(resolve => setTimeout(resolve, 300));
    return 'done';
  }),
);
const { url } = await server.serveHttp({ port: 0, closeOnSignals: true });
console.log(url);
