/** For the rules of `@mcpgw/agentgateway-rules`: the views of a configuration, and what the shapes are made of. Not part of the API. */
export { nanosecondsAt, parseDuration } from './config/duration.js';
export { exchangeParameters } from './config/oauth.js';
export { cel, headerProblem, regex } from './config/scalars.js';
export { parseUri } from './config/uri.js';
export { type Alternative, everyPathProblems } from './judges/alternative-matches.js';
export { isPublicPlainHttp } from './judges/plain-http.js';
export { inline, replaceValue, setIn, withLineEnds } from './migrations/edit.js';
export { migrations } from './migrations/index.js';
export type { Migration } from './migrations/migration.js';
export { withMoves } from './migrations/moved.js';
export { type AddressView, addresses, backendKinds, kindOf, simpleReferences } from './views/addresses.js';
export { aiPolicies, aiProviders, healthOf, providerKinds, providersIn, providersOf } from './views/ai-providers.js';
export { knownAlpn } from './views/alpn.js';
export {
  type AuthView,
  apiKeys,
  appliesAround,
  around,
  authPolicies,
  type CredentialLocation,
  callerChecks,
  htpasswdLines,
  identityVariables,
  inlineKeys,
  keySource,
  locationOf,
} from './views/auth.js';
export { authorizationRules, ruleSets } from './views/authorization.js';
export { servesKind } from './views/backend-kinds.js';
export { comparedAlternatives, comparedTexts, neededPrefixes, neededTexts } from './views/cel-comparisons.js';
export { panics } from './views/cel-panics.js';
export {
  type CelPhase,
  fieldsOf,
  functionNames,
  functionSince,
  hasFunction,
  hasVariable,
  isIn,
  variableNames,
  variableSince,
} from './views/cel-world.js';
export { customFunctions, type ExpressionView, expressions, expressionsByNode, reasonOf, regexArgument } from './views/expressions.js';
export { authzTimeout, type ExtAuthzView, extAuthzs, namesTimeout, targetedPolicies } from './views/ext-authz.js';
export { type GuardView, guardHolders, promptGuards } from './views/guards.js';
export { headerModifiers } from './views/header-modifiers.js';
export { hostnames } from './views/hostnames.js';
export { jwtIssuers } from './views/jwt.js';
export { mcpPolicies } from './views/mcp-routes.js';
export { contradictedBy } from './views/outside-route.js';
export { missingTarget } from './views/policy-targets.js';
export { internalAddresses, internalPorts, listeningPorts } from './views/ports.js';
export { type LimitView, localLimitLists, localLimits, remoteLimits } from './views/rate-limits.js';
export { matches, shadowedMatches, takesPath } from './views/route-order.js';
export { serviceNames, serviceReferences } from './views/services.js';
export { protocolOf, tcpRoutes } from './views/tcp-routes.js';
export { transformExpressions, transformSides } from './views/transformations.js';
export {
  attachedListeners,
  backendNames,
  backendReferences,
  child,
  entrySpan,
  gatewayNames,
  integerOf,
  type KeyPath,
  type ListenerView,
  listed,
  listeners,
  mcpBackends,
  mcpTargets,
  type Placed,
  type PolicyView,
  placedAt,
  policiesNamed,
  policySets,
  type RouteView,
  routes,
  walk,
} from './views/views.js';
