import { aiPolicies } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { entries, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
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

/** Fields of requests of the formats of OpenAI and Anthropic. */
const known: readonly string[] = [
  ...Object.keys(kindsOf),
  ...'model messages system tools tool_choice response_format stop stop_sequences user metadata thinking reasoning reasoning_effort'.split(
    ' ',
  ),
  ...'service_tier logit_bias modalities prediction input instructions include safety_identifier prompt_cache_key verbosity'.split(' '),
];

/** Whether an "s" too much or too few makes one name of the other. Other spellings are in ai-policy-inert. */
const isSlip = (name: string, right: string): boolean =>
  right.length >= 5 && (`${name}s` === right || name === `${right}s` || isSwapped(name, right));
/** Whether two neighbors changed their places. */
const isSwapped = (name: string, right: string): boolean => {
  const at = [...right].findIndex((char, index) => char !== name[index]);
  return at >= 0 && name.length === right.length && name === right.slice(0, at) + (right[at + 1] ?? '') + right[at] + right.slice(at + 2);
};

/** A text, a number or a truth value where another of them belongs. */
function checkType(key: string, value: Node, path: Path, report: RuleContext['report']): void {
  const kind = Object.hasOwn(kindsOf, key) ? kindsOf[key] : undefined;
  const given = value.kind === 'scalar' && value.value !== null ? typeof value.value : undefined;
  if (kind !== undefined && given !== undefined && ['number', 'boolean'].includes(given) && given !== kind)
    report({
      at: value,
      path: path,
      message: `"${key}" is a ${kind}, and a ${given} is sent: providers refuse such a request`,
      suggestion: kind === 'boolean' ? 'write true or false' : 'write a number',
    });
  if (Object.hasOwn(kindsOf, key) && text(value) !== undefined)
    report({
      at: value,
      path: path,
      message: `"${key}" is a ${kindsOf[key]}, and the text "${text(value)}" is sent: providers refuse such a request`,
      suggestion: 'remove the quotes',
    });
}

export const aiFieldType: Rule = {
  id: 'ai-field-type',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy writes the field into the request as it is: the proxy itself or the provider refuses a string where a number or a Boolean belongs.',
  docs: {
    checks:
      'Fields of `defaults` and `overrides` that are numbers or Booleans in every format of requests, such as `temperature`, `max_tokens` and `stream`, are not set to strings, and names of fields are not nearly those of one (`max_token`).',
    seen: 'Live: v1.1.0 and v1.4.1 answer 503 to every request where `temperature` is a string: `expected f32`.',
    fix: 'Write the value without quotes.',
    wrong: onAiRoute('ai: {overrides: {temperature: "0.9"}}'),
    correct: onAiRoute('ai: {overrides: {temperature: 0.9}}'),
  },
  check({ root, report }) {
    for (const { node, path } of aiPolicies(root))
      for (const part of ['defaults', 'overrides'])
        for (const { key, keySpan, value } of entries(get(node, part))) {
          const near = known.includes(key) ? undefined : known.find(name => isSlip(key, name));
          if (near !== undefined)
            report({
              at: keySpan,
              path: [...path, part, key],
              message: `providers know no field "${key}", and ignore it or refuse the request`,
              suggestion: `did you mean "${near}"?`,
            });
          checkType(key, value, [...path, part, key], report);
        }
  },
};
