import {
  anyText,
  bool,
  def,
  type Field,
  get,
  given,
  list,
  type Node,
  nothing,
  opt,
  parseYaml,
  type Refusal,
  refined,
  req,
  type Shape,
  string,
  struct,
  variants,
  versioned,
  withoutEnds,
} from '@mcpgw/structure';
import { aiBackend } from './ai.js';
import { ruleSet } from './auth.js';
import { backendTls, count, fileOrRemoteOr, nullable, port, textMap, texts, tunnel, v10, v12, v13 } from './common.js';
import { backendPolicies, simplePolicies } from './policies.js';
import { agentCoreArn, hostPort, mcpUrl, namespacedHostname } from './scalars.js';

const hostFields: Record<string, Field> = {
  host: def(nullable(anyText), 'URL of the server, or its host when port and path are set', { example: 'http://localhost:3001/mcp' }),
  port: opt(port, 'Port; only together with path'),
  path: opt(anyText, 'Path; only together with port'),
  backend: opt(anyText, 'Name of a top-level backend, as "/name"', v13),
};

/** `host` is a URL, or host, port and path, or from v1.3 a backend (with a path, unless an OpenAPI document contains it). */
const checkHost =
  (pathNeeded: boolean) =>
  (node: Node): readonly Refusal[] => {
    const [host, portNode, path, backend] = ['host', 'port', 'path', 'backend'].map(key => given(node, key));
    if (backend !== undefined) {
      if (host !== undefined || portNode !== undefined)
        return [{ node: backend, message: '"backend" cannot be combined with "host" or "port"' }];
      return path === undefined && pathNeeded
        ? [{ node: backend, message: '"backend" needs "path" beside it', suggestion: 'add "path": "/mcp"' }]
        : [];
    }
    if (host === undefined)
      return [{ node, message: 'the address of the server is missing', suggestion: 'add "host": "http://localhost:3001/mcp"' }];
    if ((portNode === undefined) !== (path === undefined)) {
      return [
        {
          node: portNode ?? path!,
          message: 'port and path have to be set together',
          suggestion: 'write the whole URL in "host", or set all three',
        },
      ];
    }
    const problem = portNode === undefined && host.kind === 'scalar' ? mcpUrl.check!(host.text) : undefined;
    return problem === undefined || /\$\{/.test(host.kind === 'scalar' ? host.text : '') ? [] : [{ node: host, ...problem }];
  };

const mcpHost = refined(struct('an MCP address', hostFields), checkHost(true));
const stdio = struct('stdio', {
  cmd: req(anyText, 'program to start'),
  args: def(texts, 'Arguments of the program'),
  env: def(textMap, 'Environment of the program'),
  clear_env: def(bool, 'Whether the program gets no other environment', v12),
});

const targetName = string('a target name', value =>
  value.length <= 253 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(value)
    ? undefined
    : { message: `"${value}" is not a name of an MCP target: lower-case letters, digits, "-" and "."`, suggestion: nameAdvice(value) },
);

function nameAdvice(value: string): string {
  const fixed = withoutEnds(value.toLowerCase().replace(/[^a-z0-9.-]+/g, '-'), '-.');
  return fixed === '' ? 'give the target a name' : `use "${fixed}"`;
}

const kinds = ['sse', 'mcp', 'stdio', 'openapi'];
const targetPolicies: Shape = versioned(
  { until: '1.0.0', shape: backendPolicies },
  {
    until: '1.4.0',
    shape: struct('policies', { ...simplePolicies.fields, mcpAuthorization: opt(ruleSet, 'Authorization rules for MCP') }),
  },
  { shape: simplePolicies },
);
const fileOrInlineSchema = struct(
  'a schema',
  { file: def(anyText, 'File of the document'), inline: def(anyText, 'The document itself') },
  { choices: [{ keys: ['file', 'inline'], need: 'one' }] },
);
const documentText = string('an OpenAPI document', value => {
  const problem = documentProblem(value);
  return problem === undefined ? undefined : { message: problem, suggestion: 'name a file with {file: ...} or an address with {url: ...}' };
});

/** Checks the fields that every OpenAPI document has. */
function documentProblem(value: string): string | undefined {
  const { documents, findings } = parseYaml(value, { file: '', dialect: 'serde' });
  const root = documents[0];
  if (findings.length > 0 || root === undefined) return value.trim() === '' ? 'the OpenAPI document is empty' : undefined;
  if (root.kind !== 'map') return 'this is not an OpenAPI document, but a value of another kind';
  const missing = ['openapi', 'info', 'paths'].find(key => get(root, key) === undefined);
  return missing === undefined ? undefined : `the OpenAPI document lacks "${missing}"`;
}
const openapi = refined(
  struct('openapi', {
    ...hostFields,
    schema: req(
      versioned({ until: '1.0.0', shape: fileOrInlineSchema }, { shape: fileOrRemoteOr(documentText) }),
      'OpenAPI document of the service',
    ),
  }),
  checkHost(false),
);

const mcpTarget = struct(
  'an MCP target',
  {
    name: req(versioned({ until: '1.2.0', shape: anyText }, { shape: targetName }), 'name of the target; tools are prefixed with it', {
      example: 'everything',
    }),
    sse: def(mcpHost, 'A server that speaks SSE'),
    mcp: def(mcpHost, 'A server that speaks streamable HTTP'),
    stdio: def(stdio, 'A program'),
    openapi: def(openapi, 'A REST service with an OpenAPI document'),
    policies: opt(targetPolicies, 'Policies of the calls'),
  },
  { choices: [{ keys: kinds, need: 'one' }] },
);

/** The fields of an MCP backend. */
export const mcpFields: Record<string, Field> = {
  targets: req(list(mcpTarget), 'MCP servers behind the backend'),
  statefulMode: def(variants('stateless', 'stateful'), 'Whether sessions are kept', { default: 'stateful' }),
  prefixMode: opt(
    versioned({ until: '1.2.0', shape: variants('always', 'conditional') }, { shape: variants('always', 'conditional', 'never') }),
    'When tools are prefixed with the name of their target',
  ),
  failureMode: opt(variants('failClosed', 'failOpen'), 'What happens when a target fails', { since: '1.0.0' }),
};
const mcpBackend = struct('an MCP backend', mcpFields);

const agentCore = struct('agentCore', {
  agentRuntimeArn: req(agentCoreArn, 'ARN of the runtime'),
  qualifier: opt(anyText, 'Version or alias'),
});
const awsBackend = struct('aws', { agentCore: req(agentCore, 'Bedrock AgentCore') });
const service = struct('a service reference', {
  name: req(namespacedHostname, 'namespace/hostname of an entry in services'),
  port: req(port, 'port of the service'),
});
const dynamic = struct('dynamic', {}, { sequence: true });
const weight: Field = def(count, 'Share of the traffic', { default: 1 });

const routeKinds = ['service', 'backend', 'host', 'internal', 'dynamic', 'mcp', 'ai', 'aws', 'routeGroup', 'invalid'];

/** A backend of a route. */
export const routeBackend: Shape = struct(
  'a backend',
  {
    weight,
    policies: opt(backendPolicies, 'Policies of the backend'),
    service: def(service, 'Service of the top-level services list'),
    backend: def(anyText, 'Name of a top-level backend, as "/name"', { ...v10, example: '/mcp-servers' }),
    host: def(hostPort, 'host:port'),
    internal: def(anyText, 'A path of the admin interface, or "forward"', v13),
    dynamic: def(dynamic, 'The host that the request names'),
    mcp: def(mcpBackend, 'MCP servers'),
    ai: def(aiBackend, 'An LLM provider'),
    aws: def(awsBackend, 'An AWS service', v10),
    routeGroup: def(anyText, 'A group of routes', v12),
    invalid: def(nothing, 'Always an error'),
  },
  { choices: [{ keys: routeKinds, need: 'one' }] },
);

/** A backend of a TCP route. */
export const tcpBackend: Shape = struct(
  'a TCP backend',
  {
    weight,
    policies: opt(
      struct(
        'policies',
        { backendTLS: opt(backendTls, 'TLS towards the backend'), backendTunnel: opt(tunnel, 'Proxy to go through', v10) },
        { sequence: true },
      ),
      'Policies of the backend',
    ),
    service: def(service, 'Service of the top-level services list'),
    host: def(hostPort, 'host:port'),
    backend: def(anyText, 'Name of a top-level backend, as "/name"'),
  },
  { choices: [{ keys: ['service', 'host', 'backend'], need: 'one' }] },
);

const fullKinds = ['host', 'internal', 'mcp', 'ai', 'aws'];

/** A top-level backend. */
export const fullBackend: Shape = struct(
  'a backend',
  {
    name: req(anyText, 'name of the backend; routes refer to it as "/name"'),
    policies: opt(backendPolicies, 'Policies of the backend'),
    host: def(hostPort, 'host:port'),
    internal: def(anyText, 'A path of the admin interface, or "forward"', v13),
    mcp: def(mcpBackend, 'MCP servers', v12),
    ai: def(aiBackend, 'An LLM provider', v12),
    aws: def(awsBackend, 'An AWS service', v12),
  },
  { choices: [{ keys: fullKinds, need: 'one' }] },
);
