/**
 * `gateway.yaml`, the configuration of `mcpgw serve`. Fields that `mcp_config.json` also has mean the same here. Server entries have the
 * same form, except that `enabled` is true by default.
 */
import { anyText, bool, int, list, map, oneOf, opt, req, struct, union } from '@mcpgw/structure';
import { addressNameSchema } from './address-name.js';
import { isolationDefaults } from './isolation.js';
import { listenSchema } from './listen.js';
import { serverConfig } from './mcp-config.js';
import { serveActivity } from './serve-activity.js';
import { serveApi } from './serve-api.js';
import { serveAuth, serveProfile } from './serve-auth.js';
import { serveLogin, serveOauth } from './serve-login.js';
import { serveTelemetry } from './serve-telemetry.js';
import { textOfKind } from './text-kinds.js';
import { filledText, goDuration, withForms } from './texts.js';

const filled = filledText('serve');

/** A host name without a port; `*` means every host. */
const hostName = textOfKind('host-name', withForms('serve', { pattern: '^(?:\\*|\\[[0-9a-fA-F:.]+\\]|[a-zA-Z0-9._-]+)$|\\$\\{' }));

const { name: _name, enabled: _enabled, ...serverFields } = serverConfig.fields;

/** An entry of `servers`: as in `mcp_config.json`, but with its name as the key. */
export const serveServer = struct(
  'a server behind the gateway',
  {
    ...serverFields,
    oauth: opt(serveOauth, 'How the gateway logs in to the server; mcpgw login SERVER does it'),
    enabled: opt(bool, 'Whether the server is used', { default: true }),
    call_timeout: opt(goDuration('1ms', '24h', 'none'), 'How long a call may take; that of timeouts where nothing is said'),
  },
  { ...(serverConfig.jsonSchema !== undefined && { jsonSchema: serverConfig.jsonSchema }) },
);

const toolNames = struct('names of tools', {
  prefix: opt(bool, 'Whether the names of tools begin with the name of the server. Off only with one server', { default: true }),
  separator: opt(textOfKind('separator', { pattern: '^[-_.:/]{1,8}$' }), 'What stands between server and tool', {
    default: '__',
    example: '-',
  }),
  portable: opt(
    bool,
    'Whether names that some clients refuse are mapped to letters, digits, "_" and "-", and shortened. On unless the separator has other characters',
    { default: true },
  ),
  max_length: opt(int(32, 128), 'Most characters of a portable name; clients that put the name of the gateway before it need less', {
    default: 64,
  }),
});

const needsUrl = {
  if: { required: ['type'], properties: { type: { const: 'redis' } } },
  then: { required: ['url'], properties: { url: { type: 'string' } } },
};

const store = struct(
  'the store of approvals and sessions',
  {
    type: req(oneOf('file', 'redis', 'memory'), 'Where state is kept: files, for one gateway; Redis, for several; nowhere'),
    folder: opt(filled, 'Folder of the files', { default: '~/.mcpgw' }),
    url: opt(textOfKind('redis-url', withForms('serve', { pattern: '^rediss?://[^\\s]|\\$\\{' })), 'Address of Redis', {
      example: 'redis://localhost:6379',
    }),
  },
  { jsonSchema: () => [needsUrl] },
);

const page = struct('the web page', {
  enabled: opt(bool, 'Whether the page is served', { default: true }),
  hosts: opt(list(hostName), 'Hostnames that it is reached by, besides those of this machine'),
  token: opt(filled, 'What anyone who uses the page has to know; with none it serves this machine only', { example: '${env:PAGE_TOKEN}' }),
});

const limits = struct('limits', {
  body_bytes: opt(int(1024, 1 << 30), 'Largest request', { default: 4 * 1024 * 1024 }),
  sessions: opt(int(1, 1_000_000), 'Sessions open at once; the longest idle one makes room', { default: 1000 }),
  calls_per_session: opt(int(1, 100_000), 'Requests of one session that go on at once; further ones wait', { default: 100 }),
  queued_calls_per_session: opt(int(0, 100_000), 'Requests of one session that wait for one in flight to end', { default: 1000 }),
  unread_bytes: opt(int(1024 * 1024, 2 ** 40), 'Bytes that all clients together may leave unread; then the slowest is cut off', {
    default: 256 * 1024 * 1024,
  }),
  stream_events: opt(int(1, 1_000_000), 'Events of one event stream that are kept for a client that was disconnected', { default: 1000 }),
  stream_bytes: opt(int(1024, 2 ** 30), 'Bytes of these events together; a larger answer is not kept', { default: 4 * 1024 * 1024 }),
  metric_tools: opt(int(0, 10_000), 'Tools of one server that metrics name, the first that are called; all others are counted as "other"', {
    default: 100,
  }),
  server_messages: opt(
    int(1, 1_000_000),
    'Log messages, updates and requests for clients that one server may send a second, each kind by itself; ten times as many messages are read',
    { default: 100 },
  ),
});

