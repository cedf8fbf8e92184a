/** An MCP server with two tools, over stdio: what examples/local/mcp_config.json serves. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const notes = [];

serveStdio(() => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('add', { description: 'Add a note', inputSchema: z.object({ text: z.string().min(1) }) }, async ({ text }) => ({
    content: [{ type: 'text', text: `Note ${notes.push(text)}: ${text}` }],
  }));
  server.registerTool('list', { description: 'List all notes', annotations: { readOnlyHint: true } }, async () => ({
    content: [{ type: 'text', text: notes.join('\n') || 'There are no notes' }],
  }));
  return server;
});
