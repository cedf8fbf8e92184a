import { hasNoModel, placeProblem, whyProfileIsFar } from '@mcpgw/agentgateway';
import { child, listed, providersIn, routes } from '@mcpgw/agentgateway/internal';
import { entries, get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';

const example = (model: string): string => `llm:
  models:
  - name: chat
    provider: anthropic
    params:
      model: ${model}
      apiKey: "$ANTHROPIC_KEY"
`;

export const llmProviderMismatch: Rule = {
  id: 'llm-provider-mismatch',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The provider does not have this model, or the name of the region or resource makes a host that does not exist: every request fails.',
  docs: {
    checks:
      'Compares well-known families of models with the provider, names with a vendor before them (`openai/gpt-4o`), inference profiles of Bedrock with the region, and checks the form of regions and resource names.',
    seen: 'Live: v1.1.0 and v1.4.1 take the file. The answers of the providers were not tried.',
    fix: 'Choose the provider that has the model, and write the region as the provider does, such as `eu-west-1`.',
    wrong: example('gpt-4o'),
    correct: example('claude-sonnet-4'),
  },
  check({ root, report }) {
    const models = ['models', 'providers'].flatMap(list =>
      listed(get(get(root, 'llm'), list), ['llm', list]).flatMap(model => {
        const params = child(model, 'params');
        return params === undefined ? [] : [{ params, provider: text(get(model.node, 'provider')) ?? '', moved: isMoved(params.node) }];
      }),
    );
    const holders = [...routes(root).flatMap(route => route.backends), ...listed(get(root, 'backends'), ['backends'])];
    const inline = holders.flatMap(holder => {
      const ai = child(holder, 'ai');
      return (ai === undefined ? [] : providersIn(ai)).flatMap(named => {
        const provider = child(named, 'provider');
        const key = entries(provider?.node)[0]?.key ?? '';
        const params = provider === undefined ? undefined : child(provider, key);
        return params === undefined ? [] : [{ params, provider: key, moved: isMoved(named.node) }];
      });
    });
    for (const { params, provider, moved } of [...models, ...inline]) {
      for (const { key, value } of entries(params.node)) {
        const name = text(value) ?? '';
        if (name.includes('$') || name === '') continue;
        const wrong = key === 'model' && !moved && hasNoModel(provider, name);
        const region =
          provider === 'bedrock' && key === 'model' ? (text(get(params.node, 'awsRegion')) ?? text(get(params.node, 'region'))) : '';
        const message = wrong
          ? `the provider "${provider}" has no model "${name}"`
          : (whyProfileIsFar(key === 'model' ? name : '', region ?? '') ?? placeProblem(key, provider, name));
        if (message !== undefined)
          report({ at: value, path: [...params.path, key], message, suggestion: 'correct the name, or choose another provider' });
      }
    }
  },
};

const isMoved = (node: Node): boolean => ['hostOverride', 'baseUrl'].some(key => isGiven(node, key));
