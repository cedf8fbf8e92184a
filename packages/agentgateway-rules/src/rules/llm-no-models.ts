import { at, type Rule } from '@mcpgw/structure';

export const llmNoModels: Rule = {
  id: 'llm-no-models',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The section serves no model.',
  docs: {
    checks: 'Looks for an `llm` section without models.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404.',
    fix: 'Add a model.',
    wrong: 'llm:\n  models: []\n',
    correct: 'llm:\n  models:\n  - name: chat\n    provider: openAI\n    params:\n      model: gpt-4o\n      apiKey: "$OPENAI_KEY"\n',
  },
  check({ root, report }) {
    const models = at(root, 'llm', 'models');
    if (models?.kind === 'list' && models.items.length === 0)
      report({ at: models, path: ['llm', 'models'], message: 'the list of models is empty', suggestion: 'add a model, or remove "llm"' });
  },
};
