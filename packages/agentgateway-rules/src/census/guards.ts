import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, parts, row, works } from './answers.js';
import { calls, outsideService, text, value } from './words.js';

const guard = inside;
const guards = row(['prompt-guard-inert'], ['prompt-guard-inert'], works, alone);

/** `config/ai.ts`: guards of prompts and answers, and fields of LLM requests that are computed. */
export const guardsCensus: Census = {
  ai: { promptGuard: inside, transformations: value },
  promptGuard: { streaming: row(works, ['prompt-guard-inert'], works, alone), request: guards, response: guards },
  'a request guard': {
    rejection: guard,
    regex: guard,
    webhook: guard,
    openAIModeration: guard,
    bedrockGuardrails: guard,
    googleModelArmor: guard,
    azureContentSafety: guard,
  },
  'a response guard': {
    rejection: guard,
    regex: guard,
    webhook: guard,
    bedrockGuardrails: guard,
    googleModelArmor: guard,
    azureContentSafety: guard,
  },
  rejection: {
    body: text,
    status: row(works, ['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert']),
    headers: inside,
  },
  regex: {
    action: row(works, ['prompt-guard-inert'], works, ['prompt-guard-inert']),
    rules: row(['prompt-guard-inert'], ['prompt-guard-inert'], works, alone),
  },
  'an action': { mask: choice, reject: choice },
  openAIModeration: { model: text, policies: calls },
  bedrockGuardrails: { guardrailIdentifier: text, guardrailVersion: text, region: text, policies: calls },
  googleModelArmor: { templateId: text, projectId: text, location: text, policies: calls },
  azureContentSafety: {
    endpoint: row(works, noAccess, ['prompt-guard-inert'], alone),
    policies: calls,
    analyzeText: row(parts, ['prompt-guard-inert'], parts, parts),
    detectJailbreak: row(['prompt-guard-inert'], ['prompt-guard-inert'], parts, parts),
  },
  analyzeText: {
    severityThreshold: row(['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert'], alone),
    apiVersion: text,
    blocklistNames: row('An empty list adds no words, as it says.', noAccess, outsideService, alone),
    haltOnBlocklistHit: choice,
  },
  detectJailbreak: { apiVersion: text },
};
