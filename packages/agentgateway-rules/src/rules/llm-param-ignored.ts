import { child, listed, type Placed, routes } from '@mcpgw/agentgateway/internal';
import { entries, get, isGiven, isNull, type Rule, type RuleContext, text } from '@mcpgw/structure';

/** The providers that read a parameter; all others ignore it. */
const readers: Readonly<Record<string, readonly string[]>> = {
  awsRegion: ['bedrock'],
  vertexRegion: ['vertex'],
  vertexProject: ['vertex'],
  azureHost: ['azure', 'azureOpenAI'],
  azureResourceName: ['azure'],
  azureResourceType: ['azure'],
  azureApiVersion: ['azure', 'azureOpenAI'],
  azureProjectName: ['azure'],
};
const example = (provider: string): string => `llm:
  models:
  - name: claude
    provider: ${provider}
    params:
      model: claude-sonnet-4
      awsRegion: eu-west-1
      apiKey: "$KEY"
`;

export const llmParamIgnored: Rule = {
  id: 'llm-param-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The provider does not read the parameter, or another one replaces it: requests go elsewhere than it says.',
  docs: {
    checks:
      'Compares the parameters of a model with its provider, and looks for paths and addresses that replace each other, and for a `baseUrl` that ends in the path of one endpoint.',
    seen: 'Live: v1.1.0 and v1.4.1 ask for `pathOverride` alone, and as before with `awsRegion` beside openAI. v1.4.1 asks for `/v1/chat/completions/chat/completions`.',
    fix: 'Remove the parameter, or choose the provider that it belongs to.',
    wrong: example('anthropic'),
    correct: example('bedrock'),
  },
  check(context) {
    const { root, report } = context;
    for (const list of ['models', 'providers']) {
      for (const model of listed(get(get(root, 'llm'), list), ['llm', list])) {
        const params = child(model, 'params');
        const provider = text(get(model.node, 'provider')) ?? entries(get(model.node, 'provider'))[0]?.key ?? '';
        if (params === undefined || provider === 'reference') continue;
        checkAddress(params, report);
        for (const { key, keySpan, value } of entries(params.node)) {
          if (!Object.hasOwn(readers, key) || isNull(value) || readers[key]!.includes(provider)) continue;
          const message = `the provider "${provider}" does not read "${key}"`;
          report({ at: keySpan, path: [...params.path, key], message, suggestion: `remove it, or use the provider ${readers[key]![0]}` });
        }
      }
    }
    const holders = [...routes(root).flatMap(route => route.backends), ...listed(get(root, 'backends'), ['backends'])];
    for (const ai of holders.flatMap(holder => child(holder, 'ai') ?? [])) checkBackend(ai, report);
  },
};

function checkAddress({ node, path }: Placed, report: RuleContext['report']): void {
  const complain = (key: string, message: string, suggestion: string): void =>
    report({ at: get(node, key)!, path: [...path, key], message, suggestion });
  if (isGiven(node, 'pathOverride') && isGiven(node, 'pathPrefix'))
    complain('pathPrefix', '"pathOverride" is the whole path, so "pathPrefix" has no effect', 'keep one of them');
  if (isGiven(node, 'baseUrl') && isGiven(node, 'hostOverride'))
    complain('hostOverride', '"hostOverride" replaces the host of "baseUrl"', 'keep one of them');
  const endpoint = /\/(?:chat\/completions|completions|messages|responses|embeddings|models)\/?$/.exec(
    text(get(node, 'baseUrl')) ?? '',
  )?.[0];
  if (endpoint !== undefined)
    complain(
      'baseUrl',
      `the path of each endpoint is appended, and this address ends in "${endpoint}" already`,
      'end it before the endpoint, such as /v1',
    );
  for (const key of ['pathOverride', 'pathPrefix']) {
    const value = text(get(node, key));
    if (value !== undefined && !value.startsWith('/') && !value.includes('$'))
      complain(key, `the path "${value}" does not start with "/": requests fail or go to another path`, `write "/${value}"`);
  }
}

function checkBackend(ai: Placed, report: RuleContext['report']): void {
  const groups = get(ai.node, 'groups');
  const lists = listed(groups, [...ai.path, 'groups']).map(group => listed(get(group.node, 'providers'), [...group.path, 'providers']));
  for (const provider of groups === undefined ? [ai] : lists.flat()) checkAddress(provider, report);
  if (groups?.kind === 'list' && lists.flat().length === 0)
    report({ at: groups, path: [...ai.path, 'groups'], message: 'there is no provider: every request fails', suggestion: 'add one' });
  for (const providers of lists) {
    const seen = new Set<string>();
    for (const { node, path } of providers) {
      const name = text(get(node, 'name')) ?? '';
      const message = `there are two providers "${name}" in this group: only the last one is used`;
      if (seen.has(name)) report({ at: get(node, 'name')!, path: [...path, 'name'], message, suggestion: 'give each its own name' });
      seen.add(name);
    }
  }
}
