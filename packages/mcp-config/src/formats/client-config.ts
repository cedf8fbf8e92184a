/**
 * The object forms that MCP clients use: `mcpServers: {name: {...}}` of Claude, Cursor, Windsurf, Gemini, FastMCP and
 * PydanticAI; `servers` of VS Code; `mcp` of OpenCode; entries with `transport` and no wrapper of LangChain.
 */
import { any, anyText, bool, list, map, nothing, number, oneOf, opt, req, type Shape, struct, union } from '@mcpgw/structure';
import { endpointSchema } from './endpoint-schema.js';
import { addressSchema } from './http.js';
import { behavior, protection } from './support.js';
import { textOfKind } from './text-kinds.js';
import { filledText, headersOf, urlOf, variable, variableName, withForms } from './texts.js';

const noLogin = protection('the server is called without this login');
const allTools = protection('all of its tools can be called');

const texts = list(anyText);

/** The fields that every client has, with the placeholders of its format. */
function common(format: 'client-config' | 'vscode-config' | 'opencode-config' | 'langchain-config') {
  const filled = filledText(format);
  return {
    filled,
    url: urlOf(format),
    args: opt(list(filled), 'Arguments of the program'),
    cwd: opt(filled, 'Directory the program starts in'),
    env: opt(map(union(variable(format), number(), bool, nothing), { keySchema: variableName }), 'Environment of the program'),
    headers: opt(headersOf(format), 'Headers sent with every request'),
  };
}
const tool = struct('a tool permission', {
  name: req(anyText, 'Bare name of the tool'),
  permission_policy: opt(oneOf('always_allow', 'always_ask', 'always_deny'), 'What happens when it is called'),
  org_max_permission: opt(anyText, 'Most that the organisation allows'),
});

const httpWords = ['http', 'sse', 'streamable-http', 'streamable_http'];

/** An entry of `mcpServers` in object form, with the fields of all clients. */
const ofClient = common('client-config');
export const clientServer = struct(
  'an MCP server',
  {
    type: opt(oneOf('stdio', 'http', 'sse', 'streamable-http', 'streamable_http'), 'Transport; follows from command or url when absent'),
    transport: opt(oneOf('stdio', 'http', 'sse', 'streamable-http', 'streamable_http'), 'Transport (FastMCP)'),
    command: opt(ofClient.filled, 'Program of a stdio server', { example: 'npx' }),
    args: ofClient.args,
    env: ofClient.env,
    envFile: opt(anyText, 'File with variables for the program (Cursor)', behavior('the file is not read')),
    cwd: ofClient.cwd,
    url: opt(ofClient.url, 'Address of a remote server', { example: 'http://localhost:8000/mcp' }),
    serverUrl: opt(ofClient.url, 'Address of a remote server (Windsurf)'),
    httpUrl: opt(ofClient.url, 'Address of a streamable HTTP server (Gemini)'),
    headers: ofClient.headers,
    headersHelper: opt(anyText, 'Program that prints headers (Claude Code)', noLogin),
    timeout: opt(number(0), 'How long a request may take, in milliseconds'),
    sse_read_timeout: opt(number(0), 'How long a stream may be silent (FastMCP)'),
    disabled: opt(bool, 'Whether the server is left out'),
    disabledTools: opt(list(ofClient.filled), 'Tools that are hidden, by bare name (Windsurf)'),
    includeTools: opt(list(ofClient.filled), 'Only these tools exist (Gemini)'),
    excludeTools: opt(list(ofClient.filled), 'These tools do not exist; wins over includeTools (Gemini)'),
    tools: opt(union(list(union(tool, anyText)), map(any)), 'Permissions or changes of single tools', allTools),
    include_tags: opt(texts, 'Only tools with these tags (FastMCP)', allTools),
    exclude_tags: opt(texts, 'No tools with these tags (FastMCP)', allTools),
    keep_alive: opt(bool, 'Whether the program lives on between sessions (FastMCP)'),
    alwaysLoad: opt(bool, 'Whether its tools are loaded at once (Claude Code)'),
    alwaysAllow: opt(texts, 'Tools that run without a question'),
    autoApprove: opt(texts, 'Tools that run without a question'),
    trust: opt(bool, 'Whether its tools run without a question (Gemini)'),
    description: opt(anyText, 'What the server is for'),
    icon: opt(anyText, 'Picture of the server'),
    auth: opt(union(anyText, map(any)), 'Login', noLogin),
    authentication: opt(any, 'Login (FastMCP)', noLogin),
    oauth: opt(union(bool, map(any)), 'Login with OAuth', noLogin),
    authProviderType: opt(anyText, 'Kind of login (Gemini)', noLogin),
  },
  { jsonSchema: () => endpointSchema({ transport: ['type', 'transport'], http: httpWords, urls: ['httpUrl', 'url', 'serverUrl'] }) },
);

const dev = struct('dev', {
  watch: opt(union(anyText, texts), 'Files whose change restarts the server'),
  debug: opt(
    struct('debug', { type: req(oneOf('node', 'debugpy'), 'Debugger'), debugpyPath: opt(anyText, 'Where debugpy is') }),
    'Debugger to attach',
  ),
});
const paths = (title: string, names: readonly string[]): Shape =>
  struct(title, Object.fromEntries(names.map(name => [name, opt(texts, 'Paths or names')])));
