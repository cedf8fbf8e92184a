import { whyFieldIsRefused } from '@mcpgw/agentgateway';
import { aiPolicies } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

export const aiFieldRange: Rule = {
  id: 'ai-field-range',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy writes the number into the request as it is, and every provider refuses it: each request that gets it fails.',
  docs: {
    checks:
      'Numbers in `defaults` and `overrides` of requests to language models: `temperature` from 0 to 2, `top_p` from 0 to 1, penalties from -2 to 2, limits of tokens from 1, and whole numbers where they belong. The ranges are the widest that a provider documents.',
    seen: 'v1.4.1: the provider got the temperature 20.',
    fix: 'Write a number within the range.',
    wrong: onAiRoute('ai: {overrides: {temperature: 20}}'),
    correct: onAiRoute('ai: {overrides: {temperature: 0.2}}'),
  },
  check({ root, report }) {
    for (const { node, path } of aiPolicies(root))
      for (const part of ['defaults', 'overrides'])
        for (const { key, value } of entries(get(node, part))) {
          const problem = value.kind === 'scalar' && typeof value.value === 'number' ? whyFieldIsRefused(key, value.value) : undefined;
          if (problem !== undefined)
            report({ at: value, path: [...path, part, key], message: problem, suggestion: 'write a number within the range' });
        }
  },
};
