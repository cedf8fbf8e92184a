import type { Census } from '@mcpgw/structure';
import { alone, answers, calls, choice, inside, noAccess, outside, parts, text, value, works } from './words.js';

const guard = inside;
const guards = answers(['prompt-guard-inert'], ['prompt-guard-inert'], works, alone);

/** `config/ai.ts`: guards of prompts and answers, and fields of LLM requests that are computed. */
export const guardsCensus: Census = {
  ai: { promptGuard: inside, transformations: value },
  promptGuard: { streaming: answers(works, ['prompt-guard-inert'], works, alone), request: guards, response: guards },
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
    status: answers(works, ['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert']),
    headers: inside,
  },
  regex: {
    action: answers(works, ['prompt-guard-inert'], works, ['prompt-guard-inert']),
    rules: answers(['prompt-guard-inert'], ['prompt-guard-inert'], works, alone),
  },
  'an action': { mask: choice, reject: choice },
  openAIModeration: { model: text, policies: calls },
  bedrockGuardrails: { guardrailIdentifier: text, guardrailVersion: text, region: text, policies: calls },
  googleModelArmor: { templateId: text, projectId: text, location: text, policies: calls },
  azureContentSafety: {
    endpoint: answers(works, noAccess, ['prompt-guard-inert'], alone),
    policies: calls,
    analyzeText: answers(parts, ['prompt-guard-inert'], parts, parts),
    detectJailbreak: answers(['prompt-guard-inert'], ['prompt-guard-inert'], parts, parts),
  },
  analyzeText: {
    severityThreshold: answers(['prompt-guard-inert'], ['prompt-guard-inert'], ['prompt-guard-inert'], alone),
    apiVersion: text,
    blocklistNames: answers('An empty list adds no words, as it says.', noAccess, outside, alone),
    haltOnBlocklistHit: choice,
  },
  detectJailbreak: { apiVersion: text },
};
