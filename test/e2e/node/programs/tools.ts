/**
 * MCP servers of one tool for pods, one on each port of the arguments: `tools.mjs 8000 8443`. `greet` says with which `x-greeting` it was
 * called. Port 8443 speaks TLS with the certificate of TLS_CERT and TLS_KEY. With LOGIN, the address of an authorization server, each request
 * without a token is answered 401; behind a proxy, METADATA is where its metadata are, and RESOURCE the address that clients know.
 */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { initializeResult, rpcListener } from '../../../../packages/loader/test/servers.js';

const { TLS_CERT: cert = '', TLS_KEY: key = '', LOGIN: login, METADATA, RESOURCE } = process.env;

const metadata = (resource: string) => JSON.stringify({ resource, authorization_servers: [login] });

const listener: RequestListener = (request, response) => {
  const base = METADATA ?? `http://${request.headers.host}`;
  if (login !== undefined && request.url!.startsWith('/.well-known/oauth-protected-resource')) {
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(metadata(RESOURCE ?? `${base}/mcp`));
  }
  if (login !== undefined && request.headers.authorization === undefined) {
    const where = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
    return void response.writeHead(401, { 'www-authenticate': where }).end();
  }
  rpcListener(method => {
    if (method === 'initialize') return initializeResult('2025-06-18');
    if (method === 'tools/list') return { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] };
    return method === 'tools/call' ? { content: [{ type: 'text', text: `${request.headers['x-greeting']}: hello` }] } : {};
  })(request, response);
};

for (const port of process.argv.slice(2).map(Number)) {
  (port === 8443 ? createTlsServer({ cert, key }, listener) : createServer(listener)).listen(port);
}
process.on('SIGTERM', () => process.exit(0));
