/** A stdio MCP server whose tools stand in a file, and are read anew at each listing: tools-server.mjs FILE. */
import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const server = new Server({ name: 'fixture', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', async () => ({ tools: JSON.parse(readFileSync(process.argv[2], 'utf8')) }));
server.setRequestHandler('tools/call', async ({ params }) => ({ content: [{ type: 'text', text: `called ${params.name}` }] }));
await server.connect(new StdioServerTransport());
