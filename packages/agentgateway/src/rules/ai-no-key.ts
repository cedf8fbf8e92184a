import { get, type Rule } from '@mcpgw/structure';
import { aiProviders } from '../views/ai-providers.js';

export const aiNoKey: Rule = {
  id: 'ai-no-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The provider refuses requests without a key.',
  check({ root, report }) {
    for (const { node, path, covered } of aiProviders(root)) {
      const kind = ['openAI', 'anthropic', 'gemini', 'azureOpenAI'].find(name => get(get(node, 'provider'), name) !== undefined);
      if (kind === undefined || covered || get(get(node, 'policies'), 'backendAuth') !== undefined) continue;
      report({
        at: get(node, 'provider')!,
        path: [...path, 'provider'],
        message: `the provider "${kind}" gets no key`,
        suggestion: 'add "backendAuth: {key: ...}" to its policies',
      });
    }
  },
};
