import type { Rule } from '@mcpgw/structure';
import { adminAddressOpen } from './admin-address-open.js';
import { aiNoKey } from './ai-no-key.js';
import { aiPolicyInert } from './ai-policy-inert.js';
import { aiPolicyWithoutAi } from './ai-policy-without-ai.js';
import { apikeyEmptyKey } from './apikey-empty-key.js';
import { authLocationClash } from './auth-location-clash.js';
import { authModeOptional } from './auth-mode-optional.js';
import { authNoCredentials } from './auth-no-credentials.js';
import { authzAllowAll } from './authz-allow-all.js';
import { authzDenyAbsent } from './authz-deny-absent.js';
import { authzDenyAll } from './authz-deny-all.js';
import { authzDenyError } from './authz-deny-error.js';
import { authzDenyOnly } from './authz-deny-only.js';
import { authzNeedsJwt } from './authz-needs-jwt.js';
import { authzNeverMatch } from './authz-never-match.js';
import { authzNoRules } from './authz-no-rules.js';
import { authzNotBool } from './authz-not-bool.js';
import { backendAuthConflict } from './backend-auth-conflict.js';
import { backendAuthKeyEmpty } from './backend-auth-key-empty.js';
import { backendAuthText } from './backend-auth-text.js';
import { backendRefWithoutSlash } from './backend-ref-without-slash.js';
import { bindOnInternalPort } from './bind-on-internal-port.js';
import { bindPort0 } from './bind-port-0.js';
import { celBadRegex } from './cel-bad-regex.js';
import { celConstant } from './cel-constant.js';
import { celMapPanic } from './cel-map-panic.js';
import { celNotText } from './cel-not-text.js';
import { celUnanchored } from './cel-unanchored.js';
import { celUnknownField } from './cel-unknown-field.js';
import { celUnknownFunction } from './cel-unknown-function.js';
import { celUnknownVariable } from './cel-unknown-variable.js';
import { celVariableNotHere } from './cel-variable-not-here.js';
import { cloudAuth } from './cloud-auth.js';
import { conditionNeverTrue } from './condition-never-true.js';
import { conditionalShadowed } from './conditional-shadowed.js';
import { corsOrigin } from './cors-origin.js';
import { corsPreflight } from './cors-preflight.js';
import { corsStarCredentials } from './cors-star-credentials.js';
import { credentialPrefix } from './credential-prefix.js';
import { credentialStripped } from './credential-stripped.js';
import { csrfOrigin } from './csrf-origin.js';
import { danglingBackendRef } from './dangling-backend-ref.js';
import { danglingServiceRef } from './dangling-service-ref.js';
import { directResponseStatus } from './direct-response-status.js';
import { duplicateBindPort } from './duplicate-bind-port.js';
import { duplicateRouteName } from './duplicate-route-name.js';
import { duplicateTargetName } from './duplicate-target-name.js';
import { emptyConfig } from './empty-config.js';
import { extauthzBodyHuge } from './extauthz-body-huge.js';
import { extauthzBodyPartial } from './extauthz-body-partial.js';
import { extauthzBodySmall } from './extauthz-body-small.js';
import { extauthzBodyZero } from './extauthz-body-zero.js';
import { extauthzCacheNoKey } from './extauthz-cache-no-key.js';
import { extauthzCacheShared } from './extauthz-cache-shared.js';
import { extauthzDefaultTimeout } from './extauthz-default-timeout.js';
import { extauthzDenyStatus } from './extauthz-deny-status.js';
import { extauthzFailOpen } from './extauthz-fail-open.js';
import { extauthzGrpcUnbounded } from './extauthz-grpc-unbounded.js';
import { extauthzHttpPoliciesIgnored } from './extauthz-http-policies-ignored.js';
import { extauthzHttpRequest } from './extauthz-http-request.js';
import { extauthzListenerAndRoute } from './extauthz-listener-and-route.js';
import { extauthzTimeoutGtRoute } from './extauthz-timeout-gt-route.js';
import { extauthzTimeoutHuge } from './extauthz-timeout-huge.js';
import { extauthzTimeoutTiny } from './extauthz-timeout-tiny.js';
import { extauthzTimeoutZero } from './extauthz-timeout-zero.js';
import { failOpen } from './fail-open.js';
import { headerContradiction } from './header-contradiction.js';
import { hostUnderscore } from './host-underscore.js';
import { hostnameScheme } from './hostname-scheme.js';
import { hostnameWithPort } from './hostname-with-port.js';
import { htpasswdHash } from './htpasswd-hash.js';
import { httpListenerWithTls } from './http-listener-with-tls.js';
import { identityMissing } from './identity-missing.js';
import { infIsNull } from './inf-is-null.js';
import { jwksKeyUnusable } from './jwks-key-unusable.js';
import { jwksPlainHttp } from './jwks-plain-http.js';
import { jwtEmptyAudience } from './jwt-empty-audience.js';
import { jwtEmptyJwks } from './jwt-empty-jwks.js';
import { jwtIssuerSlash } from './jwt-issuer-slash.js';
import { jwtNoAudience } from './jwt-no-audience.js';
import { jwtOptionalWithClaims } from './jwt-optional-with-claims.js';
import { jwtPermissive } from './jwt-permissive.js';
import { jwtProviderShadowed } from './jwt-provider-shadowed.js';
import { jwtRequiredClaims } from './jwt-required-claims.js';
import { jwtValueNeverMatches } from './jwt-value-never-matches.js';
import { listForStruct } from './list-for-struct.js';
import { listenerHostnameDup } from './listener-hostname-dup.js';
import { llmNoModels } from './llm-no-models.js';
import { logLevel } from './log-level.js';
import { logSecret } from './log-secret.js';
import { mcpAuthnOptional } from './mcp-authn-optional.js';
import { mcpFailopen } from './mcp-failopen.js';
import { mcpHttpsPortPath } from './mcp-https-port-path.js';
import { mcpNoTargets } from './mcp-no-targets.js';
import { mcpPathMissing } from './mcp-path-missing.js';
import { mcpPlainHttpKey } from './mcp-plain-http-key.js';
import { mcpPolicyWithoutMcp } from './mcp-policy-without-mcp.js';
import { mcpPrefixChange } from './mcp-prefix-change.js';
import { mcpRouteRetry } from './mcp-route-retry.js';
import { mcpRouteTimeout } from './mcp-route-timeout.js';
import { mcpRuleNames } from './mcp-rule-names.js';
import { mcpSplitBackends } from './mcp-split-backends.js';
import { mcpSsePath } from './mcp-sse-path.js';
import { mcpStatefulReplicas } from './mcp-stateful-replicas.js';
import { mcpStdioEmptyCmd } from './mcp-stdio-empty-cmd.js';
import { mcpStdioNetworkPath } from './mcp-stdio-network-path.js';
import { methodNeverMatches } from './method-never-matches.js';
import { methodSilentlyDropped } from './method-silently-dropped.js';
import { metricCardinality } from './metric-cardinality.js';
import { noBackends } from './no-backends.js';
import { noRoutes } from './no-routes.js';
import { noTarget } from './no-target.js';
import { nullPolicy } from './null-policy.js';
import { oidcLogin } from './oidc-login.js';
import { otlpEndpoint } from './otlp-endpoint.js';
import { pathWithoutSlash } from './path-without-slash.js';
import { policyTargetMissing } from './policy-target-missing.js';
import { processorInert } from './processor-inert.js';
import { promptGuardInert } from './prompt-guard-inert.js';
import { ratelimitFailOpen } from './ratelimit-fail-open.js';
import { ratelimitNone } from './ratelimit-none.js';
import { ratelimitZero } from './ratelimit-zero.js';
import { redirectLoop } from './redirect-loop.js';
import { retry200 } from './retry-200.js';
import { routeShadowed } from './route-shadowed.js';
import { secretInClearText } from './secret-in-clear-text.js';
import { selfLoop } from './self-loop.js';
import { servicePortMissing } from './service-port-missing.js';
import { shorthandPortClash } from './shorthand-port-clash.js';
import { targetNameEmpty } from './target-name-empty.js';
import { targetNameInvalid } from './target-name-invalid.js';
import { targetNameLong } from './target-name-long.js';
import { timeoutBackendGtRequest } from './timeout-backend-gt-request.js';
import { tlsRootEmpty } from './tls-root-empty.js';
import { traceSampling } from './trace-sampling.js';
import { transformEmptyBearer } from './transform-empty-bearer.js';
import { transformJwtMissing } from './transform-jwt-missing.js';
import { urlPortIgnored } from './url-port-ignored.js';
import { weakSecret } from './weak-secret.js';
import { zeroWeight } from './zero-weight.js';

