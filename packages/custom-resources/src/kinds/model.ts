/** AgentgatewayModel (from v1.4.0): a model that clients request by name. */
import { get, isGiven, oneOf, type Shape, type TextCheck, text } from '@mcpgw/structure';
import { azureFields, customFields, foundryProject, guardrail, modelServer, region, vertexFields } from './backend.js';
import { authorization } from './backend-policies.js';
import { health, tls, tunnel } from './connection.js';
import { modelAuth } from './credentials.js';
import {
  atKey,
  atLeastOne,
  type Constraint,
  chars,
  exactlyOne,
  int,
  lastWithout,
  listOf,
  must,
  needs,
  notBoth,
  object,
  quoted,
  textOr,
} from './object.js';
import { modelTransformations, promptGuard } from './prompt-guard.js';
import { nameRef, parentRef } from './references.js';
import { headerModifier } from './route-filters.js';
import { expression, isSimpleWildcard } from './texts.js';

const modelName = chars(1024);
const pattern: TextCheck = value =>
  isSimpleWildcard(value)
    ? undefined
    : { message: `${quoted(value)} is not a pattern of a model`, suggestion: 'one "*" may stand at the start or at the end' };

const policies = object(
  'policies of a model',
  {
    auth: modelAuth,
    authorization,
    headers: object('header modifiers', { request: headerModifier, response: headerModifier }, atLeastOne('request', 'response')),
    health,
    promptGuard,
    tls,
    transformations: modelTransformations,
    tunnel,
  },
  atLeastOne('auth', 'authorization', 'headers', 'health', 'promptGuard', 'tls', 'transformations', 'tunnel'),
);

const targetFields = { model: modelName, modelRef: must(nameRef, 'the AgentgatewayModel') };
const targets = (shape: Shape, ...rules: Parameters<typeof listOf>[2][]) =>
  object('targets', { targets: must(listOf(shape, { min: 1, max: 64 }, ...rules), 'at least one model') });
const virtualModel = object(
  'a virtual model',
  {
    conditional: targets(object('a target', { ...targetFields, when: expression }), lastWithout('when')),
    failover: targets(object('a target', { ...targetFields, priority: must(int(0, 1_000_000), 'its rank; the lowest comes first') })),
    weighted: targets(object('a target', { ...targetFields, weight: int(1, 1_000_000) })),
  },
  exactlyOne('weighted', 'failover', 'conditional'),
);

/** Whether an address is one of the proxy's own machine or of a cloud metadata service. These are refused. */
const isLocal = (address: string): boolean =>
  [
    /^https?:\/\/(?:localhost|[^/]+\.localhost)(?::[0-9]+)?(?:\/|$)/i,
    /^https?:\/\/127(?:\.[0-9]{1,3}){0,3}(?::[0-9]+)?(?:\/|$)/,
    /^https?:\/\/169\.254\.[0-9]{1,3}\.[0-9]{1,3}(?::[0-9]+)?(?:\/|$)/,
    /^https?:\/\/\[(?:::1|fe[89ab][0-9a-f:]*)\](?::[0-9]+)?(?:\/|$)/i,
  ].some(form => form.test(address));
/** Scheme, host and port as Go's net/url accepts them. Anything may follow, except invalid escapes in the path. */
const urlForm = /^https?:\/\/(?:[^@/?#\s]*@)?(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\^`{|}%]+)(?::\d*)?(?:[/?#]|$)/i;
const hasBrokenEscape = (address: string): boolean => /%(?![0-9a-f]{2})/i.test(address.split('?', 1)[0]!);
const baseUrl: TextCheck = value => {
  if (!urlForm.test(value) || hasBrokenEscape(value))
    return {
      message: `${quoted(value)} is not an http or https URL`,
      suggestion: 'write scheme, host and port, such as "https://models.example.com"',
    };
  return isLocal(value)
    ? { message: `${quoted(value)} is an address of the proxy's own machine`, suggestion: 'write the address of the model server' }
    : undefined;
};

/** The block of a provider is required for that provider and not allowed for others. */
const blocks: readonly [field: string, provider: string][] = [
  ['azure', 'Azure'],
  ['vertexai', 'VertexAI'],
  ['bedrock', 'Bedrock'],
  ['custom', 'Custom'],
];
const providerBlocks: Constraint = ({ node }) =>
  blocks.flatMap(([field, name]) => {
    const chosen = text(get(node, 'provider')) === name;
    if (chosen === isGiven(node, field)) return [];
    return chosen
      ? [atKey(node, 'provider', `provider "${name}" needs the field "${field}"`, `add "${field}"`)]
      : [atKey(node, field, `"${field}" goes with provider "${name}" only`, `set "provider" to "${name}", or remove "${field}"`)];
  });
const virtualRules: Constraint = ({ node }) => {
  if (!isGiven(node, 'virtualModel')) return [];
  if (textOr(node, 'visibility', 'Public') === 'Internal')
    return [atKey(node, 'visibility', 'a virtual model cannot be internal', 'remove "visibility"')];
  const match = get(node, 'match');
  return textOr(match, 'model', '').includes('*')
    ? [atKey(node, 'match', 'a virtual model has one name; "*" cannot stand in it', 'write the name in full')]
    : [];
};

const providers = [
  'Anthropic',
  'Azure',
  'Baseten',
  'Bedrock',
  'Cerebras',
  'Cohere',
  'Custom',
  'Deepinfra',
  'Deepseek',
  'Fireworks',
  'Gemini',
  'Groq',
  'Huggingface',
  'Mistral',
  'Ollama',
  'OpenAI',
  'Openrouter',
  'TogetherAI',
  'VertexAI',
  'XAI',
];
export const model: Shape = object(
  'the spec of an AgentgatewayModel',
  {
    parentRefs: must(listOf(parentRef, { min: 1, max: 16 }), 'the Gateway that offers the model'),
    match: object('a match', { model: chars(1024, 1, 'the name of a model', pattern) }),
    provider: oneOf(...providers),
    virtualModel,
    visibility: oneOf('Internal', 'Public'),
    baseURL: chars(1024, 1, 'a URL', baseUrl),
    azure: object('Azure settings', azureFields, foundryProject),
    bedrock: object('Bedrock settings', { guardrail, region }),
    custom: object('a custom model server', customFields, modelServer),
    vertexai: object('Vertex AI settings', { ...vertexFields, region: chars(64) }),
    policies,
  },
  exactlyOne('provider', 'virtualModel'),
  needs('baseURL', 'provider'),
  notBoth('virtualModel', 'policies'),
  ({ node }) =>
    textOr(node, 'provider', '') === 'Ollama' && !isGiven(node, 'baseURL')
      ? [atKey(node, 'provider', 'provider "Ollama" needs "baseURL"', 'add "baseURL"')]
      : [],
  providerBlocks,
  virtualRules,
);
