/**
 * `mcp_config.json` in its array form: `mcpServers: [...]`, with the keys, defaults and limits that mcpproxy documents.
 * mcpproxy silently drops unknown keys; here they are findings.
 */
import { any, anyText, bool, type Field, int, lazy, list, map, number, oneOf, opt, req, struct } from '@mcpgw/structure';
import { endpointSchema, oneToolList } from './endpoint-schema.js';
import { isolationDefaults, serverIsolation } from './isolation.js';
import { listenSchema } from './listen.js';
import { behavior, harmless, protection } from './support.js';
import { textOfKind } from './text-kinds.js';
import { filledText, goDuration, headersOf, urlOf, variable, variableName, withForms } from './texts.js';

const filled = filledText('mcp-config');
const texts = list(filled);
const plainTexts = list(anyText);
const textMap = map(anyText);
const optionalBool = (doc: string, value?: boolean, extra: Partial<Field> = {}): Field =>
  opt(bool, doc, { ...(value !== undefined && { default: value }), ...extra });
const seconds = goDuration('1s', '24h');

/** The login to an HTTP server, with the fields of the format's documentation. */
export const oauth = struct('oauth', {
  client_id: opt(filled, 'Client id registered at the authorization server; without one the gateway registers itself'),
  client_secret: opt(filled, `Client secret; name a secret with \${env:NAME} or \${keyring:NAME}`),
  redirect_uri: opt(filled, 'Redirect address of the login, as it is registered; by default a free port of 127.0.0.1', {
    example: 'http://127.0.0.1:8976/callback',
  }),
  scopes: opt(texts, 'Scopes to ask for; by default those that the server names'),
  pkce_enabled: opt(bool, 'Whether to use PKCE', behavior('logins always use PKCE with S256', [true])),
  extra_params: opt(textMap, 'Further parameters of the authorization request'),
});

const concurrency = {
  max_concurrent_requests: opt(int(0), 'Calls in flight at once; 0 means no limit'),
  queue_size: opt(int(0), 'Calls that wait for a place', behavior('calls wait in a queue of fixed size')),
  queue_timeout: opt(goDuration(), 'How long a call waits for a place', behavior('a call waits as long as it may take')),
};

/** One entry of `mcpServers`. */
export const serverConfig = struct(
  'an MCP server',
  {
    name: req(textOfKind('server-name', { minLength: 1, pattern: '^[^:]*$' }), 'Unique name of the server; tools are called server:tool', {
      example: 'github',
    }),
    url: opt(urlOf('mcp-config'), 'Address of an http, sse or streamable-http server', { example: 'http://localhost:8000/mcp' }),
    command: opt(filled, 'Program of a stdio server', { example: 'npx' }),
    protocol: opt(oneOf('stdio', 'http', 'sse', 'streamable-http', 'auto', ''), 'Transport; found by itself when empty'),
    args: opt(texts, 'Arguments of the program'),
    working_dir: opt(filled, 'Directory the program starts in; must exist'),
    env: opt(map(variable('mcp-config'), { keySchema: variableName }), 'Environment of the program'),
    headers: opt(headersOf('mcp-config'), 'Headers sent with every request'),
    oauth: opt(oauth, 'How the gateway logs in to the server; mcpgw login SERVER does it'),
    enabled: opt(bool, 'Whether the server is used. Absent means false', { example: true }),
    quarantined: opt(bool, 'Whether its tools are held back for a security review'),
    skip_quarantine: opt(bool, 'Passes the review', { deprecated: 'use trust_mode' }),
    trust_mode: opt(oneOf('auto', 'scan', 'manual', ''), 'How new tools are approved', { default: 'manual' }),
    auto_approve_tool_changes: opt(bool, 'Whether changed tools are approved without a review'),
    shared: opt(bool, 'Whether all users see the server', harmless('mcpgw has no users of its own', [true, false])),
    created: opt(anyText, 'When the entry was written'),
    updated: opt(anyText, 'When the entry was last changed'),
    isolation: opt(serverIsolation, 'How a stdio server is kept from this machine'),
    reconnect_on_use: opt(
      bool,
      'Whether a call to a lost server reconnects first',
      behavior('lost servers are reconnected in the background'),
    ),
    expose_prompts: opt(bool, 'Whether its prompts are passed on', behavior('prompts are passed on', [true])),
    launcher_wait_timeout: opt(goDuration(), 'How long a launcher may take to start the server', {
      default: '30s',
      ...behavior('init_timeout holds for the whole start'),
    }),
    health_check_interval: opt(goDuration('5s', '1h'), 'How often the server is asked whether it lives; 0s is never'),
    tool_discovery_interval: opt(goDuration('30s', '24h'), 'How often its tools are listed anew; 0s is never'),
    init_timeout: opt(goDuration('1s', '30m'), 'How long the first handshake may take'),
    ...concurrency,
    toon_output: opt(
      oneOf('off', 'adaptive', 'always', ''),
      'Whether results are written in TOON',
      behavior('results are passed on as they are', ['off', '']),
    ),
    enabled_tools: opt(texts, 'Only these tools exist, by bare name. Not together with disabled_tools'),
    disabled_tools: opt(texts, 'These tools do not exist, by bare name. Not together with enabled_tools'),
    source_registry_id: opt(anyText, 'Registry that the entry came from'),
    source_registry_provenance: opt(any, 'How the registry vouches for the entry'),
    auth_broker: opt(any, 'Who gets tokens for the server', protection('the server is called without a token')),
  },
  {
    jsonSchema: () => [...endpointSchema({ transport: 'protocol', http: ['http', 'sse', 'streamable-http'], urls: ['url'] }), oneToolList],
  },
);

