/**
 * `mcp_config.json` in its array form: `mcpServers: [...]`, with the keys, defaults and limits that mcpproxy documents.
 * The program itself drops unknown keys in silence; here they are findings.
 */
import {
  any,
  bool,
  type Field,
  int,
  lazy,
  list,
  map,
  number,
  oneOf,
  opt,
  type Problem,
  req,
  string,
  struct,
  text,
  union,
} from '../shape/shape.js';
import { goDuration } from './go-duration.js';

function serverName(name: string): Problem | undefined {
  if (name === '') return { message: 'the server name is empty', suggestion: 'name the server, such as "github"' };
  if (!name.includes(':')) return undefined;
  return {
    message: `the server name "${name}" must not contain ":", which separates server and tool`,
    suggestion: `use "${name.replaceAll(':', '-')}"`,
  };
}

function profileSlug(name: string): Problem | undefined {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name))
    return {
      message: `"${name.slice(0, 100)}" is no profile name: lower-case letters, digits, "-" and "_", at most 63`,
      suggestion: 'write such a name, beginning with a letter or digit: "reading"',
    };
  if (!['all', 'code', 'call', 'p'].includes(name)) return undefined;
  return { message: `the profile name "${name}" is reserved`, suggestion: 'choose a name other than all, code, call and p' };
}

function httpUrl(value: string): Problem | undefined {
  if (/\$\{/.test(value)) return undefined;
  if (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)) return undefined;
  return { message: `"${value}" is not an http or https URL`, suggestion: 'write the whole address, such as "http://localhost:8000/mcp"' };
}

/** An http or https address; placeholders pass. */
export const url = string('an http or https URL', httpUrl, { pattern: '^https?://' });
const texts = list(text);
const textMap = map(text);
const optionalBool = (doc: string, value?: boolean): Field => opt(bool, doc, value === undefined ? {} : { default: value });
const seconds = goDuration('1s', '24h');

const oauth = struct('oauth', {
  client_id: opt(text, 'Client id registered at the authorization server'),
  client_secret: opt(text, `Client secret; name a secret with \${env:NAME} or \${keyring:NAME}`),
  redirect_uri: opt(text, 'Redirect address of the login'),
  scopes: opt(texts, 'Scopes to ask for'),
  pkce_enabled: opt(bool, 'Whether to use PKCE'),
  extra_params: opt(textMap, 'Further parameters of the authorization request'),
});

const isolation = struct('isolation', {
  enabled: opt(bool, 'Whether the server runs isolated'),
  mode: opt(oneOf('docker', 'sandbox', 'none'), 'How it is isolated'),
  image: opt(text, 'Container image'),
  network_mode: opt(text, 'Docker network'),
  extra_args: opt(texts, 'Further arguments of docker run'),
  working_dir: opt(text, 'Working directory inside the container'),
  log_driver: opt(text, 'Docker log driver'),
  log_max_size: opt(text, 'Size at which a log rotates'),
  log_max_files: opt(union(text, int(0)), 'How many rotated logs are kept'),
});

const concurrency = {
  max_concurrent_requests: opt(int(0), 'Calls under way at once; 0 is no limit'),
  queue_size: opt(int(0), 'Calls that wait for a place'),
  queue_timeout: opt(goDuration(), 'How long a call waits for a place'),
};

/** One entry of `mcpServers`. */
export const serverConfig = struct('an MCP server', {
  name: req(
    string('a server name', serverName, { minLength: 1, pattern: '^[^:]*$' }),
    'Unique name of the server; tools are called server:tool',
    { example: 'github' },
  ),
  url: opt(url, 'Address of an http, sse or streamable-http server', { example: 'http://localhost:8000/mcp' }),
  command: opt(text, 'Program of a stdio server', { example: 'npx' }),
  protocol: opt(oneOf('stdio', 'http', 'sse', 'streamable-http', 'auto', ''), 'Transport; found by itself when empty'),
  args: opt(texts, 'Arguments of the program'),
  working_dir: opt(text, 'Directory the program starts in; must exist'),
  env: opt(textMap, 'Environment of the program'),
  headers: opt(textMap, 'Headers sent with every request'),
  oauth: opt(oauth, 'OAuth settings'),
  enabled: opt(bool, 'Whether the server is used. Absent means false', { example: true }),
  quarantined: opt(bool, 'Whether its tools are held back for a security review'),
  skip_quarantine: opt(bool, 'Passes the review', { deprecated: 'use trust_mode' }),
  trust_mode: opt(oneOf('auto', 'scan', 'manual', ''), 'How new tools are approved', { default: 'manual' }),
  auto_approve_tool_changes: opt(bool, 'Whether changed tools are approved without a review'),
  shared: opt(bool, 'Whether all users see the server'),
  created: opt(text, 'When the entry was written'),
  updated: opt(text, 'When the entry was last changed'),
  isolation: opt(isolation, 'How a stdio server is isolated'),
  reconnect_on_use: opt(bool, 'Whether a call to a lost server reconnects first'),
  expose_prompts: opt(bool, 'Whether its prompts are passed on'),
  launcher_wait_timeout: opt(goDuration(), 'How long a launcher may take to start the server', { default: '30s' }),
  health_check_interval: opt(goDuration('5s', '1h'), 'How often the server is asked whether it lives; 0s is never'),
  tool_discovery_interval: opt(goDuration('30s', '24h'), 'How often its tools are listed anew; 0s is never'),
  init_timeout: opt(goDuration('1s', '30m'), 'How long the first handshake may take'),
  ...concurrency,
  toon_output: opt(oneOf('off', 'adaptive', 'always', ''), 'Whether results are written in TOON'),
  enabled_tools: opt(texts, 'Only these tools exist, by bare name. Not together with disabled_tools'),
  disabled_tools: opt(texts, 'These tools do not exist, by bare name. Not together with enabled_tools'),
  source_registry_id: opt(text, 'Registry that the entry came from'),
  source_registry_provenance: opt(any, 'How the registry vouches for the entry'),
  auth_broker: opt(any, 'Who gets tokens for the server'),
});

