import type { Census } from '@mcpgw/structure';
import { address, alone, checked, choice, inside, limit, noAccess, outside, parts, row, size, works } from './answers.js';

const model = row(works, noAccess, ['llm-provider-mismatch'], ['llm-provider-mismatch']);
const place = row(works, noAccess, outside, alone);
const provider = row(
  'The proxy refuses fields that it does not know, except those of Bedrock and Azure, which `ignored-field` reports.',
  noAccess,
  ['ai-no-key'],
  alone,
);
const pathField = row(['llm-param-ignored'], noAccess, ['llm-param-ignored'], ['llm-param-ignored']);

/** `config/ai.ts`: where LLM traffic goes, without guards of prompts. */
export const aiCensus: Census = {
  'an AI backend': {
    groups: row(['llm-param-ignored'], noAccess, ['llm-param-ignored'], ['llm-param-ignored']),
    name: row(works, noAccess, works, ['llm-param-ignored']),
    provider: row(works, ['ai-no-key'], ['ai-no-key'], alone),
    hostOverride: address,
    pathOverride: pathField,
    pathPrefix: pathField,
    tokenize: choice,
    policies: inside,
  },
  'a group': { providers: row(['llm-param-ignored', 'failover-unused'], noAccess, ['llm-param-ignored'], ['llm-param-ignored']) },
  'an AI provider': {
    openAI: provider,
    gemini: provider,
    vertex: provider,
    anthropic: provider,
    bedrock: row(['ignored-field'], noAccess, outside, alone),
    azureOpenAI: provider,
    azure: row(['ignored-field'], noAccess, outside, alone),
    copilot: provider,
    custom: inside,
  },
  ai: {
    defaults: row(['ai-policy-inert'], noAccess, ['ai-field-type', 'ai-field-range'], ['duplicate-map-key']),
    overrides: row(['ai-policy-inert'], noAccess, ['ai-field-type', 'ai-field-range'], ['duplicate-map-key']),
    modelAliases: row(
      'An alias that no client asks for does no harm.',
      noAccess,
      ['ai-alias-unreached', 'ai-policy-inert'],
      ['duplicate-map-key', 'ai-policy-inert'],
    ),
    prompts: inside,
    promptCaching: row(['ai-policy-inert'], noAccess, parts, parts),
    routes: row(['ai-policy-inert'], ['ai-guard-skipped'], ['ai-policy-inert'], ['duplicate-map-key', 'ai-guard-skipped']),
  },
  prompts: {
    append: row('An empty list adds nothing, as it says.', noAccess, works, alone),
    prepend: row('An empty list adds nothing, as it says.', noAccess, works, alone),
  },
  'a message': { role: row(works, noAccess, outside, alone), content: row(works, noAccess, works, alone) },
  openAI: { model },
  gemini: { model },
  anthropic: { model },
  copilot: { model },
  vertex: { model, region: place, projectId: place },
  bedrock: { model, region: place, guardrailIdentifier: place, guardrailVersion: place },
  azureOpenAI: { model, host: place, apiVersion: place },
  azure: { model, resourceName: place, resourceType: choice, apiVersion: place, projectName: place },
  custom: {
    model,
    providerOverride: row('It is a name for logs and metrics.', noAccess, works, alone),
    formats: row(checked, noAccess, 'A request of another format is refused.', alone),
  },
  'a format': { type: choice, path: place },
  health: {
    unhealthyExpression: row(['health-inert'], noAccess, ['health-client-errors'], ['health-inert']),
    eviction: row(['health-inert'], noAccess, parts, parts),
  },
  eviction: {
    duration: limit,
    restoreHealth: row(works, noAccess, checked, ['health-inert']),
    consecutiveFailures: size,
    healthThreshold: row(works, noAccess, checked, ['health-inert']),
  },
  promptCaching: {
    cacheSystem: choice,
    cacheMessages: choice,
    cacheTools: choice,
    minTokens: row(works, noAccess, 'Providers ignore a cache point for too short a prompt.', alone),
    cacheMessageOffset: row('An offset beyond the messages caches none of them.', noAccess, works, alone),
  },
};