const logging = struct('logging', {
  level: opt(oneOf('trace', 'debug', 'info', 'warn', 'error'), 'Least level that is logged', { default: 'info' }),
  enable_file: opt(bool, 'Whether a log file is written', { default: false, ...behavior('the log goes to standard error') }),
  enable_console: opt(bool, 'Whether the console is written to', { default: true, ...behavior('the log goes to standard error', [true]) }),
  filename: opt(anyText, 'Name of the log file', { default: 'main.log', ...harmless('no log file is written') }),
  log_dir: opt(anyText, 'Folder of the log file', harmless('no log file is written')),
  max_size: opt(int(0), 'Megabytes at which the file rotates', { default: 10, ...harmless('no log file is written') }),
  max_backups: opt(int(0), 'Rotated files that are kept', { default: 5, ...harmless('no log file is written') }),
  max_age: opt(int(0), 'Days that rotated files are kept', { default: 30, ...harmless('no log file is written') }),
  compress: opt(bool, 'Whether rotated files are compressed', { default: true, ...harmless('no log file is written', [true, false]) }),
  json_format: opt(bool, 'Whether lines are JSON', { default: false }),
});

const environment = struct('environment', {
  inherit_system_safe: opt(
    bool,
    'Whether harmless variables of the system are passed on',
    behavior('programs get PATH, HOME and a few more variables', [true]),
  ),
  allowed_system_vars: opt(plainTexts, 'Variables that are passed on', behavior('programs get PATH, HOME and a few more variables')),
  custom_vars: opt(textMap, 'Variables that are set', behavior('programs get the variables of their own "env" only')),
  enhance_path: opt(bool, 'Whether PATH is completed', behavior('PATH is passed on as it is')),
  forward_proxy_env: opt(bool, 'Whether proxy variables are passed on', behavior('programs get no proxy variables')),
});

const tls = struct('tls', {
  enabled: opt(bool, 'Whether the listener speaks TLS'),
  require_client_cert: opt(bool, 'Whether clients need a certificate'),
  certs_dir: opt(anyText, 'Folder of the certificates'),
  hsts: opt(bool, 'Whether to send Strict-Transport-Security'),
});

