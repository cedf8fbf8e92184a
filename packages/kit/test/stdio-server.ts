/** A server of a test on stdio: its token comes from the environment. */
import { createMcpServer, getUserId, READ, toolPermission } from '@mcpgw/kit';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const auth = { secret: process.env.JWT_SECRET ?? '', issuer: 'https://issuer.example', audience: 'who' };
const server = createMcpServer('who', { auth }).tool(
  'who',
  {},
  toolPermission(READ)(() => getUserId()),
);
await server.connect(new StdioServerTransport(), { token: process.env.MCP_TOKEN ?? '' });
