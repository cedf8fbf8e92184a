import {
  any,
  anyText,
  bool,
  buffered,
  def,
  type Field,
  int,
  list,
  map,
  number,
  opt,
  req,
  type Shape,
  struct,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { bytes, celMap, count, headerModifier, httpStatus, simpleBackend, textMap, texts, v10, v11, v12, v13, v14 } from './common.js';
import { lazyPolicies } from './lazy.js';
import { headerMatches } from './matches.js';
import { celOrBlank, duration, hostPort, regex } from './scalars.js';

const policies: Field = def(lazyPolicies('simple'), 'Policies of the calls');

const rejection = struct('rejection', {
  body: def(bytes, 'Body of the answer'),
  status: def(httpStatus, 'Status of the answer', { default: 403 }),
  headers: opt(headerModifier, 'Headers of the answer'),
});
const nothingMore = struct('an action', {});
/** `{reject: {}}` is accepted too, because a guard is buffered before it is decoded. */
const regexAction: Shape = union(
  variants('mask', 'reject'),
  struct(
    'an action',
    { mask: def(nothingMore, 'Hide the match'), reject: def(nothingMore, 'Refuse the request') },
    { choices: [{ keys: ['mask', 'reject'], need: 'one' }] },
  ),
);
const regexRules = struct('regex', {
  action: def(regexAction, 'What a match does', { default: 'mask' }),
  rules: req(
    list(
      union(
        struct('a rule', { builtin: req(variants('ssn', 'creditCard', 'phoneNumber', 'email', 'caSin'), 'known pattern') }),
        struct('a rule', { pattern: req(regex, 'regular expression') }),
      ),
    ),
    'patterns to look for',
  ),
});
const webhook = struct('webhook', {
  target: req(simpleBackend, 'service that judges'),
  headers: def(celMap, 'Headers of the call, as CEL expressions', v14),
  forwardHeaderMatches: def(headerMatches, 'Headers of the request that are sent'),
  failureMode: def(variants('failClosed', 'failOpen'), 'What happens when the call fails', v13),
});
const policiesNeeded = { keys: ['policies'], need: 'one', until: '1.2.0' } as const;
const moderation = struct(
  'openAIModeration',
  {
    model: opt(anyText, 'Model'),
    policies: def(
      versioned({ until: '1.0.0', shape: lazyPolicies('backend') }, { shape: lazyPolicies('simple') }),
      'Policies of the calls',
    ),
  },
  { choices: [policiesNeeded] },
);
const bedrock = struct(
  'bedrockGuardrails',
  {
    guardrailIdentifier: req(anyText, 'id of the guardrail'),
    guardrailVersion: req(anyText, 'version of the guardrail'),
    region: req(anyText, 'region'),
    policies,
  },
  { choices: [policiesNeeded] },
);
const modelArmor = struct(
  'googleModelArmor',
  {
    templateId: req(anyText, 'template'),
    projectId: req(anyText, 'project'),
    location: opt(anyText, 'Location'),
    policies,
  },
  { choices: [policiesNeeded] },
);
const contentSafety = struct('azureContentSafety', {
  endpoint: req(anyText, 'address of the service'),
  policies,
  analyzeText: opt(
    struct('analyzeText', {
      severityThreshold: opt(int(-(2 ** 31), 2 ** 31 - 1), 'Severity from which text is refused'),
      apiVersion: opt(anyText, 'Version of the interface'),
      blocklistNames: opt(texts, 'Lists of words'),
      haltOnBlocklistHit: opt(bool, 'Whether a hit ends the analysis'),
    }),
    'Analysis of text',
  ),
  detectJailbreak: opt(struct('detectJailbreak', { apiVersion: opt(anyText, 'Version of the interface') }), 'Detection of attacks'),
});
const guardFields: Record<string, Field> = {
  rejection: def(rejection, 'Answer to a refused request'),
  regex: def(regexRules, 'Patterns'),
  webhook: def(webhook, 'A service'),
  bedrockGuardrails: def(bedrock, 'AWS Bedrock guardrails', v10),
  googleModelArmor: def(modelArmor, 'Google Model Armor', v10),
  azureContentSafety: def(contentSafety, 'Azure AI Content Safety', v12),
};
const guardKinds = ['regex', 'webhook', 'openAIModeration', 'bedrockGuardrails', 'googleModelArmor', 'azureContentSafety'];
const requestGuard = struct(
  'a request guard',
  { ...guardFields, openAIModeration: def(moderation, 'OpenAI moderation') },
  { choices: [{ keys: guardKinds, need: 'one' }] },
);
const responseGuard = struct('a response guard', guardFields, { choices: [{ keys: guardKinds, need: 'one' }] });

/** Guards of prompts and answers. */
export const promptGuard = struct(
  'promptGuard',
  {
    streaming: def(variants('Disabled', 'Enabled'), 'Whether streams are judged', v13),
    request: def(list(requestGuard), 'Guards of requests'),
    response: def(list(responseGuard), 'Guards of answers'),
  },
  { sequence: true },
);

export const promptCaching = struct(
  'promptCaching',
  {
    cacheSystem: def(bool, 'Whether the system prompt is cached', { default: true }),
    cacheMessages: def(bool, 'Whether messages are cached', { default: true }),
    cacheTools: def(bool, 'Whether tools are cached', { default: false }),
    minTokens: opt(count, 'Least tokens that are worth a cache', { default: 1024 }),
    cacheMessageOffset: def(count, 'Messages from the end that are not cached', v11),
  },
  { sequence: true },
);

const messages = list(struct('a message', { role: req(anyText, 'role'), content: req(anyText, 'text') }));
const routeTypes = [
  'completions',
  'messages',
  'models',
  'passthrough',
  'responses',
  'embeddings',
  'realtime',
  'anthropicTokenCount',
] as const;
const routeType: Shape = versioned(
  { until: '1.0.0', shape: variants(...routeTypes) },
  { until: '1.3.0', shape: variants(...routeTypes, 'detect') },
  { shape: variants(...routeTypes, 'detect', 'rerank') },
);

/** The `ai` policy: how LLM traffic is processed. */
export const aiPolicy = struct(
  'ai',
  {
    promptGuard: opt(promptGuard, 'Guards of prompts and answers'),
    defaults: opt(map(any), 'Fields of a request that lacks them'),
    overrides: opt(map(any), 'Fields set in every request'),
    transformations: opt(celMap, 'Fields computed for every request, as CEL expressions', v10),
    prompts: opt(
      struct(
        'prompts',
        { append: def(messages, 'Messages at the end'), prepend: def(messages, 'Messages at the start') },
        { sequence: true },
      ),
      'Messages that are added',
    ),
    modelAliases: def(textMap, 'Other names of models'),
    promptCaching: opt(promptCaching, 'Cache points in prompts'),
    routes: def(map(routeType), 'Kind of request by path'),
  },
  { sequence: true },
);

const custom = struct('custom', {
  model: opt(anyText, 'Model'),
  providerOverride: opt(anyText, 'Name of the provider'),
  formats: req(
    list(
      struct('a format', {
        type: req(
          variants('completions', 'messages', 'responses', 'embeddings', 'anthropicTokenCount', 'realtime', 'rerank'),
          'kind of request',
        ),
        path: opt(anyText, 'Path of such requests'),
      }),
    ),
    'kinds of request the provider takes',
  ),
});

export { custom as customProvider };

const model: Field = opt(anyText, 'Model to ask for');
const azure = struct(
  'azure',
  {
    model,
    resourceName: req(anyText, 'name of the resource'),
    resourceType: req(variants('openAI', 'foundry', 'aiServices'), 'kind of the resource'),
    apiVersion: opt(anyText, 'Version of the interface'),
    projectName: opt(anyText, 'Project'),
  },
  { open: true },
);
const providers: Record<string, Field> = {
  openAI: def(struct('openAI', { model }, { sequence: true }), 'OpenAI'),
  gemini: def(struct('gemini', { model }, { open: { until: '1.4.0' }, sequence: true }), 'Google Gemini'),
  vertex: def(struct('vertex', { model, region: opt(anyText, 'Region'), projectId: req(anyText, 'project') }), 'Google Vertex AI'),
  anthropic: def(struct('anthropic', { model }, { sequence: true }), 'Anthropic'),
  bedrock: def(
    struct(
      'bedrock',
      {
        model,
        region: req(anyText, 'region'),
        guardrailIdentifier: opt(anyText, 'Guardrail'),
        guardrailVersion: opt(anyText, 'Version of the guardrail'),
      },
      { open: true },
    ),
    'AWS Bedrock',
  ),
  azureOpenAI: def(
    struct('azureOpenAI', { model, host: req(anyText, 'host'), apiVersion: opt(anyText, 'Version of the interface') }),
    'Azure OpenAI',
    { until: '1.2.0', instead: '"azure"' },
  ),
  azure: def(azure, 'Azure', v12),
  copilot: def(struct('copilot', { model }, { sequence: true }), 'GitHub Copilot', v12),
  custom: def(custom, 'Any other provider', v13),
};
const provider = struct('an AI provider', providers, { choices: [{ keys: Object.keys(providers), need: 'one' }] });
const namedProvider = struct('an AI backend', {
  name: req(anyText, 'name of the provider'),
  provider: req(provider, 'the provider'),
  hostOverride: opt(hostPort, 'Other host, as host:port'),
  pathOverride: opt(anyText, 'Other path'),
  pathPrefix: opt(anyText, 'Prefix of the path', v10),
  tokenize: def(bool, 'Whether tokens are counted before the request is sent'),
  policies: opt(lazyPolicies('backend'), 'Policies of the provider'),
});
const group = struct('a group', { providers: req(list(namedProvider), 'providers of the group') });

/** An AI backend: one provider, or groups of providers in order of preference. */
export const aiBackend: Shape = buffered(
  union(namedProvider, struct('an AI backend', { groups: req(list(group), 'groups of providers, the best first') })),
);

const eviction = struct(
  'eviction',
  {
    duration: opt(duration, 'How long the backend is left out'),
    restoreHealth: opt(number(0, 1), 'Health it comes back with, from 0 to 1'),
    consecutiveFailures: opt(int(-(2 ** 31), 2 ** 31 - 1), 'Failures in a row after which it is left out'),
    healthThreshold: opt(number(0, 1), 'Health under which it is left out, from 0 to 1'),
  },
  { sequence: true },
);
export const health = struct(
  'health',
  { unhealthyExpression: opt(celOrBlank, 'Expression that holds for a failure'), eviction: opt(eviction, 'When a backend is left out') },
  { sequence: true },
);
