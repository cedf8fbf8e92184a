/** For `@mcpgw/upstreams` and `@mcpgw/gateway`, which make failures. No part of the API. */
export { isBlank } from './blank.js';
export { calledTool, callToolName } from './called-tool.js';
export { type FailureFields, failureFields } from './failure-mode.js';
export { GatewayStops } from './gateway-stops.js';
