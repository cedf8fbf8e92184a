import type { Rule } from '@mcpgw/structure';
import { a2aElsewhere } from './a2a-elsewhere.js';
import { adminAddressOpen } from './admin-address-open.js';
import { aiAliasUnreached } from './ai-alias-unreached.js';
import { aiFieldRange } from './ai-field-range.js';
import { aiFieldType } from './ai-field-type.js';
import { aiGuardSkipped } from './ai-guard-skipped.js';
import { aiNoKey } from './ai-no-key.js';
import { aiPolicyInert } from './ai-policy-inert.js';
import { aiPolicyWithoutAi } from './ai-policy-without-ai.js';
import { aiStreamHeld } from './ai-stream-held.js';
import { apikeyEmptyKey } from './apikey-empty-key.js';
import { attachedPolicyIgnored } from './attached-policy-ignored.js';
import { authLocationClash } from './auth-location-clash.js';
import { authModeOptional } from './auth-mode-optional.js';
import { authNoCredentials } from './auth-no-credentials.js';
import { authPathExact } from './auth-path-exact.js';
import { authTwice } from './auth-twice.js';
import { authzAllowAll } from './authz-allow-all.js';
import { authzDenyAbsent } from './authz-deny-absent.js';
import { authzDenyAll } from './authz-deny-all.js';
import { authzDenyError } from './authz-deny-error.js';
import { authzDenyOnly } from './authz-deny-only.js';
import { authzDenyPermitted } from './authz-deny-permitted.js';
import { authzNeedsJwt } from './authz-needs-jwt.js';
import { authzNetworkOrIdentity } from './authz-network-or-identity.js';
import { authzNeverMatch } from './authz-never-match.js';
import { authzNoRules } from './authz-no-rules.js';
import { authzNotBool } from './authz-not-bool.js';
import { authzOutsideRoute } from './authz-outside-route.js';
import { authzRequireConflict } from './authz-require-conflict.js';
import { backendAlwaysFails } from './backend-always-fails.js';
import { backendAuthConflict } from './backend-auth-conflict.js';
import { backendAuthKeyEmpty } from './backend-auth-key-empty.js';
import { backendAuthText } from './backend-auth-text.js';
import { backendOpensProxy } from './backend-opens-proxy.js';
import { backendRefWithoutSlash } from './backend-ref-without-slash.js';
import { backendRefWrongKind } from './backend-ref-wrong-kind.js';
import { backendTlsContradiction } from './backend-tls-contradiction.js';
import { bindInternalUnreached } from './bind-internal-unreached.js';
import { bindOnInternalPort } from './bind-on-internal-port.js';
import { bindPort0 } from './bind-port-0.js';
import { bindProtocolsMixed } from './bind-protocols-mixed.js';
import { bindWithoutListeners } from './bind-without-listeners.js';
import { celBadRegex } from './cel-bad-regex.js';
import { celConstant } from './cel-constant.js';
import { celListClaim } from './cel-list-claim.js';
import { celMapPanic } from './cel-map-panic.js';
import { celNotText } from './cel-not-text.js';
import { celOutOfRange } from './cel-out-of-range.js';
import { celQuoted } from './cel-quoted.js';
import { celUnanchored } from './cel-unanchored.js';
import { celUnknownField } from './cel-unknown-field.js';
import { celUnknownFunction } from './cel-unknown-function.js';
import { celUnknownVariable } from './cel-unknown-variable.js';
import { celVariableNotHere } from './cel-variable-not-here.js';
import { celWrongType } from './cel-wrong-type.js';
import { cloudAuth } from './cloud-auth.js';
import { conditionNeverTrue } from './condition-never-true.js';
import { conditionOutsideRoute } from './condition-outside-route.js';
import { conditionalShadowed } from './conditional-shadowed.js';
import { corsByHand } from './cors-by-hand.js';
import { corsOrigin } from './cors-origin.js';
import { corsPreflight } from './cors-preflight.js';
import { corsStarCredentials } from './cors-star-credentials.js';
import { corsUnreached } from './cors-unreached.js';
import { credentialHeaderSet } from './credential-header-set.js';
import { credentialPlace } from './credential-place.js';
import { credentialPrefix } from './credential-prefix.js';
import { credentialStripped } from './credential-stripped.js';
import { csrfOrigin } from './csrf-origin.js';
import { danglingBackendRef } from './dangling-backend-ref.js';
import { danglingServiceRef } from './dangling-service-ref.js';
import { directResponseBody } from './direct-response-body.js';
import { directResponseStatus } from './direct-response-status.js';
import { duplicateBackendName } from './duplicate-backend-name.js';
import { duplicateBindPort } from './duplicate-bind-port.js';
import { duplicateMapKey } from './duplicate-map-key.js';
import { duplicateRouteName } from './duplicate-route-name.js';
import { duplicateTargetName } from './duplicate-target-name.js';
import { emptyConfig } from './empty-config.js';
import { extauthzBodyHuge } from './extauthz-body-huge.js';
import { extauthzBodyPartial } from './extauthz-body-partial.js';
import { extauthzBodySmall } from './extauthz-body-small.js';
import { extauthzBodyZero } from './extauthz-body-zero.js';
import { extauthzCacheNoKey } from './extauthz-cache-no-key.js';
import { extauthzCacheShared } from './extauthz-cache-shared.js';
import { extauthzCacheUnique } from './extauthz-cache-unique.js';
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
import { failoverUnused } from './failover-unused.js';
import { gatewayPolicyReplaced } from './gateway-policy-replaced.js';
import { headerBelieved } from './header-believed.js';
import { headerContradiction } from './header-contradiction.js';
import { headerModifierConflict } from './header-modifier-conflict.js';
import { headerModifierFails } from './header-modifier-fails.js';
import { headerRemovedEarly } from './header-removed-early.js';
import { headerSetLater } from './header-set-later.js';
import { headerWrongSide } from './header-wrong-side.js';
import { healthClientErrors } from './health-client-errors.js';
import { healthInert } from './health-inert.js';
import { hostUnderscore } from './host-underscore.js';
import { hostnameNeverMatches } from './hostname-never-matches.js';
import { hostnameOnTcp } from './hostname-on-tcp.js';
import { hostnameOutsideListener } from './hostname-outside-listener.js';
import { hostnameScheme } from './hostname-scheme.js';
import { hostnameWithPort } from './hostname-with-port.js';
import { hostnamesEmpty } from './hostnames-empty.js';
import { htpasswdHash } from './htpasswd-hash.js';
import { httpListenerWithTls } from './http-listener-with-tls.js';
import { httpVersionMismatch } from './http-version-mismatch.js';
import { identityMissing } from './identity-missing.js';
import { identityValueUnknown } from './identity-value-unknown.js';
import { infIsNull } from './inf-is-null.js';
import { jwksKeyUnusable } from './jwks-key-unusable.js';
import { jwksOtherIssuer } from './jwks-other-issuer.js';
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
import { limitOutOfRange } from './limit-out-of-range.js';
import { limitSmall } from './limit-small.js';
import { listForStruct } from './list-for-struct.js';
import { listenerHostnameDup } from './listener-hostname-dup.js';
import { listenerNameShared } from './listener-name-shared.js';
import { literalAsPattern } from './literal-as-pattern.js';
import { llmModelUnreachable } from './llm-model-unreachable.js';
import { llmNoModels } from './llm-no-models.js';
import { llmOpen } from './llm-open.js';
import { llmParamIgnored } from './llm-param-ignored.js';
import { llmProviderMismatch } from './llm-provider-mismatch.js';
import { logFieldUnknown } from './log-field-unknown.js';
import { logLevel } from './log-level.js';
import { logSecret } from './log-secret.js';
import { matchNeverHolds } from './match-never-holds.js';
import { matchWithoutPath } from './match-without-path.js';
import { mcpAddressInvalid } from './mcp-address-invalid.js';
import { mcpAuthnMetadata } from './mcp-authn-metadata.js';
import { mcpAuthnOptional } from './mcp-authn-optional.js';
import { mcpConnectionDuration } from './mcp-connection-duration.js';
import { mcpDefaultPort } from './mcp-default-port.js';
import { mcpFailopen } from './mcp-failopen.js';
import { mcpHeaderRemoved } from './mcp-header-removed.js';
import { mcpHttpsPortPath } from './mcp-https-port-path.js';
import { mcpNoTargets } from './mcp-no-targets.js';
import { mcpPathMissing } from './mcp-path-missing.js';
import { mcpPlainHttpKey } from './mcp-plain-http-key.js';
import { mcpPolicyWithoutMcp } from './mcp-policy-without-mcp.js';
import { mcpPrefixChange } from './mcp-prefix-change.js';
import { mcpPrefixNever } from './mcp-prefix-never.js';
import { mcpRouteNarrow } from './mcp-route-narrow.js';
import { mcpRouteRetry } from './mcp-route-retry.js';
import { mcpRouteTimeout } from './mcp-route-timeout.js';
import { mcpRuleNames } from './mcp-rule-names.js';
import { mcpSplitBackends } from './mcp-split-backends.js';
import { mcpSsePath } from './mcp-sse-path.js';
import { mcpStatefulReplicas } from './mcp-stateful-replicas.js';
import { mcpStatelessStdio } from './mcp-stateless-stdio.js';
import { mcpStdioCommand } from './mcp-stdio-command.js';
import { mcpStdioEmptyCmd } from './mcp-stdio-empty-cmd.js';
import { mcpStdioNetworkPath } from './mcp-stdio-network-path.js';
import { mcpWellknownUnmatched } from './mcp-wellknown-unmatched.js';
import { methodNeverMatches } from './method-never-matches.js';
import { methodSilentlyDropped } from './method-silently-dropped.js';
import { metricCardinality } from './metric-cardinality.js';
import { metricLabel } from './metric-label.js';
import { metricUnknown } from './metric-unknown.js';
import { mirrorCopy } from './mirror-copy.js';
import { noBackends } from './no-backends.js';
import { noRoutes } from './no-routes.js';
import { noTarget } from './no-target.js';
import { nullPolicy } from './null-policy.js';
import { oidcLogin } from './oidc-login.js';
import { openapiUnusable } from './openapi-unusable.js';
import { otlpEndpoint } from './otlp-endpoint.js';
import { ownAddress } from './own-address.js';
import { pathNeverMatches } from './path-never-matches.js';
import { pathWithoutSlash } from './path-without-slash.js';
import { policyReplaced } from './policy-replaced.js';
import { policyTargetMissing } from './policy-target-missing.js';
import { policyTargetShared } from './policy-target-shared.js';
import { policyWithoutEffect } from './policy-without-effect.js';
import { privilegedPort } from './privileged-port.js';
import { processorInert } from './processor-inert.js';
import { promptGuardInert } from './prompt-guard-inert.js';
import { proxyHeaderTrusted } from './proxy-header-trusted.js';
import { pseudoHeaderSide } from './pseudo-header-side.js';
import { ratelimitCountsRequests } from './ratelimit-counts-requests.js';
import { ratelimitFailOpen } from './ratelimit-fail-open.js';
import { ratelimitKeyMissing } from './ratelimit-key-missing.js';
import { ratelimitNone } from './ratelimit-none.js';
import { ratelimitZero } from './ratelimit-zero.js';
import { redirectLoop } from './redirect-loop.js';
import { redirectPort } from './redirect-port.js';
import { regexMisread } from './regex-misread.js';
import { regexWholeValue } from './regex-whole-value.js';
import { retry200 } from './retry-200.js';
import { retryWithoutEffect } from './retry-without-effect.js';
import { rewriteFails } from './rewrite-fails.js';
import { rewriteInert } from './rewrite-inert.js';
import { routeGroupMissing } from './route-group-missing.js';
import { routeGroupUnreachable } from './route-group-unreachable.js';
import { routeShadowed } from './route-shadowed.js';
import { secretInClearText } from './secret-in-clear-text.js';
import { selfLoop } from './self-loop.js';
import { servicePortMissing } from './service-port-missing.js';
import { serviceWithoutWorkload } from './service-without-workload.js';
import { sessionKeyMissing } from './session-key-missing.js';
import { sessionKeyWeak } from './session-key-weak.js';
import { settingWithoutEffect } from './setting-without-effect.js';
import { shorthandPortClash } from './shorthand-port-clash.js';
import { switchedOff } from './switched-off.js';
import { targetNameEmpty } from './target-name-empty.js';
import { targetNameInvalid } from './target-name-invalid.js';
import { targetNameLong } from './target-name-long.js';
import { timeoutBackendGtRequest } from './timeout-backend-gt-request.js';
import { timeoutConnectGtRequest } from './timeout-connect-gt-request.js';
import { timeoutHuge } from './timeout-huge.js';
import { timeoutZero } from './timeout-zero.js';
import { tlsPortMismatch } from './tls-port-mismatch.js';
import { tlsRootEmpty } from './tls-root-empty.js';
import { tlsVersionsContradiction } from './tls-versions-contradiction.js';
import { traceSampling } from './trace-sampling.js';
import { transformEmptyBearer } from './transform-empty-bearer.js';
import { transformJwtMissing } from './transform-jwt-missing.js';
import { unusedDefinition } from './unused-definition.js';
import { urlPortIgnored } from './url-port-ignored.js';
import { weakSecret } from './weak-secret.js';
import { zeroWeight } from './zero-weight.js';

