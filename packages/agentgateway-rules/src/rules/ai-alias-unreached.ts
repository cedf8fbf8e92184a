import { aiPolicies, providersOf } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const example = (provider: string): string =>
  withRoute(
    `backends:\n- ai: {name: a, provider: {openAI: ${provider}}, policies: {backendAuth: {key: $KEY}, ai: {modelAliases: {fast: gpt-4o-mini}}}}`,
  );

/** Whether an alias, which may be a pattern with one star, is the alias of a model. */
function fits(alias: string, model: string): boolean {
  const [head = '', ...tails] = alias.split('*');
  return tails.length === 0 ? model === alias : model.startsWith(head) && model.endsWith(tails.at(-1)!);
}

export const aiAliasUnreached: Rule = {
  id: 'ai-alias-unreached',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.4.0',
  why: 'A provider with its own model writes it into every request before aliases are looked up: the alias that a client names is gone by then.',
  docs: {
    checks:
      'Aliases of models beside providers that all have a model, or beside an override of the model: one of these models has the alias.',
    seen: 'Live: v1.4.1 sent `gpt-4o` for the alias `fast` where the provider has this model, and `gpt-4o-mini`, which the alias stands for, where it has none. v1.1.0 and v1.4.1 sent the model of `overrides` for the alias `fast`.',
    fix: 'Remove `model` from the provider, or the alias.',
    wrong: example('{model: gpt-4o}'),
    correct: example('{}'),
  },
  check({ root, report }) {
    for (const policy of aiPolicies(root)) {
      const { node, path } = policy;
      const forced = text(get(get(node, 'overrides'), 'model'));
      const ofProviders = providersOf(root, policy).map(provider => text(get(entries(provider)[0]?.value, 'model')));
      const isComputed = get(get(node, 'transformations'), 'model') !== undefined;
      const models = forced === undefined ? ofProviders : [forced];
      if (path[0] === 'llm' || isComputed || models.length === 0 || models.includes(undefined)) continue;
      for (const { key, keySpan } of entries(get(node, 'modelAliases')))
        if (!models.some(model => fits(key, model!)))
          report({
            at: keySpan,
            path: [...path, 'modelAliases', key],
            message: `${forced === undefined ? 'the provider sends' : '"overrides" send'} every request with the model "${models[0]}", so this alias is never looked up`,
            suggestion: `remove "model" from ${forced === undefined ? 'the provider' : '"overrides"'}, or the alias`,
          });
    }
  },
};