const needed = goDuration('1ms', '24h', 'none');
const limit = goDuration('1ms', '24h', 'no limit');
const wait = goDuration('1ms', '24h', 'no wait');
const timeouts = struct('timeouts', {
  call: opt(needed, 'How long a call of a tool may take', { default: '120s' }),
  queue: opt(wait, 'How long a request waits for one in flight of its session to end', { default: '60s' }),
  session_idle: opt(needed, 'How long a session may be silent', { default: '30m' }),
  headers: opt(limit, 'How long the headers of a request may take to arrive', { default: '10s' }),
  request: opt(limit, 'How long a whole request may take to arrive', { default: '60s' }),
  write: opt(needed, 'How long a client may take nothing of an answer that waits for it', { default: '60s' }),
  resume: opt(wait, 'How long a client that was disconnected may take to resume a stream; its requests go on meanwhile', {
    default: '60s',
  }),
  handover: opt(wait, 'How long new requests are still served after SIGTERM, until load balancers have noticed that it stops', {
    default: '0s',
  }),
  drain: opt(wait, 'How long calls may go on after SIGTERM and `handover`', { default: '20s' }),
  start: opt(wait, 'How long the start waits for servers that do not answer', { default: '30s' }),
});

const logging = struct('the log', {
  level: opt(oneOf('debug', 'info', 'warn', 'error'), 'Least level that is logged', { default: 'info' }),
  format: opt(oneOf('text', 'json'), 'Form of its lines', { default: 'text' }),
});

/** The whole file. */
export const serveShape = struct('gateway.yaml', {
  $schema: opt(anyText, 'Schema for editors'),
  listen: opt(textOfKind('listen-address', withForms('serve', listenSchema)), 'Host and port', {
    default: '127.0.0.1:8080',
  }),
  servers: opt(
    map(serveServer, { unique: true, keySchema: { ...addressNameSchema, 'x-mcpgw': { text: 'server-key' } } }),
    'MCP servers by name',
    {
      example: { github: { url: 'https://mcp.example.com/mcp' } },
    },
  ),
  servers_from: opt(union(anyText, list(anyText)), 'Files that name further servers: mcp_config.json, or the file of an MCP client', {
    example: ['mcp_config.json'],
  }),
  isolation: opt(isolationDefaults, 'How stdio servers that set nothing are kept from this machine, those of servers_from too'),
  allow_unsupported: opt(list(anyText), 'Settings of servers that mcpgw does not support and that may be ignored', {
    example: ['docker_isolation'],
  }),
  apis: opt(list(serveApi), 'REST APIs whose endpoints are tools'),
  routing_mode: opt(oneOf('direct', 'retrieve_tools'), 'Whether clients are listed all tools, or those that find and call the others', {
    default: 'direct',
  }),
  tool_names: opt(toolNames, 'How tools are named'),
  profiles: opt(list(serveProfile), 'Selections of servers, each served at /mcp/p/NAME'),
  validation_errors: opt(
    oneOf('protocol', 'tool_result'),
    'Form of the answer to wrong arguments: JSON-RPC -32602, or a result with isError',
    {
      default: 'protocol',
    },
  ),
  tools_limit: opt(int(1, 1000), 'Most tools a search gives', { default: 15 }),
  store: opt(store, 'Where approvals and sessions are kept'),
  page: opt(page, 'The web page of servers and tools'),
  auth: opt(serveAuth, 'Who may call'),
  login: opt(serveLogin, 'Logins to servers'),
  trusted_hosts: opt(list(hostName), 'Hostnames that clients use, besides those of this machine'),
  trusted_origins: opt(list(filled), 'Origins of web pages that may call', { example: ['https://chat.example.com'] }),
  limits: opt(limits, 'Limits'),
  timeouts: opt(timeouts, 'Timeouts'),
  logging: opt(logging, 'The log, on standard error'),
  activity: opt(serveActivity, 'The record of calls and events'),
  telemetry: opt(serveTelemetry, 'Traces, metrics and logs over OTLP'),
  metrics: opt(bool, 'Whether /metrics is served', { default: true }),
  instructions: opt(filled, 'Text shown to every client that connects'),
  hold_unreviewed: opt(
    bool,
    'Whether prompts, resources and log messages of a server that is not trusted are held until a tool of it was approved',
    { default: true },
  ),
  read_only_mode: opt(bool, 'Whether nothing may be approved, enabled or disabled through the gateway', { default: false }),
});