/** All rules for the proxy's static configuration, by id. To add one, add a file, a row here, and a test. */
export const staticRules: readonly Rule[] = [
  adminAddressOpen,
  aiNoKey,
  aiPolicyInert,
  aiPolicyWithoutAi,
  apikeyEmptyKey,
  authLocationClash,
  authModeOptional,
  authNoCredentials,
  authzAllowAll,
  authzDenyAbsent,
  authzDenyAll,
  authzDenyError,
  authzDenyOnly,
  authzNeedsJwt,
  authzNeverMatch,
  authzNoRules,
  authzNotBool,
  backendAuthConflict,
  backendAuthKeyEmpty,
  backendAuthText,
  backendRefWithoutSlash,
  bindOnInternalPort,
  bindPort0,
  celBadRegex,
  celConstant,
  celMapPanic,
  celNotText,
  celUnanchored,
  celUnknownField,
  celUnknownFunction,
  celUnknownVariable,
  celVariableNotHere,
  cloudAuth,
  conditionNeverTrue,
  conditionalShadowed,
  corsOrigin,
  corsPreflight,
  corsStarCredentials,
  credentialPrefix,
  credentialStripped,
  csrfOrigin,
  danglingBackendRef,
  danglingServiceRef,
  directResponseStatus,
  duplicateBindPort,
  duplicateRouteName,
  duplicateTargetName,
  emptyConfig,
  extauthzBodyHuge,
  extauthzBodyPartial,
  extauthzBodySmall,
  extauthzBodyZero,
  extauthzCacheNoKey,
  extauthzCacheShared,
  extauthzDefaultTimeout,
  extauthzDenyStatus,
  extauthzFailOpen,
  extauthzGrpcUnbounded,
  extauthzHttpPoliciesIgnored,
  extauthzHttpRequest,
  extauthzListenerAndRoute,
  extauthzTimeoutGtRoute,
  extauthzTimeoutHuge,
  extauthzTimeoutTiny,
  extauthzTimeoutZero,
  failOpen,
  headerContradiction,
  hostUnderscore,
  hostnameScheme,
  hostnameWithPort,
  htpasswdHash,
  httpListenerWithTls,
  identityMissing,
  infIsNull,
  jwksKeyUnusable,
  jwksPlainHttp,
  jwtEmptyAudience,
  jwtEmptyJwks,
  jwtIssuerSlash,
  jwtNoAudience,
  jwtOptionalWithClaims,
  jwtPermissive,
  jwtProviderShadowed,
  jwtRequiredClaims,
  jwtValueNeverMatches,
  listForStruct,
  listenerHostnameDup,
  llmNoModels,
  logLevel,
  logSecret,
  mcpAuthnOptional,
  mcpFailopen,
  mcpHttpsPortPath,
  mcpNoTargets,
  mcpPathMissing,
  mcpPlainHttpKey,
  mcpPolicyWithoutMcp,
  mcpPrefixChange,
  mcpRouteRetry,
  mcpRouteTimeout,
  mcpRuleNames,
  mcpSplitBackends,
  mcpSsePath,
  mcpStatefulReplicas,
  mcpStdioEmptyCmd,
  mcpStdioNetworkPath,
  methodNeverMatches,
  methodSilentlyDropped,
  metricCardinality,
  noBackends,
  noRoutes,
  noTarget,
  nullPolicy,
  oidcLogin,
  otlpEndpoint,
  pathWithoutSlash,
  policyTargetMissing,
  processorInert,
  promptGuardInert,
  ratelimitFailOpen,
  ratelimitNone,
  ratelimitZero,
  redirectLoop,
  retry200,
  routeShadowed,
  secretInClearText,
  selfLoop,
  servicePortMissing,
  shorthandPortClash,
  targetNameEmpty,
  targetNameInvalid,
  targetNameLong,
  timeoutBackendGtRequest,
  tlsRootEmpty,
  traceSampling,
  transformEmptyBearer,
  transformJwtMissing,
  urlPortIgnored,
  weakSecret,
  zeroWeight,
];
