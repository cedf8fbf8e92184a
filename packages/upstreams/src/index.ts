/** Sources of tools: MCP servers that are kept connected, and declared REST APIs. */
export type { EndpointConfig, RestApiConfig } from './rest/api-config.js';
export { restApiFaults } from './rest/api-faults.js';
export type { RestApi, RestEndpoint } from './rest/endpoint.js';
export { indentJson } from './rest/indent-json.js';
export { type ReadApiDeps, readRestApi } from './rest/read-api.js';
export { restSource } from './rest/rest-source.js';
export type { OfferMethod } from './servers/cached-lists.js';
export type { OutputLine } from './servers/output-tail.js';
export type { Dropped } from './servers/relay.js';
export type { UpstreamEvent, UpstreamsOptions } from './servers/settings.js';
export type {
  ConfiguredServer,
  ConnectionInfo,
  ConnectionState,
  OmittedTool,
  SourceServer,
  UpstreamChange,
  UpstreamState,
} from './servers/types.js';
export type { UpstreamCallOptions } from './servers/upstream.js';
export { Upstreams } from './servers/upstreams.js';
export { checkToolResult } from './tools/check-tool-result.js';
export type { FollowedRequest, FollowRequest, ServerRequest, ServerRequestOutcome } from './tools/follow.js';
export type { CallOptions, DownstreamSession, SourceTool, ToolSource } from './tools/source.js';
