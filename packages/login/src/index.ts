/** The OAuth client towards MCP servers: logins of people and machines, and their tokens, encrypted at rest and refreshed once. */
export { authorizerFor, type LoginCaller, loginCommand } from './authorizer.js';
export { type Inspected, type InspectOptions, inspect } from './inspect.js';
export type { KeySource } from './key-file.js';
export { type AuthServerCode, authServerCode, LoginError, type LoginProblem } from './login-error.js';
export { type LoginLink, linkTimeoutMs, newSecret } from './login-links.js';
export {
  type BeginLogin,
  type BegunLogin,
  type FinishedLogin,
  type LoginInfo,
  Logins,
  type LoginsOptions,
  type LoginTarget,
  loginTimeoutMs,
} from './logins.js';
export { type LoopbackAnswer, type LoopbackOptions, listenForAnswer } from './loopback.js';