const logging = struct('logging', {
  level: opt(oneOf('trace', 'debug', 'info', 'warn', 'error'), 'Least level that is logged', { default: 'info' }),
  enable_file: opt(bool, 'Whether a log file is written', { default: false }),
  enable_console: opt(bool, 'Whether the console is written to', { default: true }),
  filename: opt(text, 'Name of the log file', { default: 'main.log' }),
  log_dir: opt(text, 'Folder of the log file'),
  max_size: opt(int(0), 'Megabytes at which the file rotates', { default: 10 }),
  max_backups: opt(int(0), 'Rotated files that are kept', { default: 5 }),
  max_age: opt(int(0), 'Days that rotated files are kept', { default: 30 }),
  compress: opt(bool, 'Whether rotated files are compressed', { default: true }),
  json_format: opt(bool, 'Whether lines are JSON', { default: false }),
});

const environment = struct('environment', {
  inherit_system_safe: opt(bool, 'Whether harmless variables of the system are passed on'),
  allowed_system_vars: opt(texts, 'Variables that are passed on'),
  custom_vars: opt(textMap, 'Variables that are set'),
  enhance_path: opt(bool, 'Whether PATH is completed'),
  forward_proxy_env: opt(bool, 'Whether proxy variables are passed on'),
});

const tls = struct('tls', {
  enabled: opt(bool, 'Whether the listener speaks TLS'),
  require_client_cert: opt(bool, 'Whether clients need a certificate'),
  certs_dir: opt(text, 'Folder of the certificates'),
  hsts: opt(bool, 'Whether to send Strict-Transport-Security'),
});

