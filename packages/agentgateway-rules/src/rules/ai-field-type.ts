import { aiPolicies } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

/** Fields of requests that are no texts, as the API of OpenAI and that of Anthropic have them. */
const kindsOf: Readonly<Record<string, 'number' | 'boolean'>> = {
  ...Object.fromEntries(
    'temperature top_p top_k max_tokens max_completion_tokens max_output_tokens frequency_penalty presence_penalty n seed top_logprobs'
      .split(' ')
      .map(key => [key, 'number' as const]),
  ),
  ...Object.fromEntries('stream logprobs parallel_tool_calls store'.split(' ').map(key => [key, 'boolean' as const])),
};

export const aiFieldType: Rule = {
  id: 'ai-field-type',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy writes the field into the request as it is, and providers refuse a text where a number or a truth value belongs.',
  docs: {
    checks:
      'Fields of `defaults` and `overrides` that are numbers or truth values in every format of requests, such as `temperature`, `max_tokens` and `stream`, are not set to texts.',
    fix: 'Write the value without quotes.',
    wrong: onAiRoute('ai: {overrides: {temperature: "0.9"}}'),
    correct: onAiRoute('ai: {overrides: {temperature: 0.9}}'),
  },
  check({ root, report }) {
    for (const { node, path } of aiPolicies(root))
      for (const part of ['defaults', 'overrides'])
        for (const { key, value } of entries(get(node, part)))
          if (Object.hasOwn(kindsOf, key) && text(value) !== undefined)
            report({
              at: value,
              path: [...path, part, key],
              message: `"${key}" is a ${kindsOf[key]}, and the text "${text(value)}" is sent: providers refuse such a request`,
              suggestion: 'remove the quotes',
            });
  },
};
