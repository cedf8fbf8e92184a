/** The tool gateway: upstreams, approvals, discovery, REST sources, failures, the server. */

export {
  ApprovalError,
  type ApprovalLookup,
  type ApprovalProblem,
  Approvals,
  type ApprovedContent,
  type ApproveOptions,
  type DecidedTool,
  type Decision,
} from './approvals/approvals.js';
export { lookAlike } from './approvals/look-alike.js';
export { needsApproval, type TrustMode } from './approvals/observe.js';
export type { ApprovalRecord, ApprovalStatus } from './approvals/record.js';
export { cachedToolHash, toolHash } from './approvals/tool-hash.js';
export { type ContextRequest, ExecutionContext } from './context/execution-context.js';
export { type CallRequest, type RunCallDeps, runCall } from './context/run-call.js';
export {
  Catalogue,
  type CatalogueServer,
  type CatalogueTool,
  type RankedTool,
  type Scope,
  type ServerToolCounts,
} from './discovery/catalogue.js';
export { remedies } from './discovery/remedies.js';
export { restTools } from './discovery/rest-tools.js';
export { classifyTool, type DisabledToolStatus, disabledToolStatuses, type GateState } from './discovery/status.js';
export { invalidArguments, toolTimeout, unknownTool } from './failures/common.js';
export { type FailureCategory, type FailureMode, type FailureModeOf, failureModes } from './failures/failure-mode.js';
export {
  ConfigurationFailure,
  type ContractPart,
  ContractViolation,
  type FailureDetails,
  GatewayFailure,
  InternalFailure,
  TransportFailure,
  UpstreamFailure,
  type UpstreamFailureDetails,
  type UpstreamRpcError,
} from './failures/gateway-failure.js';
export { maxMessageDepth, type Precheck, type PrecheckOptions, precheck, precheckMessage } from './failures/precheck.js';
export { failureMetaKey, toWire, toWireError, type WireError, type WireFailure, type WireSettings } from './failures/wire.js';
export { Gateway, type GatewayDeps } from './server/gateway.js';
export { createLogger, type Logger } from './server/logger.js';
export { checkToolResult } from './sources/check-tool-result.js';
export type { EndpointConfig, RestApiConfig } from './sources/rest/api-config.js';
export { restApiFaults } from './sources/rest/api-faults.js';
export type { RestApi, RestEndpoint } from './sources/rest/endpoint.js';
export { type ReadApiDeps, readRestApi } from './sources/rest/read-api.js';
export { restSource } from './sources/rest/rest-source.js';
export type { CallOptions, DownstreamSession, SourceTool, ToolSource } from './sources/source.js';
