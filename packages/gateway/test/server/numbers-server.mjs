/** An MCP server on standard input and output that gives back the arguments of a call, byte for byte. */
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line);
  const answer = result => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
  if (id === undefined) return;
  if (method === 'initialize')
    answer('{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"0"}}');
  else if (method === 'tools/list') answer('{"tools":[{"name":"n","inputSchema":{"type":"object"}}]}');
  else if (method === 'tools/call')
    answer(
      `{"content":[],"structuredContent":{"arguments":${/"arguments":(\{.*?\})(?:,"_meta"|\}(?:,"jsonrpc"|,"id"|\}))/.exec(line)[1]}}}`,
    );
  else answer('{}');
});
