import { integerOf, listed } from '@mcpgw/agentgateway/internal';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';

const example = (second: string): string => `llm:
  models:
  - name: gpt
    provider: openAI
    params:
      model: gpt-4o
      apiKey: "$OPENAI_KEY"
  - name: ${second}
    provider: openAI
    params:
      model: gpt-4o-mini
      apiKey: "$OPENAI_KEY"
`;

const stem = (pattern: string): string => pattern.replace('*', '');
/** Whether every name that fits one pattern fits another. */
function covers(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === '*') return true;
  if (wide.endsWith('*')) return narrow.startsWith(stem(wide));
  return wide.startsWith('*') && narrow.endsWith(stem(wide));
}

export const llmModelUnreachable: Rule = {
  id: 'llm-model-unreachable',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'No request leads to the model: another entry takes its name, or nothing may ask for it.',
  docs: {
    checks:
      'Looks for models whose name another model or a virtual model takes first, for internal models that no virtual model names, for virtual models that can choose nothing, for conditions without a target for all other requests (an info), and for a failover between targets of one priority (an info).',
    seen: 'Versions 1.1.0 and 1.4.1 send every request to the first of two models with one name.',
    fix: 'Give each model its own name, or tell them apart with `matches`.',
    wrong: example('gpt'),
    correct: example('gpt-mini'),
  },
  check({ root, report }) {
    const llm = get(root, 'llm');
    const models = listed(get(llm, 'models'), ['llm', 'models']);
    const virtual = listed(get(llm, 'virtualModels'), ['llm', 'virtualModels']);
    const isPlain = (model: Node): boolean => items(get(model, 'matches')).every(match => items(get(match, 'headers')).length === 0);
    const targetsOf = (model: Node): readonly Node[] =>
      ['weighted', 'failover', 'conditional'].flatMap(kind => items(get(get(get(model, 'routing'), kind), 'targets')));
    const wanted = virtual.flatMap(({ node }) => targetsOf(node).map(target => text(get(target, 'model')) ?? ''));
    for (const [index, { node, path }] of models.entries()) {
      const name = text(get(node, 'name')) ?? '';
      const place = { at: get(node, 'name') ?? node, path: [...path, 'name'] };
      const before = models
        .slice(0, index)
        .some(other => text(get(other.node, 'name')) === name && isPlain(other.node) && get(other.node, 'authorization') === undefined);
      if (before)
        report({
          ...place,
          message: `an earlier model "${name}" takes every request of this one`,
          suggestion: 'give it another name, or "matches"',
        });
      if (text(get(node, 'visibility')) === 'internal' && !wanted.some(target => covers(name, target)))
        report({
          ...place,
          message: `"${name}" is internal, and no virtual model leads to it`,
          suggestion: 'name it in "virtualModels", or make it public',
        });
      if (name === '')
        report({ ...place, message: 'no request asks for a model without a name', suggestion: 'name the model, or write "*"' });
    }
    const seen = new Set<string>();
    for (const { node, path } of virtual) {
      const name = text(get(node, 'name')) ?? '';
      const place = { at: get(node, 'name') ?? node, path: [...path, 'name'] };
      const twin = models.some(model => text(get(model.node, 'name')) === name);
      if (seen.has(name) || twin)
        report({
          ...place,
          message: `there is another ${twin ? 'model' : 'virtual model'} "${name}": one of them gets no request`,
          suggestion: 'give each its own name',
        });
      seen.add(name);
      const priorities = items(get(get(get(node, 'routing'), 'failover'), 'targets')).map(target => integerOf(get(target, 'priority')));
      if (priorities.length > 1 && new Set(priorities).size === 1)
        report({
          ...place,
          message: 'all targets of the failover have one priority: the load is shared, and none waits for failures',
          suggestion: 'give the second choice a higher priority',
          severity: 'info',
        });
      const choices = items(get(get(get(node, 'routing'), 'conditional'), 'targets'));
      if (choices.length > 0 && choices.every(target => get(target, 'when') !== undefined))
        report({
          ...place,
          message: 'a request for which no condition holds gets no model, and fails',
          suggestion: 'add a last target without "when"',
          severity: 'info',
        });
      const weights = items(get(get(get(node, 'routing'), 'weighted'), 'targets')).map(target => integerOf(get(target, 'weight')) ?? 1);
      if (weights.length > 0 && weights.every(weight => weight === 0))
        report({
          ...place,
          message: 'all weights of this virtual model are 0: every request fails',
          suggestion: 'give a target a weight of at least 1',
        });
    }
  },
};
