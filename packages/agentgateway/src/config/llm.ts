import {
  any,
  anyText,
  bool,
  def,
  type Field,
  list,
  map,
  opt,
  refined,
  req,
  type Shape,
  struct,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { customProvider, health, promptCaching, promptGuard } from './ai.js';
import { ruleSet } from './auth.js';
import { backendAuth } from './backend-auth.js';
import { mcpFields } from './backends.js';
import { backendTls, celMap, count, fileOrInline, headerModifier, port, tunnel, v13, v14 } from './common.js';
import { gatewayRefs, serverTls, tlsProblems } from './listeners.js';
import { headerMatches } from './matches.js';
import { llmPolicies, routePolicies, uiPolicies } from './policies.js';
import { cel, hostPort } from './scalars.js';

const params = struct('params', {
  model: opt(anyText, 'Model to ask for'),
  apiKey: opt(fileOrInline, 'API key, or its file'),
  awsRegion: opt(anyText, 'AWS region'),
  vertexRegion: opt(anyText, 'Vertex region'),
  vertexProject: opt(anyText, 'Vertex project'),
  azureHost: opt(anyText, 'Azure host', { until: '1.2.0', instead: '"azureResourceName"' }),
  azureResourceName: opt(anyText, 'Azure resource', { since: '1.2.0' }),
  azureResourceType: opt(variants('openAI', 'foundry', 'aiServices'), 'Kind of the Azure resource', { since: '1.2.0' }),
  azureApiVersion: opt(anyText, 'Version of the Azure interface'),
  azureProjectName: opt(anyText, 'Azure project', { since: '1.2.0' }),
  baseUrl: opt(anyText, 'Address of the provider', v13),
  hostOverride: opt(hostPort, 'Other host, as host:port'),
  pathOverride: opt(anyText, 'Other path'),
  pathPrefix: opt(anyText, 'Prefix of the path'),
  tokenize: def(bool, 'Whether tokens are counted before the request is sent'),
});
const builtin = variants(
  'openai',
  'openAI',
  'gemini',
  'vertex',
  'anthropic',
  'bedrock',
  'azure',
  'copilot',
  'cohere',
  'ollama',
  'baseten',
  'cerebras',
  'deepinfra',
  'deepseek',
  'groq',
  'huggingface',
  'mistral',
  'openrouter',
  'togetherai',
  'xai',
  'fireworks',
);
const provider: Shape = versioned(
  { until: '1.2.0', shape: variants('openAI', 'gemini', 'vertex', 'anthropic', 'bedrock', 'azureOpenAI') },
  {
    shape: union(
      builtin,
      struct('a provider', { reference: req(anyText, 'name of an entry in llm.providers') }),
      struct('a provider', { custom: req(customProvider, 'any other provider') }),
    ),
  },
);
const tuning: Record<string, Field> = {
  defaults: opt(map(any), 'Fields of a request that lacks them'),
  overrides: opt(map(any), 'Fields set in every request'),
  transformation: opt(celMap, 'Fields computed for every request, as CEL expressions'),
  requestHeaders: opt(headerModifier, 'Changes to request headers'),
  responseHeaders: opt(headerModifier, 'Changes to response headers'),
  backendTLS: opt(backendTls, 'TLS towards the provider'),
  tls: opt(backendTls, 'TLS towards the provider', v13),
  auth: opt(backendAuth, 'Credentials for the provider', v13),
  health: opt(health, 'When the provider counts as failed'),
  backendTunnel: opt(tunnel, 'Proxy to go through'),
  promptCaching: opt(promptCaching, 'Cache points in prompts', v13),
};
const model = struct(
  'a model',
  {
    id: opt(anyText, 'Id of the model', v14),
    name: req(anyText, 'name that clients ask for'),
    visibility: def(variants('public', 'internal'), 'Whether clients may ask for it', v13),
    params: def(params, 'Settings of the provider'),
    provider: req(provider, 'provider of the model'),
    passthrough: opt(variants('detect', 'opaque'), 'Whether requests pass unread', v13),
    authorization: opt(ruleSet, 'Who may use the model', v13),
    ...tuning,
    guardrails: opt(promptGuard, 'Guards of prompts and answers'),
    matches: def(
      list(struct('a match', { headers: def(headerMatches, 'Headers that have to match') }, { sequence: true })),
      'Which requests the model takes',
    ),
  },
  { choices: [{ keys: ['tls', 'backendTLS'], need: 'at-most-one' }] },
);
const llmProvider = struct('a provider', {
  name: req(anyText, 'name; models refer to it'),
  params: def(params, 'Settings of the provider'),
  provider: req(provider, 'kind of provider'),
  defaults: opt(
    struct('defaults', tuning, { choices: [{ keys: ['tls', 'backendTLS'], need: 'at-most-one' }] }),
    'What models that refer to it get',
  ),
});
const routing = struct(
  'routing',
  {
    weighted: opt(
      struct('weighted', {
        targets: req(list(struct('a target', { model: req(anyText, 'model'), weight: def(count, 'Share', { default: 1 }) })), 'models'),
      }),
      'By share',
    ),
    failover: opt(
      struct('failover', {
        targets: req(
          list(struct('a target', { model: req(anyText, 'model'), priority: req(count, 'order; lower comes first') })),
          'models',
        ),
      }),
      'In order',
    ),
    conditional: opt(
      struct('conditional', {
        targets: req(list(struct('a target', { when: opt(cel, 'Expression that must hold'), model: req(anyText, 'model') })), 'models'),
      }),
      'By condition',
    ),
  },
  { choices: [{ keys: ['weighted', 'failover', 'conditional'], need: 'one' }] },
);

/** The short form for LLM gateways. */
export const llm: Shape = struct('llm', {
  gateways: opt(gatewayRefs, 'Gateways that serve it', v14),
  port: opt(port, 'Port that serves it'),
  tls: opt(refined(serverTls, tlsProblems), 'TLS of the port', v13),
  providers: def(list(llmProvider), 'Providers that models refer to', v13),
  models: req(list(model), 'models'),
  virtualModels: def(
    list(struct('a virtual model', { name: req(anyText, 'name that clients ask for'), routing: req(routing, 'how a model is chosen') })),
    'Names that stand for several models',
    v13,
  ),
  policies: opt(llmPolicies, 'Policies of every request'),
});

/** The short form for MCP gateways. */
export const mcp: Shape = struct('mcp', {
  gateways: opt(gatewayRefs, 'Gateways that serve it', v14),
  port: opt(port, 'Port that serves it', { default: 3000 }),
  ...mcpFields,
  policies: opt(routePolicies, 'Policies of every request'),
});

export const ui: Shape = struct(
  'ui',
  {
    gateways: opt(gatewayRefs, 'Gateways that serve it'),
    policies: opt(uiPolicies, 'Policies of every request'),
  },
  { sequence: true },
);