/** All rules for the proxy's static configuration, by id. To add one, add a file, a row here, and a test. */
export const staticRules: readonly Rule[] = [
  a2aElsewhere,
  adminAddressOpen,
  aiAliasUnreached,
  aiFieldRange,
  aiFieldType,
  aiGuardSkipped,
  aiNoKey,
  aiPolicyInert,
  aiPolicyWithoutAi,
  aiStreamHeld,
  apikeyEmptyKey,
  attachedPolicyIgnored,
  authLocationClash,
  authModeOptional,
  authNoCredentials,
  authPathExact,
  authTwice,
  authzAllowAll,
  authzDenyAbsent,
  authzDenyAll,
  authzDenyError,
  authzDenyPermitted,
  authzDenyOnly,
  authzNeedsJwt,
  authzNetworkOrIdentity,
  authzNeverMatch,
  authzNoRules,
  authzNotBool,
  authzOutsideRoute,
  authzRequireConflict,
  backendAlwaysFails,
  backendAuthConflict,
  backendAuthKeyEmpty,
  backendAuthText,
  backendOpensProxy,
  backendRefWithoutSlash,
  backendRefWrongKind,
  backendTlsContradiction,
  bindInternalUnreached,
  bindOnInternalPort,
  bindPort0,
  bindProtocolsMixed,
  bindWithoutListeners,
  celBadRegex,
  celConstant,
  celListClaim,
  celMapPanic,
  celNotText,
  celOutOfRange,
  celQuoted,
  celUnanchored,
  celUnknownField,
  celUnknownFunction,
  celUnknownVariable,
  celVariableNotHere,
  celWrongType,
  cloudAuth,
  conditionalShadowed,
  conditionNeverTrue,
  conditionOutsideRoute,
  corsByHand,
  corsOrigin,
  corsPreflight,
  corsStarCredentials,
  corsUnreached,
  credentialHeaderSet,
  credentialPlace,
  credentialPrefix,
  credentialStripped,
  csrfOrigin,
  danglingBackendRef,
  danglingServiceRef,
  directResponseBody,
  directResponseStatus,
  duplicateBackendName,
  duplicateBindPort,
  duplicateMapKey,
  duplicateRouteName,
  duplicateTargetName,
  emptyConfig,
  extauthzBodyHuge,
  extauthzBodyPartial,
  extauthzBodySmall,
  extauthzBodyZero,
  extauthzCacheNoKey,
  extauthzCacheShared,
  extauthzCacheUnique,
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
  failoverUnused,
  gatewayPolicyReplaced,
  headerBelieved,
  headerContradiction,
  headerModifierConflict,
  headerModifierFails,
  headerRemovedEarly,
  headerSetLater,
  headerWrongSide,
  healthClientErrors,
  healthInert,
  hostnameNeverMatches,
  hostnameOnTcp,
  hostnameOutsideListener,
  hostnameScheme,
  hostnamesEmpty,
  hostnameWithPort,
  hostUnderscore,
  htpasswdHash,
  httpListenerWithTls,
  httpVersionMismatch,
  identityMissing,
  identityValueUnknown,
  infIsNull,
  jwksKeyUnusable,
  jwksOtherIssuer,
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
  limitOutOfRange,
  limitSmall,
  listenerHostnameDup,
  listenerNameShared,
  listForStruct,
  literalAsPattern,
  llmModelUnreachable,
  llmNoModels,
  llmOpen,
  llmParamIgnored,
  llmProviderMismatch,
  logFieldUnknown,
  logLevel,
  logSecret,
  matchNeverHolds,
  matchWithoutPath,
  mcpAddressInvalid,
  mcpAuthnMetadata,
  mcpAuthnOptional,
  mcpConnectionDuration,
  mcpDefaultPort,
  mcpFailopen,
  mcpHeaderRemoved,
  mcpHttpsPortPath,
  mcpNoTargets,
  mcpPathMissing,
  mcpPlainHttpKey,
  mcpPolicyWithoutMcp,
  mcpPrefixChange,
  mcpPrefixNever,
  mcpRouteNarrow,
  mcpRouteRetry,
  mcpRouteTimeout,
  mcpRuleNames,
  mcpSplitBackends,
  mcpSsePath,
  mcpStatefulReplicas,
  mcpStatelessStdio,
  mcpStdioCommand,
  mcpStdioEmptyCmd,
  mcpStdioNetworkPath,
  mcpWellknownUnmatched,
  methodNeverMatches,
  methodSilentlyDropped,
  metricCardinality,
  metricLabel,
  metricUnknown,
  mirrorCopy,
  noBackends,
  noRoutes,
  noTarget,
  nullPolicy,
  oidcLogin,
  openapiUnusable,
  otlpEndpoint,
  ownAddress,
  pathNeverMatches,
  pathWithoutSlash,
  policyReplaced,
  policyTargetMissing,
  policyTargetShared,
  policyWithoutEffect,
  privilegedPort,
  processorInert,
  promptGuardInert,
  proxyHeaderTrusted,
  pseudoHeaderSide,
  ratelimitCountsRequests,
  ratelimitFailOpen,
  ratelimitKeyMissing,
  ratelimitNone,
  ratelimitZero,
  redirectLoop,
  redirectPort,
  regexMisread,
  regexWholeValue,
  retry200,
  retryWithoutEffect,
  rewriteFails,
  rewriteInert,
  routeGroupMissing,
  routeGroupUnreachable,
  routeShadowed,
  secretInClearText,
  selfLoop,
  servicePortMissing,
  serviceWithoutWorkload,
  sessionKeyMissing,
  sessionKeyWeak,
  settingWithoutEffect,
  shorthandPortClash,
  switchedOff,
  targetNameEmpty,
  targetNameInvalid,
  targetNameLong,
  timeoutBackendGtRequest,
  timeoutConnectGtRequest,
  timeoutHuge,
  timeoutZero,
  tlsPortMismatch,
  tlsRootEmpty,
  tlsVersionsContradiction,
  traceSampling,
  transformEmptyBearer,
  transformJwtMissing,
  unusedDefinition,
  urlPortIgnored,
  weakSecret,
  zeroWeight,
];
