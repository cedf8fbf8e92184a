/** Who calls, and what it may use: keys and tokens → caller; conditions on callers; the gateway as a protected resource of OAuth. */
export { AccessControl, type AccessDeps, type AccessRefusal, hasAdmins, IssuerKeys, isRefusal } from './access-control.js';
export { AuthError, type AuthProblem, type TokenFault } from './auth-error.js';
export { type Caller, callerName, localCaller } from './caller.js';
export { refusal } from './challenge.js';
export { bearerToken } from './credentials.js';
export { keyAddressFault } from './key-address.js';
export { RemoteKeySet, readKeySet } from './key-set.js';
export { type ResourceMetadata, resourceMetadata, wellKnownPath } from './resource-metadata.js';
export {
  clientClaim,
  clockToleranceSeconds,
  idClaim,
  invalidToken,
  maxIdLength,
  maxTokenLength,
  scopeClaim,
  unverifiedClaims,
  verifyToken,
} from './verify-token.js';
export { type CallerView, Views } from './views.js';
