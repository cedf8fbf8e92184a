/** `config.yaml` with `mcp_servers`: client entries (`url`, `url_isolated`, `read_timeout`) and server entries (`name`, `port`). */
import { get, int, map, oneOf, opt, req, select, struct, text as textOf } from '@mcpgw/structure';
import { textOfKind } from './text-kinds.js';
import { filledText, urlOf } from './texts.js';

const url = urlOf('mcp-servers');

const type = opt(oneOf('client', 'server'), 'Whether this project calls the server or is the server', { default: 'client' });
const serverName = textOfKind('entry-name', { minLength: 1 });

const isServer = { type: 'object', required: ['type'], properties: { type: { const: 'server' } } };

export const clientEntry = struct('an MCP client entry', {
  type,
  url: req(url, 'address of the server', { example: 'http://sql.example:8000/mcp' }),
  url_isolated: opt(url, 'Address of the same server on the isolated network; used from the moment private data enters the session'),
  read_timeout: opt(int(1), 'Seconds that an answer may take', { default: 60 }),
});

export const serverEntry = struct('an MCP server entry', {
  type,
  name: req(serverName, 'name the server gives itself', { example: 'template' }),
  instructions: opt(filledText('mcp-servers'), 'What the server tells an agent of itself'),
  port: opt(int(1, 65535), 'Port it listens on', { default: 8000 }),
});

const entry = select([clientEntry, serverEntry], node => (textOf(get(node, 'type')) === 'server' ? serverEntry : clientEntry), isServer);

/** The whole file; its other top-level keys belong to other programs. */
export const mcpServersConfig = struct(
  'config.yaml',
  { mcp_servers: req(map(entry, { unique: true }), 'MCP servers by name') },
  { open: true },
);
