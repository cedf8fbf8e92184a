import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, outside, row, works } from './answers.js';

const own = row(works, noAccess, outside, alone);
const target = row(
  ['reference-not-found', 'reference-misspelled'],
  noAccess,
  ['model-not-served', 'reference-not-found'],
  ['model-not-served'],
);
const many = row(works, noAccess, ['model-not-served'], ['model-not-served']);
const place = row(works, noAccess, ['backend-provider'], alone);
const name = row(works, noAccess, works, ['model-not-served']);

/** `kinds/model.ts`: AgentgatewayModel. */
export const modelCensus: Census = {
  'the spec of an AgentgatewayModel': {
    parentRefs: row(['model-not-served', 'reference-not-found'], noAccess, ['model-not-served'], ['model-not-served']),
    match: inside,
    provider: row(works, noAccess, ['backend-without-key', 'backend-provider'], 'The API server refuses settings of another provider.'),
    virtualModel: inside,
    visibility: row(['model-not-served'], works, works, 'The API server refuses an internal virtual model.'),
    baseURL: row(works, noAccess, 'The API server refuses what is not a URL, and addresses of the machine itself.', alone),
    azure: inside,
    bedrock: inside,
    custom: inside,
    vertexai: inside,
    policies: inside,
  },
  'a match': { model: name },
  'a virtual model': { conditional: inside, failover: inside, weighted: inside },
  targets: { targets: many },
  'a target': {
    model: own,
    modelRef: target,
    when: row(works, noAccess, ['cel-unreadable'], 'The API server refuses a target without a condition before the last one.'),
    priority: row(['model-not-served'], noAccess, works, ['model-not-served']),
    weight: row('The least weight is 1.', noAccess, works, alone),
  },
  'Azure settings': { resourceName: place, resourceType: choice, projectName: own, apiVersion: own },
  'Bedrock settings': { guardrail: inside, region: place },
  'Vertex AI settings': { projectId: own, region: place },
  'a custom model server': {
    backendRef: row(['reference-not-found', 'reference-misspelled'], noAccess, ['backend-ref-wrong-port'], alone),
    formats: inside,
  },
  'policies of a model': {
    auth: inside,
    authorization: inside,
    headers: inside,
    health: inside,
    promptGuard: inside,
    tls: inside,
    transformations: inside,
    tunnel: inside,
  },
};
