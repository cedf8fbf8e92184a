import type { Census } from '@mcpgw/structure';
import {
  alone,
  called,
  choice,
  failureMode,
  inside,
  named,
  noAccess,
  one,
  outside,
  parts,
  refused,
  row,
  text,
  value,
  works,
} from './policy-answers.js';

const calls = row(parts, noAccess, parts, parts);
const guards = row(['prompt-guard-inert'], ['prompt-guard-inert'], parts, alone);
const messages = row(['ai-policy-inert'], noAccess, ['ai-policy-inert'], alone);
const caching = row(['ai-policy-inert'], noAccess, works, ['ai-policy-inert']);
const response = row(['prompt-guard-inert'], ['prompt-guard-inert'], works, ['prompt-guard-inert']);
const simple = { auth: inside, health: inside, http: inside, tcp: inside, tls: inside, transformation: inside, tunnel: inside };

/** `kinds/prompt-guard.ts`: guards of prompts and answers, and other policies of AI backends. */
export const promptGuardCensus: Census = {
  'AI policies': {
    defaults: row(['policy-field-repeated', 'ai-policy-inert'], noAccess, ['ai-policy-inert', 'ai-field-range'], ['ai-policy-inert']),
    modelAliases: row(['ai-policy-inert'], noAccess, ['ai-policy-inert'], ['ai-policy-inert']),
    overrides: row(['policy-field-repeated'], noAccess, ['ai-policy-inert', 'ai-field-range'], ['ai-policy-inert']),
    prompt: inside,
    promptCaching: row(['ai-policy-inert'], noAccess, parts, ['ai-policy-inert']),
    promptGuard: inside,
    routes: row('The path of a request is known at runtime; "*" is every other path.', noAccess, outside, alone),
    transformations: named,
  },
  'a prompt guard': {
    request: guards,
    response: guards,
    streaming: row(works, ['prompt-guard-inert'], works, alone),
  },
  'a request guard': {
    bedrockGuardrails: inside,
    googleModelArmor: inside,
    openAIModeration: inside,
    regex: inside,
    response,
    webhook: inside,
  },
  'a response guard': { bedrockGuardrails: inside, googleModelArmor: inside, regex: inside, response, webhook: inside },
  'a regex guard': {
    action: row(works, ['prompt-guard-inert'], works, ['prompt-guard-inert']),
    builtins: row(['prompt-guard-inert'], ['prompt-guard-inert'], refused, alone),
    matches: row(
      ['policy-guard-pattern', 'prompt-guard-inert'],
      ['policy-guard-pattern', 'prompt-guard-inert'],
      ['policy-guard-pattern'],
      alone,
    ),
  },
  'a webhook guard': {
    backendRef: called,
    failureMode,
    forwardHeaderMatches: row(['policy-guard-pattern'], noAccess, outside, alone),
    headers: row(
      ['cel-not-text', 'cel-unknown-variable', 'cel-unknown-field'],
      noAccess,
      ['policy-header-name', 'cel-unreadable'],
      ['policy-authorization'],
    ),
  },
  'the answer to a refused prompt': {
    message: row(['prompt-guard-inert'], noAccess, works, alone),
    statusCode: row(['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert']),
  },
  'Bedrock Guardrails': {
    identifier: row(works, noAccess, ['backend-provider'], alone),
    policies: calls,
    region: row(works, noAccess, ['backend-provider'], alone),
    version: row(works, noAccess, ['backend-provider'], alone),
  },
  'Google Model Armor': {
    location: text,
    policies: calls,
    projectId: row(works, noAccess, ['backend-provider'], alone),
    templateId: row(works, noAccess, ['backend-provider'], alone),
  },
  'OpenAI moderation': { model: text, policies: row(works, noAccess, ['backend-without-key'], parts) },
  'policies of a guard': simple,
  'a prompt': { append: messages, prepend: messages },
  'a message': { content: messages, role: messages },
  'a field': {
    field: row(['policy-field-repeated', 'ai-policy-inert'], noAccess, ['ai-policy-inert'], ['ai-policy-inert']),
    value: row(works, noAccess, outside, alone),
  },
  'a transformation': {
    field: row(['policy-field-repeated'], noAccess, 'Only the provider knows its fields.', one),
    expression: value,
  },
  'prompt caching': {
    cacheMessageOffset: choice,
    cacheMessages: caching,
    cacheSystem: caching,
    cacheTools: caching,
    minTokens: row(
      'A least number above the length of every prompt caches nothing, and lengths are known at runtime.',
      noAccess,
      works,
      alone,
    ),
  },
};