const sandbox = struct('sandbox', {
  filesystem: opt(paths('filesystem', ['allowWrite', 'denyRead', 'denyWrite']), 'Files it may touch'),
  network: opt(paths('network', ['allowedDomains', 'deniedDomains']), 'Hosts it may reach'),
});

/** An entry of `servers` of VS Code. */
const ofVscode = common('vscode-config');
export const vscodeServer = struct(
  'an MCP server',
  {
    type: opt(oneOf('stdio', 'http', 'sse'), 'Transport'),
    command: opt(ofVscode.filled, 'Program of a stdio server'),
    args: ofVscode.args,
    cwd: ofVscode.cwd,
    env: ofVscode.env,
    envFile: opt(anyText, 'File with variables for the program', behavior('the file is not read')),
    url: opt(ofVscode.url, 'Address of a remote server'),
    headers: ofVscode.headers,
    dev: opt(dev, 'Settings for the development of the server'),
    sandboxEnabled: opt(
      bool,
      'Whether the program runs in a sandbox',
      protection('the program runs on this machine with the rights of the gateway'),
    ),
    sandbox: opt(sandbox, 'What the sandbox allows'),
  },
  { jsonSchema: () => endpointSchema({ transport: 'type', http: httpWords, urls: ['url'] }) },
);

const input = struct('an input', {
  type: req(oneOf('promptString', 'pickString', 'command'), 'How the value is asked for'),
  id: req(anyText, `Name used in \${input:id}`),
  description: opt(anyText, 'Text of the question'),
  password: opt(bool, 'Whether the value is hidden'),
  default: opt(anyText, 'Value offered first'),
  options: opt(list(any), 'Values to choose from'),
  command: opt(anyText, 'Command that gives the value'),
  args: opt(any, 'Arguments of the command'),
});

/** An entry of `mcp` of OpenCode. */
const ofOpencode = common('opencode-config');
export const opencodeServer = struct(
  'an MCP server',
  {
    type: req(oneOf('local', 'remote'), 'Whether a program or an address'),
    command: opt(list(ofOpencode.filled, 1), 'Program and arguments of a local server'),
    environment: opt(map(variable('opencode-config'), { keySchema: variableName }), 'Environment of the program'),
    cwd: ofOpencode.cwd,
    url: opt(ofOpencode.url, 'Address of a remote server'),
    headers: ofOpencode.headers,
    oauth: opt(union(bool, map(any)), 'Login with OAuth, or false', noLogin),
    enabled: opt(bool, 'Whether the server is used'),
    timeout: opt(number(0), 'How long listing tools may take, in milliseconds', { default: 5000 }),
  },
  {
    jsonSchema: () => [
      {
        if: { required: ['type'], properties: { type: { const: 'local' } } },
        then: {
          required: ['command'],
          properties: { command: { type: 'array' } },
        },
      },
      {
        if: { required: ['type'], properties: { type: { const: 'remote' } } },
        then: { required: ['url'], properties: { url: { type: 'string', minLength: 1 } } },
      },
    ],
  },
);

/** An entry of a LangChain dictionary. */
const ofLangchain = common('langchain-config');
export const langchainServer = struct(
  'an MCP server',
  {
    transport: req(oneOf('stdio', 'sse', 'http', 'streamable_http', 'streamable-http', 'websocket'), 'Transport'),
    command: opt(ofLangchain.filled, 'Program of a stdio server'),
    args: ofLangchain.args,
    env: ofLangchain.env,
    cwd: ofLangchain.cwd,
    encoding: opt(anyText, 'Encoding of the pipe'),
    encoding_error_handler: opt(anyText, 'What a wrong byte does'),
    session_kwargs: opt(map(any), 'Arguments of the session'),
    url: opt(textOfKind('url', withForms('langchain-config', addressSchema)), 'Address of a remote server'),
    headers: ofLangchain.headers,
    timeout: opt(number(0), 'How long a request may take, in seconds'),
    sse_read_timeout: opt(number(0), 'How long a stream may be silent, in seconds'),
    terminate_on_close: opt(bool, 'Whether closing ends the session'),
    httpx_client_factory: opt(any, 'Maker of the HTTP client'),
    auth: opt(any, 'Login', noLogin),
  },
  {
    jsonSchema: () => [
      { not: { required: ['transport'], properties: { transport: { const: 'websocket' } } } },
      ...endpointSchema({ transport: 'transport', http: httpWords, urls: ['url'] }),
    ],
  },
);

/** Files with `mcpServers` in object form. Further keys are accepted because settings files contain other settings too. */
export const clientConfig = struct(
  'a client configuration',
  { mcpServers: req(map(clientServer, { unique: true }), 'MCP servers by name') },
  { open: true },
);
export const vscodeConfig = struct('mcp.json of VS Code', {
  servers: req(map(vscodeServer, { unique: true }), 'MCP servers by name'),
  inputs: opt(list(input), 'Values that are asked for'),
});
export const opencodeConfig = struct(
  'an OpenCode configuration',
  { mcp: req(map(opencodeServer, { unique: true }), 'MCP servers by name') },
  { open: true },
);
export const langchainConfig = map(langchainServer, { unique: true });
