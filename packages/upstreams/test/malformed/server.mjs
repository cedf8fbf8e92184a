/** An MCP server on standard input and output that answers a tools/call with the bytes that its arguments name. */
import { createInterface } from 'node:readline';

const say = message => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = value => say({ jsonrpc: '2.0', id, result: value });
  if (method === 'initialize') {
    const { protocolVersion = '2025-11-25' } = process.env.REVISION ? { protocolVersion: process.env.REVISION } : {};
    result({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '0' } });
  } else if (method === 'tools/list') result({ tools: [{ name: 'raw', inputSchema: { type: 'object' } }] });
  else if (method !== 'tools/call') result({});
  else if (params.arguments.bytes === undefined) result({ content: [{ type: 'text', text: 'good' }] });
  else process.stdout.write(Buffer.concat([Buffer.from(params.arguments.bytes.replaceAll('@ID@', id), 'latin1'), Buffer.from('\n')]));
});
