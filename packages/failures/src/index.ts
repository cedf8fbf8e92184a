/** The failure model of calls: modes → classes → their form on the wire; checks of messages; the context of one call. */
export { type ArgumentError, invalidArguments, toolTimeout, unknownTool } from './common.js';
export { type ContextRequest, ExecutionContext } from './execution-context.js';
export { type FailureCategory, type FailureMode, type FailureModeOf, failureModes } from './failure-mode.js';
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
} from './gateway-failure.js';
export { maxMessageDepth, type Precheck, type PrecheckOptions, precheck, precheckMessage } from './precheck.js';
export { type CallRequest, type RunCallDeps, runCall } from './run-call.js';
export { failureMetaKey, toWire, toWireError, type WireError, type WireFailure, type WireSettings } from './wire.js';
