import { hasNoModel, placeProblem } from '@mcpgw/agentgateway';
import { get, inRange, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type ModelProviderView, providersIn } from '../objects/providers.js';

/** Names of providers in static configurations, by those of AgentgatewayBackend. */
const names: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  openai: 'openAI',
  anthropic: 'anthropic',
  gemini: 'gemini',
  vertexai: 'vertex',
  bedrock: 'bedrock',
  azure: 'azure',
});

function checkEndpoint({ node, path }: ModelProviderView, version: string, report: RuleContext['report']): void {
  const endpoint = get(node, 'endpoint');
  const value = text(endpoint);
  if (value === undefined) return;
  const why = /[:/]/.test(value)
    ? 'it is a host, without scheme, port and path'
    : inRange(version, { since: '1.2.0' }) && !/^[^.]+(?:\.openai\.azure\.com|\.services\.ai\.azure\.com)?$/.test(value)
      ? '".openai.azure.com" is added to it, because it ends neither so nor with ".services.ai.azure.com"'
      : undefined;
  if (why !== undefined)
    report({
      at: endpoint!,
      path: [...path, 'endpoint'],
      message: `"${value}" is no endpoint of Azure OpenAI: ${why}`,
      suggestion: 'write it as "NAME.openai.azure.com"',
    });
}

export const backendProvider: Rule = {
  id: 'backend-provider',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The provider does not have this model, or the name of the region or resource makes a host that does not exist: every request fails.',
  docs: {
    checks:
      'Providers of AgentgatewayBackends and AgentgatewayModels: well-known families of models belong to the provider, regions and names of resources have the form of the provider, endpoints of Azure are hosts of Azure, and paths start with "/".',
    fix: 'Choose the provider that has the model, and write region, resource and endpoint as the provider does.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: chat}
spec: {ai: {provider: {anthropic: {model: gpt-4o}}}, policies: {auth: {secretRef: {name: key}}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: chat}
spec: {ai: {provider: {anthropic: {model: claude-sonnet-4}}}, policies: {auth: {secretRef: {name: key}}}}
`,
  },
  check({ root, version, report }) {
    for (const provider of providersIn(root)) {
      const name = names[provider.kind] ?? '';
      for (const key of ['model', 'region', 'resourceName']) {
        const node = get(provider.node, key);
        const value = text(node) ?? '';
        if (node === undefined || value === '') continue;
        const foreign = key === 'model' && !provider.moved && hasNoModel(name, value);
        const message = foreign ? `the provider "${provider.kind}" has no model "${value}"` : placeProblem(key, name, value);
        if (message !== undefined)
          report({ at: node, path: [...provider.path, key], message, suggestion: 'correct the name, or choose another provider' });
      }
      if (provider.kind === 'azureopenai') checkEndpoint(provider, version, report);
      for (const key of ['path', 'pathPrefix']) {
        const node = get(provider.around, key);
        if (node !== undefined && !(text(node) ?? '/').startsWith('/'))
          report({
            at: node,
            path: [...provider.aroundPath, key],
            message: `the path "${text(node)}" does not start with "/": requests fail or go to another path`,
            suggestion: `write "/${text(node)}"`,
          });
      }
    }
  },
};
