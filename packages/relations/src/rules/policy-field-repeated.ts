import { get, items, type Rule, text } from '@mcpgw/structure';
import { onBackend } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

/** Lists of names with values that become a mapping, the mappings that have them, and the key of the name. */
const lists: readonly (readonly [list: string, parent: string | undefined, key: string])[] = [
  ['defaults', 'ai', 'field'],
  ['overrides', 'ai', 'field'],
  ['transformations', 'ai', 'field'],
  ['add', 'attributes', 'name'],
  ['resources', 'tracing', 'name'],
  ['entries', 'descriptors', 'name'],
];

export const policyFieldRepeated: Rule = {
  id: 'policy-field-repeated',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'One name has one value: of two entries for it, one has no effect.',
  docs: {
    checks:
      'Lists of names with values name each once: AI defaults, overrides and transformations, attributes of logs and traces, entries of rate limit descriptors.',
    seen: 'The controller of v1.4.1 reports the policy as Accepted=True and sends the last of two values of `max_tokens`.',
    fix: 'Keep one entry for each name.',
    wrong: onBackend('backend: {ai: {defaults: [{field: max_tokens, value: 100}, {field: max_tokens, value: 200}]}}'),
    correct: onBackend('backend: {ai: {defaults: [{field: max_tokens, value: 100}, {field: temperature, value: 0}]}}'),
  },
  check({ root, report }) {
    for (const [list, parent, key] of lists)
      for (const { node, path } of fieldsNamed(root, list, parent)) {
        const seen = new Set<string>();
        items(node).forEach((item, index) => {
          const name = text(get(item, key));
          if (name === undefined) return;
          if (seen.has(name))
            report({
              at: get(item, key)!,
              path: [...path, index, key],
              message: `"${name}" is in this list above: one of the two entries has no effect`,
              suggestion: 'keep one of them',
            });
          seen.add(name);
        });
      }
  },
};
