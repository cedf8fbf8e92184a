import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, isGiven, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { backendsOf } from '../objects/backends.js';
import { type ObjectView, ofKind, targetsIn } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

/** The settings `ai` of a backend or policy, with the providers that they are for; undefined if these are not known. */
interface Settings {
  readonly node: Node;
  readonly path: Path;
  readonly providers: readonly Node[] | undefined;
}

const providersOf = ({ node }: ObjectView): readonly Node[] => {
  const single = at(node, 'spec', 'ai', 'provider');
  return [
    ...(single === undefined ? [] : [single]),
    ...items(at(node, 'spec', 'ai', 'groups')).flatMap(group => items(get(group, 'providers'))),
  ];
};

function settingsOf(stream: Node): Settings[] {
  const inBackends = backendsOf(stream)
    .filter(({ own }) => own)
    .flatMap((backend): Settings[] => {
      const node = at(backend.node, 'spec', 'policies', 'ai');
      return node === undefined ? [] : [{ node, path: ['spec', 'policies', 'ai'], providers: providersOf(backend) }];
    });
  const inPolicies = ofKind(stream, 'AgentgatewayPolicy')
    .filter(({ own, group }) => own && group === 'agentgateway.dev')
    .flatMap((policy): Settings[] => {
      const node = at(policy.node, 'spec', 'backend', 'ai');
      const reached = targetsOf(policy).map(target => (target.kind === 'AgentgatewayBackend' ? targetsIn(stream, target) : []));
      const isKnown = reached.length > 0 && reached.every(each => each.length > 0);
      return node === undefined
        ? []
        : [{ node, path: ['spec', 'backend', 'ai'], providers: isKnown ? reached.flat().flatMap(providersOf) : undefined }];
    });
  return [...inBackends, ...inPolicies];
}

/** The model that a provider always uses; undefined if it takes the one of the request. */
const modelOf = (provider: Node): string | undefined =>
  entries(provider).flatMap(({ value }) => text(get(value, 'model')) ?? text(get(value, 'deploymentName')) ?? [])[0];

function checkProviders({ node, path, providers }: Settings, report: RuleContext['report']): void {
  if (providers === undefined || providers.length === 0) return;
  const caching = get(node, 'promptCaching');
  if (caching !== undefined && !providers.some(provider => isGiven(provider, 'bedrock')))
    report({
      at: caching,
      path: [...path, 'promptCaching'],
      message: 'prompts are cached for Bedrock only, and no provider of the backend is Bedrock: this does nothing',
      suggestion: 'remove it',
    });
  const models = providers.map(modelOf);
  if (models.includes(undefined)) return;
  for (const { key, value } of entries(get(node, 'modelAliases')))
    if (!key.includes('*') && !models.includes(key))
      report({
        at: value,
        path: [...path, 'modelAliases', key],
        message: `every provider of the backend has its own model, which replaces the one of the request: "${key}" is never asked for`,
        suggestion: 'remove "model" from the provider, or the alias',
      });
}

/** Fields are set at the top of the body: a name with a path is one that no provider knows. */
function checkNames({ node, path }: Settings, report: RuleContext['report']): void {
  for (const list of ['defaults', 'overrides', 'transformations'])
    items(get(node, list)).forEach((item, index) => {
      const field = get(item, 'field');
      if (!/[.[\]]/.test(text(field) ?? '')) return;
      report({
        at: field!,
        path: [...path, list, index, 'field'],
        message: `"${text(field)}" is taken as one name at the top of the body, and not as a path: no provider knows it`,
        suggestion: `set the whole of "${text(field)!.split(/[.[]/)[0]}"`,
      });
    });
}

export const modelSettingInert: Rule = {
  id: 'model-setting-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The setting is accepted and does nothing for the providers of this backend, or makes them refuse every request.',
  docs: {
    checks:
      'The settings "ai" of AgentgatewayBackends, and of AgentgatewayPolicies for given ones: promptCaching needs a Bedrock provider, modelAliases a provider that takes the model of the request, and the names of fields are not paths.',
    seen: 'The controllers of v1.1.0 and v1.4.1 accept each of them and send it to the proxy as it is written.',
    fix: 'Remove the setting, or the fixed model of the provider.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: models}
spec:
  ai: {provider: {openai: {model: gpt-4o}}}
  policies:
    ai: {modelAliases: {fast: gpt-4o-mini}}
    auth: {secretRef: {name: key}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: models}
spec:
  ai: {provider: {openai: {}}}
  policies:
    ai: {modelAliases: {fast: gpt-4o-mini}}
    auth: {secretRef: {name: key}}
`,
  },
  check({ root, report }) {
    for (const settings of settingsOf(root)) {
      checkProviders(settings, report);
      checkNames(settings, report);
    }
  },
};
