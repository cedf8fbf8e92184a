import type { Census } from '@mcpgw/structure';
import { alone, choice, host, inside, noAccess, outside, port, reference, refused, row, works } from './answers.js';

const model = row('Without it the client chooses the model.', noAccess, ['backend-provider'], alone);
const place = row(works, noAccess, ['backend-provider'], alone);
const provider = row(works, 'Without its own key, clients send theirs.', ['backend-without-key'], 'The API server takes one provider.');
const own = row(works, noAccess, outside, alone);
const path = row(works, noAccess, ['backend-provider', 'mcp-backend'], 'The API server refuses a path and a prefix together.');
const providers = {
  openai: provider,
  anthropic: provider,
  gemini: provider,
  azureopenai: provider,
  azure: inside,
  vertexai: inside,
  bedrock: inside,
  custom: inside,
  host,
  port,
  path,
  pathPrefix: path,
};

/** `kinds/backend.ts`: AgentgatewayBackend. */
export const backendCensus: Census = {
  'the spec of an AgentgatewayBackend': {
    ai: inside,
    static: inside,
    dynamicForwardProxy: row(works, ['backend-open'], outside, alone),
    mcp: inside,
    aws: inside,
    a2a: inside,
    policies: inside,
  },
  'an AI backend': { provider: inside, groups: inside },
  'a group of providers': { providers: row(works, noAccess, works, 'The API server refuses two providers of one name in a group.') },
  'a provider': { ...providers, name: row('Logs and metrics name it.', noAccess, refused, alone), policies: inside },
  'a model': { model },
  'an Azure OpenAI provider': {
    endpoint: row(['backend-provider'], noAccess, ['backend-provider'], alone),
    apiVersion: row(works, noAccess, ['backend-provider'], alone),
    deploymentName: own,
  },
  'an Azure provider': { resourceName: place, resourceType: choice, projectName: own, apiVersion: own, model },
  'a Vertex AI provider': { projectId: own, model, region: place },
  'a Bedrock provider': { guardrail: inside, model, region: place },
  'a guardrail': { identifier: own, version: own },
  'a custom provider': {
    backendRef: row(reference.inert, reference.opens, ['backend-ref-wrong-port'], alone),
    formats: inside,
    model,
  },
  'a format': { type: choice, path: row(works, noAccess, refused, alone) },
  'a static backend': { host, port, unixPath: row(works, noAccess, ['backend-address'], alone) },
  'an A2A backend': { host, port },
  'an AWS backend': { agentCore: inside },
  'an AgentCore backend': { agentRuntimeArn: row(works, noAccess, ['backend-address'], alone), qualifier: own },
  'an MCP backend': {
    targets: row(['mcp-backend'], noAccess, ['mcp-backend', 'mcp-selected-names'], ['backend-address', 'mcp-selected-names']),
    failureMode: row(works, ['mcp-backend'], ['mcp-backend'], alone),
    prefixMode: row(works, noAccess, ['mcp-backend'], ['mcp-backend']),
    sessionRouting: row(works, noAccess, 'Sessions are encoded in their ID, so that any replica can serve them.', alone),
  },
  'an MCP target': {
    name: row(works, noAccess, ['mcp-backend'], ['mcp-selected-names']),
    selector: inside,
    static: inside,
  },
  'a target': {
    host,
    backendRef: row(reference.inert, noAccess, ['reference-not-found', 'backend-ref-wrong-port'], alone),
    port: row(works, noAccess, ['backend-host', 'backend-ref-wrong-port'], alone),
    path: row(works, noAccess, ['mcp-backend'], ['mcp-backend']),
    protocol: row(works, noAccess, ['mcp-backend'], ['mcp-backend']),
    policies: inside,
  },
  'a selector of Services': {
    namespaces: row(
      ['mcp-backend'],
      'An empty selector takes the Services of every namespace, as it says.',
      ['mcp-selected-names'],
      ['mcp-selected-names'],
    ),
    services: row(
      ['mcp-backend'],
      'Only Services with an appProtocol of MCP become targets.',
      ['mcp-selected-names'],
      ['mcp-selected-names'],
    ),
  },
};
