/** For `@mcpgw/gateway`: parts of HTTP that the endpoint shares with the page, which is loaded only where it is enabled. No part of the API. */
export { readBody } from './http/body.js';
export { answerAtOnce, drainLimits } from './http/early-answer.js';
export {
  type GuardRefusal,
  type GuardSettings,
  guardSettings,
  hostName,
  isFromOtherSite,
  isKnownHost,
  isLoopbackName,
  refuseHost,
  refuseTarget,
} from './http/guard.js';
export { LoginRefusal } from './http/started-login.js';
