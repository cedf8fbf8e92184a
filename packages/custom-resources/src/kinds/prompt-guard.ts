/** Guards for prompts and responses of models, and the other policies of AI backends. */
import { any, anyText, bool, oneOf, type Shape, versioned } from '@mcpgw/structure';
import { health, http, tcp, tls, transformation, tunnel } from './connection.js';
import { bedrockAuth, googleAuth, openAiAuth } from './credentials.js';
import { atLeastOne, chars, during, exactlyOne, int, listByKey, listOf, mapOf, must, object, since, until } from './object.js';
import { backendRef } from './references.js';
import { headerMatch } from './route-filters.js';
import { expression } from './texts.js';

const short = chars(256);

/** How a guard is called. */
const guardPolicies = (auth: Shape): Shape =>
  object(
    'policies of a guard',
    { auth, http, tcp, tls, tunnel, health: until('1.2.0', health), transformation: until('1.2.0', transformation) },
    during({ since: '1.4.0' }, atLeastOne('auth', 'http', 'tcp', 'tls', 'tunnel')),
  );
const bedrockGuardrails = object('Bedrock Guardrails', {
  identifier: must(short, 'the id of the guardrail'),
  region: must(short, 'the region'),
  version: must(short, 'the version of the guardrail'),
  policies: guardPolicies(bedrockAuth),
});
const googleModelArmor = object('Google Model Armor', {
  projectId: must(short, 'the project'),
  templateId: must(short, 'the template'),
  location: short,
  policies: guardPolicies(googleAuth),
});
const openAIModeration = object('OpenAI moderation', { model: anyText, policies: guardPolicies(openAiAuth) });
const regex = object('a regex guard', {
  action: oneOf('Mask', 'Reject'),
  builtins: listOf(oneOf('CaSin', 'CreditCard', 'Email', 'PhoneNumber', 'Ssn')),
  matches: listOf(chars(1024)),
});
const webhook = object('a webhook guard', {
  backendRef: must(backendRef, 'the Service that judges'),
  failureMode: since('1.3.0', oneOf('FailClosed', 'FailOpen')),
  forwardHeaderMatches: listOf(headerMatch),
  headers: since('1.4.1', mapOf(expression, { max: 64 })),
});
const response = object('the answer to a refused prompt', { message: anyText, statusCode: int(200, 599) });

const guards = { regex, webhook, bedrockGuardrails, googleModelArmor };
export const promptGuard: Shape = object(
  'a prompt guard',
  {
    request: listOf(
      object(
        'a request guard',
        { ...guards, openAIModeration, response },
        exactlyOne('regex', 'webhook', 'openAIModeration', 'bedrockGuardrails', 'googleModelArmor'),
      ),
      { min: 1, max: 8 },
    ),
    response: listOf(
      object('a response guard', { ...guards, response }, exactlyOne('regex', 'webhook', 'bedrockGuardrails', 'googleModelArmor')),
      { min: 1, max: 8 },
    ),
    streaming: since('1.3.0', oneOf('Enabled')),
  },
  atLeastOne('request', 'response'),
);

const messages = listOf(object('a message', { role: must(anyText, 'who speaks'), content: must(anyText, 'what is said') }));
const fieldValues = listOf(object('a field', { field: must(short, 'the name of the field'), value: must(any, 'its value') }), {
  min: 1,
  max: 64,
});
const transformationOf = object('a transformation', {
  field: must(short, 'the name of the field'),
  expression: must(expression, 'its value, as a CEL expression'),
});
/** Computed fields of a prompt, in an AgentgatewayModel. */
export const modelTransformations: Shape = listByKey(transformationOf, 'field', { min: 1, max: 64 });
const routes = ['Completions', 'Messages', 'Models', 'Passthrough', 'Detect', 'Responses', 'AnthropicTokenCount', 'Embeddings', 'Realtime'];

/** Policies of an AI backend. */
export const ai: Shape = object(
  'AI policies',
  {
    defaults: fieldValues,
    overrides: fieldValues,
    modelAliases: mapOf(anyText, { max: 64 }),
    prompt: object('a prompt', { append: messages, prepend: messages }),
    promptCaching: object('prompt caching', {
      cacheMessageOffset: since('1.2.0', int(0)),
      cacheMessages: bool,
      cacheSystem: bool,
      cacheTools: bool,
      minTokens: int(0),
    }),
    promptGuard,
    routes: mapOf(versioned({ until: '1.3.0', shape: oneOf(...routes) }, { shape: oneOf(...routes, 'Rerank') })),
    transformations: listOf(transformationOf, { min: 1, max: 64 }),
  },
  atLeastOne('defaults', 'modelAliases', 'overrides', 'prompt', 'promptCaching', 'promptGuard', 'routes', 'transformations'),
);