/** A selection of servers. */
export const profileShape = struct('a profile', {
  name: req(textOfKind('profile-name', { pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' }), 'Part of the address of the profile'),
  servers: opt(plainTexts, 'Names of the servers that the profile shows'),
});

/** The whole file. */
export const mcpConfig = struct('mcp_config.json', {
  $schema: opt(anyText, 'Schema for editors'),
  mcpServers: opt(list(lazy(() => serverConfig)), 'The MCP servers behind the gateway'),
  listen: opt(textOfKind('listen-text', withForms('mcp-config', listenSchema)), 'Address the gateway listens on', {
    default: '127.0.0.1:8080',
  }),
  data_dir: opt(filled, 'Folder for state', { default: '~/.mcpproxy' }),
  enable_socket: optionalBool('Whether a local socket is opened', true, harmless('there is no local socket')),
  tray_endpoint: opt(anyText, 'Address of the tray program', harmless('there is no tray program')),
  api_key: opt(filled, 'Key of the REST interface; made when absent'),
  require_mcp_auth: optionalBool('Whether MCP clients need the key', false),
  trusted_hosts: opt(texts, 'Hostnames taken in requests'),
  tools_limit: opt(int(1, 1000), 'Most tools a search gives', { default: 15 }),
  tool_response_limit: opt(int(0), 'Characters after which a result is cut; 0 is never', {
    default: 20000,
    ...behavior('results are passed on whole', [0]),
  }),
  max_result_size_chars: opt(int(0), 'Size a client is told to expect', { default: 500000, ...harmless('clients are told no size') }),
  call_tool_timeout: opt(goDuration(), 'How long a call may take', { default: '2m0s' }),
  health_check_interval: opt(goDuration('5s', '1h'), 'How often servers are asked whether they live', { default: '30s' }),
  tool_discovery_interval: opt(goDuration('30s', '24h'), 'How often tools are listed anew', { default: '5m' }),
  init_timeout: opt(goDuration('1s', '30m'), 'How long a first handshake may take', { default: '30s' }),
  http_read_timeout: opt(seconds, 'How long a request may take to arrive', { default: '120s' }),
  http_write_timeout: opt(seconds, 'How long an answer may take to leave', {
    default: '120s',
    ...behavior('an answer may take as long as its call'),
  }),
  http_idle_timeout: opt(seconds, 'How long an idle connection stays', {
    default: '180s',
    ...behavior('idle connections stay as long as Node keeps them'),
  }),
  ...concurrency,
  max_concurrent_requests: opt(int(0), 'Calls in flight at once; 0 means no limit', behavior('each server has its own limit')),
  server_concurrency_defaults: opt(struct('server_concurrency_defaults', concurrency), 'Limits of servers that set none'),
  toon_output: opt(oneOf('off', 'adaptive', 'always', ''), 'Whether results are written in TOON', {
    default: 'off',
    ...behavior('results are passed on as they are', ['off', '']),
  }),
  toon_min_savings_pct: opt(int(1, 90), 'Least saving for adaptive TOON', {
    default: 15,
    ...harmless('results are passed on as they are'),
  }),
  logging: opt(logging, 'Logs'),
  allow_server_add: optionalBool('Whether agents may add servers', true, harmless('agents cannot add servers')),
  allow_server_remove: optionalBool('Whether agents may remove servers', true, harmless('agents cannot remove servers')),
  enable_prompts: optionalBool('Whether prompts are offered', true, behavior('prompts are passed on', [true])),
  aggregate_upstream_prompts: optionalBool(
    'Whether prompts of the servers are passed on',
    false,
    behavior('prompts are passed on', [true]),
  ),
  check_server_repo: optionalBool('Whether the repository of a server is looked at', true, harmless('no repository is looked at')),
  read_only_mode: optionalBool('Whether nothing may be changed', false),
  disable_management: optionalBool('Whether servers may not be managed', false),
  debug_search: optionalBool('Whether searches are explained', false, harmless('searches are not explained')),
  enable_code_execution: optionalBool('Whether tools may be called from code', false, behavior('agents run no code')),
  code_execution_timeout_ms: opt(int(1, 600000), 'How long code may run', { default: 120000, ...harmless('agents run no code') }),
  code_execution_max_tool_calls: opt(int(0), 'Most calls from one run; 0 means no limit', {
    default: 0,
    ...harmless('agents run no code'),
  }),
  code_execution_pool_size: opt(int(1, 100), 'Runtimes that are kept', { default: 10, ...harmless('agents run no code') }),
  code_execution_max_parallel: opt(int(1, 32), 'Calls at once from one run', { default: 8, ...harmless('agents run no code') }),
  routing_mode: opt(oneOf('retrieve_tools', 'direct', 'code_execution', ''), 'How tools are offered', {
    default: 'retrieve_tools',
    ...behavior('tools are listed directly', ['retrieve_tools', 'direct', '']),
  }),
  tool_response_mode: opt(oneOf('full', 'compact', ''), 'How much of a tool a search shows', {
    default: 'full',
    ...behavior('a search shows the whole tool', ['full', '']),
  }),
  quarantine_enabled: optionalBool('Whether new tools wait for approval', true),
  activity_retention_days: opt(int(0), 'Days that calls are remembered', { default: 90 }),
  activity_max_records: opt(int(0), 'Calls that are remembered', { default: 100000, ...harmless('age and size bound the record') }),
  activity_max_size_mb: opt(int(0), 'Megabytes for remembered calls', { default: 256 }),
  activity_max_response_size: opt(int(0), 'Bytes of a result that are remembered', {
    default: 65536,
    ...harmless('results are not recorded'),
  }),
  activity_cleanup_interval_min: opt(int(0), 'Minutes between clean-ups', {
    default: 60,
    ...harmless('old records are removed as new ones are written'),
  }),
  oauth_expiry_warning_hours: opt(number(0), 'Hours before the end of a token at which to warn', {
    default: 1,
    ...harmless('the state of a login says when its token ends'),
  }),
  tokenizer: opt(
    struct('tokenizer', {
      enabled: opt(bool, 'Whether tokens are counted'),
      default_model: opt(anyText, 'Model to count for'),
      encoding: opt(anyText, 'Encoding to count with'),
    }),
    'How tokens are counted',
    harmless('tokens are not counted'),
  ),
  output_validation: opt(
    struct('output_validation', {
      mode: opt(oneOf('off', 'warn', 'strict'), 'What a result against its schema does', {
        default: 'warn',
        ...protection('results are not held to their schema', ['off', 'warn']),
      }),
      max_bytes: opt(int(0), 'Largest result that is checked', { default: 5242880, ...harmless('results are not checked') }),
      max_depth: opt(int(0), 'Deepest result that is checked', { default: 64, ...harmless('results are not checked') }),
      missing_structured_content: opt(anyText, 'What a result without structured content does', {
        default: 'allow',
        ...harmless('results are not checked'),
      }),
    }),
    'Whether results are held to their schema',
  ),
  intent_declaration: opt(
    struct('intent_declaration', {
      strict_server_validation: opt(bool, 'Whether a call must fit the annotations of the tool', {
        default: true,
        ...behavior('agents declare no intent'),
      }),
    }),
    'What agents have to say of a call',
  ),
  profiles: opt(list(profileShape), 'Named selections of servers'),
  environment: opt(environment, 'Environment of stdio servers'),
  docker_isolation: opt(isolationDefaults, 'Isolation of stdio servers that set nothing'),
  docker_recovery: opt(any, 'What to do when Docker stops', harmless('a lost server is started anew, in a new container')),
  registries: opt(list(any), 'Registries to find servers in', harmless('servers come from this file alone')),
  registries_locked: opt(bool, 'Whether registries may not be changed', harmless('servers come from this file alone')),
  tls: opt(tls, 'TLS of the listener', protection('the gateway speaks plain HTTP')),
  telemetry: opt(any, 'Usage reports', harmless('nothing is reported')),
  observability: opt(any, 'Metrics and traces', behavior('metrics are at /metrics, and there are no traces')),
  update_check: opt(
    struct('update_check', { enabled: opt(bool, 'Whether to look for updates'), channel: opt(anyText, 'Which releases count') }),
    'Updates',
    harmless('mcpgw looks for no updates'),
  ),
  security: opt(any, 'Security scanners', behavior('there are no scanners; tools wait for approval')),
  sensitive_data_detection: opt(any, 'Search for secrets in calls', behavior('calls are not searched for secrets')),
  output_sanitisation: opt(any, 'Removal of hidden text from results', protection('results are passed on with hidden text')),
  reveal_secret_headers: opt(bool, 'Whether secrets are shown in the interface', harmless('secrets are never shown')),
  instructions: opt(filled, 'Text shown to every agent'),
  server_edition: opt(any, 'Settings of the server edition', behavior('mcpgw has no such edition')),
  features: opt(any, 'Switches', { deprecated: 'it has no effect any more' }),
  top_k: opt(int(0), 'Most tools a search gives', { deprecated: 'use tools_limit' }),
  enable_tray: opt(bool, 'Whether the tray program starts', { deprecated: 'it has no effect any more' }),
});