/** A selection of servers. */
export const profileShape = struct('a profile', {
  name: req(string('a profile name', profileSlug, { pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' }), 'Part of the address of the profile'),
  servers: opt(texts, 'Names of the servers that the profile shows'),
});

/** The whole file. */
export const mcpConfig = struct('mcp_config.json', {
  $schema: opt(text, 'Schema for editors'),
  mcpServers: opt(list(lazy(() => serverConfig)), 'The MCP servers behind the gateway'),
  listen: opt(text, 'Address the gateway listens on', { default: '127.0.0.1:8080' }),
  data_dir: opt(text, 'Folder for state', { default: '~/.mcpproxy' }),
  enable_socket: optionalBool('Whether a local socket is opened', true),
  tray_endpoint: opt(text, 'Address of the tray program'),
  api_key: opt(text, 'Key of the REST interface; made when absent'),
  require_mcp_auth: optionalBool('Whether MCP clients need the key', false),
  trusted_hosts: opt(texts, 'Host names taken in requests'),
  tools_limit: opt(int(1, 1000), 'Most tools a search gives', { default: 15 }),
  tool_response_limit: opt(int(0), 'Characters after which a result is cut; 0 is never', { default: 20000 }),
  max_result_size_chars: opt(int(0), 'Size a client is told to expect', { default: 500000 }),
  call_tool_timeout: opt(goDuration(), 'How long a call may take', { default: '2m0s' }),
  health_check_interval: opt(goDuration('5s', '1h'), 'How often servers are asked whether they live', { default: '30s' }),
  tool_discovery_interval: opt(goDuration('30s', '24h'), 'How often tools are listed anew', { default: '5m' }),
  init_timeout: opt(goDuration('1s', '30m'), 'How long a first handshake may take', { default: '30s' }),
  http_read_timeout: opt(seconds, 'How long a request may take to arrive', { default: '120s' }),
  http_write_timeout: opt(seconds, 'How long an answer may take to leave', { default: '120s' }),
  http_idle_timeout: opt(seconds, 'How long an idle connection stays', { default: '180s' }),
  ...concurrency,
  server_concurrency_defaults: opt(struct('server_concurrency_defaults', concurrency), 'Limits of servers that set none'),
  toon_output: opt(oneOf('off', 'adaptive', 'always', ''), 'Whether results are written in TOON', { default: 'off' }),
  toon_min_savings_pct: opt(int(1, 90), 'Least saving for adaptive TOON', { default: 15 }),
  logging: opt(logging, 'Logs'),
  allow_server_add: optionalBool('Whether agents may add servers', true),
  allow_server_remove: optionalBool('Whether agents may remove servers', true),
  enable_prompts: optionalBool('Whether prompts are offered', true),
  aggregate_upstream_prompts: optionalBool('Whether prompts of the servers are passed on', false),
  check_server_repo: optionalBool('Whether the repository of a server is looked at', true),
  read_only_mode: optionalBool('Whether nothing may be changed', false),
  disable_management: optionalBool('Whether servers may not be managed', false),
  debug_search: optionalBool('Whether searches are explained', false),
  enable_code_execution: optionalBool('Whether tools may be called from code', false),
  code_execution_timeout_ms: opt(int(1, 600000), 'How long code may run', { default: 120000 }),
  code_execution_max_tool_calls: opt(int(0), 'Most calls from one run; 0 is no limit', { default: 0 }),
  code_execution_pool_size: opt(int(1, 100), 'Runtimes that are kept', { default: 10 }),
  code_execution_max_parallel: opt(int(1, 32), 'Calls at once from one run', { default: 8 }),
  routing_mode: opt(oneOf('retrieve_tools', 'direct', 'code_execution', ''), 'How tools are offered', { default: 'retrieve_tools' }),
  tool_response_mode: opt(oneOf('full', 'compact', ''), 'How much of a tool a search shows', { default: 'full' }),
  quarantine_enabled: optionalBool('Whether new tools wait for approval', true),
  activity_retention_days: opt(int(0), 'Days that calls are remembered', { default: 90 }),
  activity_max_records: opt(int(0), 'Calls that are remembered', { default: 100000 }),
  activity_max_size_mb: opt(int(0), 'Megabytes for remembered calls', { default: 256 }),
  activity_max_response_size: opt(int(0), 'Bytes of a result that are remembered', { default: 65536 }),
  activity_cleanup_interval_min: opt(int(0), 'Minutes between clean-ups', { default: 60 }),
  oauth_expiry_warning_hours: opt(number(0), 'Hours before the end of a token at which to warn', { default: 1 }),
  tokenizer: opt(
    struct('tokenizer', {
      enabled: opt(bool, 'Whether tokens are counted'),
      default_model: opt(text, 'Model to count for'),
      encoding: opt(text, 'Encoding to count with'),
    }),
    'How tokens are counted',
  ),
  output_validation: opt(
    struct('output_validation', {
      mode: opt(oneOf('off', 'warn', 'strict'), 'What a result against its schema does', { default: 'warn' }),
      max_bytes: opt(int(0), 'Largest result that is checked', { default: 5242880 }),
      max_depth: opt(int(0), 'Deepest result that is checked', { default: 64 }),
      missing_structured_content: opt(text, 'What a result without structured content does', { default: 'allow' }),
    }),
    'Whether results are held to their schema',
  ),
  intent_declaration: opt(
    struct('intent_declaration', {
      strict_server_validation: opt(bool, 'Whether a call must fit the annotations of the tool', { default: true }),
    }),
    'What agents have to say of a call',
  ),
  profiles: opt(list(profileShape), 'Named selections of servers'),
  environment: opt(environment, 'Environment of stdio servers'),
  docker_isolation: opt(any, 'Isolation of stdio servers'),
  docker_recovery: opt(any, 'What to do when Docker stops'),
  registries: opt(list(any), 'Registries to find servers in'),
  registries_locked: opt(bool, 'Whether registries may not be changed'),
  tls: opt(tls, 'TLS of the listener'),
  telemetry: opt(any, 'Usage reports'),
  observability: opt(any, 'Metrics and traces'),
  update_check: opt(
    struct('update_check', { enabled: opt(bool, 'Whether to look for updates'), channel: opt(text, 'Which releases count') }),
    'Updates',
  ),
  security: opt(any, 'Security scanners'),
  sensitive_data_detection: opt(any, 'Search for secrets in calls'),
  output_sanitisation: opt(any, 'Removal of hidden text from results'),
  reveal_secret_headers: opt(bool, 'Whether secrets are shown in the interface'),
  instructions: opt(text, 'Text shown to every agent'),
  server_edition: opt(any, 'Settings of the server edition'),
  features: opt(any, 'Switches', { deprecated: 'it has no effect any more' }),
  top_k: opt(int(0), 'Most tools a search gives', { deprecated: 'use tools_limit' }),
  enable_tray: opt(bool, 'Whether the tray program starts', { deprecated: 'it has no effect any more' }),
});
