import { at, type Rule } from '@mcpgw/structure';

export const llmNoModels: Rule = {
  id: 'llm-no-models',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The section serves no model.',
  check({ root, report }) {
    const models = at(root, 'llm', 'models');
    if (models?.kind === 'list' && models.items.length === 0)
      report({ at: models, path: ['llm', 'models'], message: 'the list of models is empty', suggestion: 'add a model, or remove "llm"' });
  },
};
