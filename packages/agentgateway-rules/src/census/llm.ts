import type { Census } from '@mcpgw/structure';
import { address, alone, cel, checked, choice, inside, modifier, noAccess, outside, parts, row, works } from './answers.js';

const port = row(
  works,
  noAccess,
  ['bind-port-0', 'privileged-port', 'bind-on-internal-port'],
  ['shorthand-port-clash', 'duplicate-bind-port'],
);
const attached = row(checked, noAccess, checked, 'The proxy refuses it beside its own port.');
const ofProvider = row(['llm-param-ignored'], noAccess, ['llm-provider-mismatch'], ['llm-param-ignored']);
const fields = row('Any field may be meant for the provider.', noAccess, outside, ['duplicate-map-key']);
const tls = row(works, ['backend-tls-contradiction'], ['tls-port-mismatch'], ['tls-port-mismatch']);
const tuning = {
  defaults: fields,
  overrides: fields,
  transformation: row(cel, noAccess, cel, ['duplicate-map-key']),
  requestHeaders: modifier,
  responseHeaders: modifier,
  backendTLS: tls,
  tls,
  health: inside,
  backendTunnel: row(works, noAccess, ['dangling-backend-ref'], alone),
  promptCaching: row(['ai-policy-inert'], noAccess, parts, parts),
};
const target = row(checked, noAccess, 'A model that is not in `models` is refused.', alone);

/** `config/llm.ts`. */
export const llmCensus: Census = {
  llm: {
    gateways: attached,
    port,
    tls: row(works, noAccess, parts, 'The proxy refuses it beside `gateways`.'),
    providers: row(['unused-definition'], noAccess, parts, 'Two providers with one name are refused.'),
    models: row(['llm-no-models', 'llm-model-unreachable'], parts, ['llm-no-models'], ['llm-model-unreachable']),
    virtualModels: row(['llm-model-unreachable'], noAccess, ['llm-model-unreachable'], ['llm-model-unreachable']),
    policies: inside,
  },
  mcp: { gateways: attached, port, policies: inside },
  'a model': {
    id: row(works, noAccess, checked, 'Two models with one ID are refused.'),
    name: row(['llm-model-unreachable'], noAccess, ['llm-model-unreachable'], ['llm-model-unreachable']),
    visibility: row(['llm-model-unreachable'], works, ['llm-model-unreachable'], ['llm-model-unreachable']),
    params: inside,
    provider: row(works, noAccess, checked, ['llm-param-ignored']),
    passthrough: choice,
    ...tuning,
    matches: row(works, noAccess, parts, ['llm-model-unreachable']),
  },
  defaults: tuning,
  'a provider': {
    name: row(['unused-definition'], noAccess, checked, 'Two providers with one name are refused.'),
    params: inside,
    provider: row(works, noAccess, checked, ['llm-param-ignored']),
    defaults: inside,
    reference: row(checked, noAccess, 'A provider that does not exist is refused.', alone),
    custom: inside,
  },
  params: {
    model: row(works, noAccess, ['llm-provider-mismatch'], ['llm-provider-mismatch']),
    apiKey: row(works, ['llm-open', 'secret-in-clear-text'], outside, alone),
    awsRegion: ofProvider,
    vertexRegion: ofProvider,
    vertexProject: ofProvider,
    azureHost: ofProvider,
    azureResourceName: ofProvider,
    azureResourceType: ofProvider,
    azureApiVersion: ofProvider,
    azureProjectName: ofProvider,
    baseUrl: row(works, noAccess, ['llm-param-ignored'], ['llm-param-ignored']),
    hostOverride: address,
    pathOverride: row(works, noAccess, ['llm-param-ignored'], ['llm-param-ignored']),
    pathPrefix: row(['llm-param-ignored'], noAccess, ['llm-param-ignored'], ['llm-param-ignored']),
    tokenize: choice,
  },
  'a virtual model': { name: row(['llm-model-unreachable'], noAccess, works, ['llm-model-unreachable']), routing: inside },
  routing: { weighted: inside, failover: inside, conditional: inside },
  weighted: { targets: row(checked, noAccess, ['llm-model-unreachable'], alone) },
  failover: { targets: row(['failover-unused'], noAccess, ['failover-unused'], alone) },
  conditional: {
    targets: row(checked, noAccess, ['llm-model-unreachable'], checked),
  },
  'a target': {
    when: row(cel, noAccess, cel, 'An entry without a condition before the last is refused.'),
    model: target,
    priority: row(['llm-model-unreachable', 'failover-unused'], noAccess, works, ['llm-model-unreachable']),
    weight: row(works, noAccess, ['llm-model-unreachable'], ['llm-model-unreachable']),
  },
};
