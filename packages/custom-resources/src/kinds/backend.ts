/** AgentgatewayBackend: MCP servers, models, hosts and other destinations of routes. */
import { anyText, get, isGiven, items, oneOf, type Shape, string, type TextCheck, text } from '@mcpgw/structure';
import { backendPolicies, failureMode, providerPolicies, targetPolicies } from './backend-policies.js';
import { emptyObject } from './credentials.js';
import { labelSelector } from './gateways.js';
import {
  atKey,
  atLeastOne,
  type Constraint,
  chars,
  distinct,
  during,
  exactlyOne,
  listByKey,
  listOf,
  must,
  needs,
  notBoth,
  object,
  quoted,
  since,
  textOr,
} from './object.js';
import { localBackendRef, nameRef } from './references.js';
import { port, subdomain } from './texts.js';

const short = chars(256);
const model = object('a model', { model: short });

export const guardrail: Shape = object('a guardrail', {
  identifier: must(short, 'the id of the guardrail'),
  version: must(short, 'its version'),
});
const regionForm = /^[a-z0-9-]+$/;
const regionCheck: TextCheck = value =>
  regionForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a region`, suggestion: 'write it as AWS does, such as "us-east-1"' };
export const region: Shape = chars(63, 1, 'a region', regionCheck, regionForm.source);
export const azureFields = {
  apiVersion: chars(64),
  projectName: short,
  resourceName: must(short, 'the name of the resource'),
  resourceType: must(oneOf('Foundry', 'OpenAI'), 'Foundry or OpenAI'),
};
export const foundryProject: Constraint = ({ node }) =>
  textOr(node, 'resourceType', '') === 'Foundry' && !isGiven(node, 'projectName')
    ? [atKey(node, 'resourceType', 'resourceType "Foundry" needs "projectName"', 'add "projectName"')]
    : [];
export const vertexFields = { projectId: must(chars(64), 'the project') };

const customPath: Constraint = ({ node }) =>
  isGiven(node, 'path') && !textOr(node, 'path', '').startsWith('/')
    ? [atKey(node, 'path', `the path ${quoted(textOr(node, 'path', ''))} does not start with "/"`, 'put "/" in front')]
    : [];
const format = object(
  'a format',
  {
    type: must(
      oneOf('AnthropicTokenCount', 'Completions', 'Embeddings', 'Messages', 'Realtime', 'Rerank', 'Responses'),
      'which API is spoken',
    ),
    path: chars(1024),
  },
  customPath,
);
const modelServer: Constraint = ({ node }) => {
  const ref = get(node, 'backendRef');
  if (!isGiven(node, 'backendRef')) return [];
  const target = `${textOr(ref, 'group', '')}/${textOr(ref, 'kind', 'Service')}`;
  return target === '/Service' || target === 'inference.networking.k8s.io/InferencePool'
    ? []
    : [atKey(node, 'backendRef', 'a model is served by a Service or an InferencePool', 'refer to one of them')];
};
/** The fields of a model server with one of the known API formats. */
export const customFields = {
  backendRef: localBackendRef,
  formats: must(listByKey(format, 'type', { min: 1, max: 6 }), 'the APIs that the server speaks'),
};
export { modelServer };

const providerNames = ['openai', 'azureopenai', 'azure', 'anthropic', 'gemini', 'vertexai', 'bedrock', 'custom'];
const providerFields = {
  openai: model,
  anthropic: model,
  gemini: model,
  azureopenai: object(
    'an Azure OpenAI provider',
    { endpoint: must(short, 'the host of the endpoint'), apiVersion: chars(64), deploymentName: short },
    ({ node }) =>
      textOr(node, 'apiVersion', 'v1') !== 'v1' && !isGiven(node, 'deploymentName')
        ? [atKey(node, 'apiVersion', 'an apiVersion other than "v1" needs "deploymentName"', 'add "deploymentName"')]
        : [],
  ),
  azure: since('1.2.0', object('an Azure provider', { ...azureFields, model: short }, foundryProject)),
  vertexai: object(
    'a Vertex AI provider',
    { ...vertexFields, model: short, region: chars(64) },
    during({ until: '1.1.0' }, exactlyOne('region')),
  ),
  bedrock: object('a Bedrock provider', { guardrail, model: short, region }),
  custom: since('1.3.0', object('a custom provider', { ...customFields, model: short }, modelServer)),
  host: short,
  port,
  path: chars(1024),
  pathPrefix: since('1.1.0', chars(1024)),
};

const customTarget: Constraint = ({ node }) => {
  const custom = get(node, 'custom');
  if (!isGiven(node, 'custom')) return [];
  const referred = isGiven(custom, 'backendRef');
  if (referred && isGiven(node, 'host'))
    return [atKey(node, 'host', 'only one of "host" and "custom.backendRef" may be set here', 'keep one of them')];
  if (!referred && !isGiven(node, 'host'))
    return [atKey(node, 'custom', 'a custom provider needs "host" and "port", or "custom.backendRef"', 'add one of them')];
  const hasPath = items(get(custom, 'formats')).some(item => isGiven(item, 'path'));
  const own = ['path', 'pathPrefix'].find(key => isGiven(node, key));
  return hasPath && own !== undefined
    ? [atKey(node, own, `"${own}" and the paths of the formats exclude each other`, 'remove one of them')]
    : [];
};
const providerRules: readonly Constraint[] = [
  exactlyOne(...providerNames),
  needs('host', 'port'),
  needs('port', 'host'),
  notBoth('path', 'pathPrefix'),
  needs('pathPrefix', 'host'),
  customTarget,
];
const namedProvider = object(
  'a provider',
  { ...providerFields, name: must(subdomain, 'its own name'), policies: providerPolicies },
  ...providerRules,
);
const aiBackend = object(
  'an AI backend',
  {
    provider: object('a provider', providerFields, ...providerRules),
    groups: listOf(
      object('a group of providers', {
        providers: must(
          listOf(
            namedProvider,
            { min: 1, max: 16 },
            distinct('this name of a provider', item => text(get(item, 'name'))),
          ),
          'at least one provider',
        ),
      }),
      { min: 1, max: 8 },
    ),
  },
  exactlyOne('provider', 'groups'),
);

const hostPort: Constraint = ({ node }) => {
  const present = ['host', 'port'].filter(key => isGiven(node, key));
  if (isGiven(node, 'unixPath') && present.length > 0)
    return [atKey(node, present[0]!, `"${present[0]}" and "unixPath" exclude each other`, 'remove one of them')];
  if (isGiven(node, 'unixPath') || present.length === 2) return [];
  const missing = isGiven(node, 'host') ? 'port' : 'host';
  return [
    { node, rule: 'missing-field', message: `the field "${missing}" is missing in a static backend`, suggestion: `add "${missing}"` },
  ];
};
const staticBackend = object(
  'a static backend',
  {
    host: short,
    port,
    unixPath: since(
      '1.2.0',
      string('a path', value => (value === '' ? { message: 'the text is empty' } : undefined), { minLength: 1 }),
    ),
  },
  hostPort,
);

const target = object(
  'a target',
  {
    host: short,
    backendRef: since('1.1.0', nameRef),
    port: must(port, 'the port of the MCP server'),
    path: chars(1024),
    protocol: oneOf('SSE', 'StreamableHTTP'),
    policies: targetPolicies,
  },
  exactlyOne('host', 'backendRef'),
  notBoth('backendRef', 'policies'),
);
const selector = object(
  'a selector of Services',
  { namespaces: labelSelector, services: labelSelector },
  atLeastOne('namespaces', 'services'),
);
const mcpBackend = object('an MCP backend', {
  targets: must(
    listByKey(
      object('an MCP target', { name: must(subdomain, 'its own name'), selector, static: target }, exactlyOne('selector', 'static')),
      'name',
      { min: 1, max: 32 },
    ),
    'at least one MCP server',
  ),
  failureMode: since('1.1.0', failureMode),
  prefixMode: since('1.4.0', oneOf('Always', 'Conditional', 'Never')),
  sessionRouting: oneOf('Stateful', 'Stateless'),
});

/** Policies for MCP or AI belong to a backend of that type. */
const policyOfType =
  (type: string): Constraint =>
  ({ node }) =>
    isGiven(get(node, 'policies'), type) && !isGiven(node, type)
      ? [
          {
            ...atKey(
              get(node, 'policies')!,
              type,
              `"policies.${type}" goes with a backend of type "${type}" only`,
              `remove it, or make this a backend with "${type}"`,
            ),
            at: ['policies', type],
          },
        ]
      : [];

export const backend: Shape = object(
  'the spec of an AgentgatewayBackend',
  {
    ai: aiBackend,
    static: staticBackend,
    dynamicForwardProxy: emptyObject,
    mcp: mcpBackend,
    aws: object(
      'an AWS backend',
      { agentCore: object('an AgentCore backend', { agentRuntimeArn: must(anyText, 'the ARN of the runtime'), qualifier: anyText }) },
      exactlyOne('agentCore'),
    ),
    a2a: since('1.3.0', object('an A2A backend', { host: must(short, 'the host'), port: must(port, 'the port') })),
    policies: backendPolicies,
  },
  exactlyOne('ai', 'static', 'dynamicForwardProxy', 'mcp', 'aws', 'a2a'),
  policyOfType('ai'),
  policyOfType('mcp'),
);
