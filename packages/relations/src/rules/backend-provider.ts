import { hasNoModel, placeProblem, whyProfileIsFar } from '@mcpgw/agentgateway';
import { get, inRange, isGiven, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { writtenOf } from '../objects/objects.js';
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

/** Whether a text is `v1`, `preview`, or a day that exists, possibly with `-preview`. */
function isApiVersion(version: string): boolean {
  if (/^(?:v1|preview|latest)$/.test(version)) return true;
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:-preview)?$/.exec(version) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day!);
}

function checkEndpoint({ node, path }: ModelProviderView, version: string, report: RuleContext['report']): void {
  const endpoint = get(node, 'endpoint');
  const value = text(endpoint);
  if (value === undefined) return;
  const why = /[:/]/.test(value)
    ? 'it is a host, without scheme, port and path'
    : inRange(version, { since: '1.2.0' }) && !/^[^.]+(?:\.openai\.azure\.com|\.services\.ai\.azure\.com)?$/.test(value)
      ? '".openai.azure.com" is added to it, because it ends neither so nor with ".services.ai.azure.com"'
      : undefined;
  const written = text(get(node, 'apiVersion'));
  if (written !== undefined && !isApiVersion(written))
    report({
      at: get(node, 'apiVersion')!,
      path: [...path, 'apiVersion'],
      message: `"${written.slice(0, 80)}" is not a version of the API of Azure: each request gets 404`,
      suggestion: 'write v1, or a date such as 2024-10-21',
    });
  if (why !== undefined)
    report({
      at: endpoint!,
      path: [...path, 'endpoint'],
      message: `"${value}" is not an endpoint of Azure OpenAI: ${why}`,
      suggestion: 'write it as "NAME.openai.azure.com"',
    });
}

/** Regions that stand elsewhere than in a provider, with the provider whose regions they are. */
const places: readonly (readonly [key: string, inside: string, provider: string])[] = [
  ['region', 'bedrockGuardrails', 'bedrock'],
  ['region', 'aws', 'bedrock'],
  ['location', 'googleModelArmor', 'vertex'],
];

function checkPlaces(stream: Node, report: RuleContext['report']): void {
  for (const [key, inside, provider] of places)
    for (const { node, path } of fieldsNamed(stream, key, inside)) {
      const message = placeProblem('region', provider, text(node) ?? '');
      if (message !== undefined) report({ at: node, path, message, suggestion: 'write a region such as us-east-1 or us-central1' });
    }
}

/** Versions and identifiers of guardrails, as AWS takes them. */
function checkGuardrails(stream: Node, report: RuleContext['report']): void {
  for (const [key, inside] of [
    ['templateId', 'googleModelArmor'],
    ['projectId', 'googleModelArmor'],
    ['projectId', 'vertexai'],
  ] as const)
    for (const { node, path } of fieldsNamed(stream, key, inside))
      if (/[/:]/.test(text(node) ?? ''))
        report({
          at: node,
          path,
          message: `"${text(node)}" is a path, and it is put into the address as one name: each request fails`,
          suggestion: 'write the last part alone',
        });
  const forms: readonly (readonly [key: string, form: RegExp, what: string, suggestion: string])[] = [
    ['version', /^(?:[1-9]\d{0,7}|DRAFT)$/, 'version', 'write a number, or DRAFT'],
    [
      'identifier',
      /^(?:[a-z0-9]+|arn:aws[a-z-]*:bedrock:[a-z0-9-]+:\d{12}:guardrail\/[a-z0-9]+)$/,
      'identifier',
      'write the id or the ARN that AWS shows',
    ],
  ];
  for (const inside of ['bedrockGuardrails', 'guardrail'])
    for (const [key, form, what, suggestion] of forms)
      for (const { node, path } of fieldsNamed(stream, key, inside)) {
        const value = writtenOf(node);
        if (!form.test(value))
          report({
            at: node,
            path,
            message: `"${value.slice(0, 80)}" is not a ${what} of a guardrail of AWS: each request that it checks fails`,
            suggestion,
            ...(key === 'identifier' ? { severity: 'info' as const } : {}),
          });
      }
}

/** The providers that take the credentials of a cloud. */
const clouds: readonly (readonly [auth: string, cloud: string, providers: readonly string[]])[] = [
  ['aws', 'AWS', ['bedrock']],
  ['gcp', 'Google Cloud', ['vertexai', 'gemini']],
  ['azure', 'Azure', ['azure', 'azureopenai']],
];

/** Credentials of a cloud for a provider that is called at its own address, which is not in that cloud. */
function checkCloud({ kind, moved, policies, owner, around, aroundPath }: ModelProviderView, report: RuleContext['report']): void {
  const auth = get(
    policies.find(each => isGiven(each, 'auth')),
    'auth',
  );
  if (auth === undefined || moved || kind === 'custom') return;
  const isInner = get(get(around, 'policies'), 'auth') === auth;
  const path = [...(isInner ? aroundPath : ['spec']), 'policies', 'auth'];
  for (const [key, cloud, takers] of clouds) {
    const found = get(auth, key);
    if (found === undefined || takers.includes(kind)) continue;
    report({
      at: found,
      path: [...path, key],
      message: `the provider "${kind}" of "${owner.name}" takes no credentials of ${cloud}: every request is refused`,
      suggestion: 'use the credentials of the provider',
    });
  }
  const type = get(get(auth, 'gcp'), 'type');
  if (kind === 'vertexai' && text(type) === 'IdToken')
    report({
      at: type!,
      path: [...path, 'gcp', 'type'],
      message: 'Vertex AI takes access tokens, and no ID tokens: every request is refused',
      suggestion: 'write AccessToken, or remove "type"',
    });
}

/** What is wrong with a model, a region or a resource of a provider; `name` is that of the provider in static configurations. */
function nameProblem({ node, kind, moved }: ModelProviderView, name: string, key: string, value: string): string | undefined {
  if (key !== 'model') return placeProblem(key, name, value);
  if (!moved && hasNoModel(name, value)) return `the provider "${kind}" has no model "${value}"`;
  return name === 'bedrock' ? whyProfileIsFar(value, text(get(node, 'region')) ?? '') : undefined;
}

export const backendProvider: Rule = {
  id: 'backend-provider',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The provider does not have this model, or the name of the region or resource makes a host that does not exist: every request fails.',
  docs: {
    checks:
      'Providers of AgentgatewayBackends and AgentgatewayModels: well-known families of models belong to the provider, no vendor stands before the name (`openai/gpt-4o`), and inference profiles of Bedrock are called from a region of their part of the world. Regions and names of resources have the form of the provider, endpoints of Azure are hosts of Azure, paths start with "/", and credentials of a cloud are for a provider in it. The regions of guardrails and of AWS credentials too, and versions and identifiers of guardrails of AWS (an info), names of templates and projects without a path, and versions of the API of Azure.',
    seen: 'The controller of v1.4.1 reports a backend of Anthropic with the model `gpt-4o` as Accepted=True and sends it.',
    basedOn:
      'The documentation of the providers about models, regions and hosts. None of them can be asked by a test. No program was run for this rule.',
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
    checkPlaces(root, report);
    checkGuardrails(root, report);
    for (const provider of providersIn(root)) {
      checkCloud(provider, report);
      const name = names[provider.kind] ?? '';
      for (const key of ['model', 'region', 'resourceName']) {
        const node = get(provider.node, key);
        const value = text(node) ?? '';
        if (node === undefined || value === '') continue;
        const message = nameProblem(provider, name, key, value);
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
