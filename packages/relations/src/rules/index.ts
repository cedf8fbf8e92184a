import type { Rule } from '@mcpgw/structure';
import { withDeployed } from '../translation/deployed-rules.js';
import { routedRules } from '../translation/routed-rules.js';
import { sharedRules } from '../translation/shared-rules.js';
import { accountWithoutToken } from './account-without-token.js';
import { alertExpression } from './alert-expression.js';
import { alertPatterns } from './alert-patterns.js';
import { alertRule } from './alert-rule.js';
import { alertTexts } from './alert-texts.js';
import { alertValues } from './alert-values.js';
import { alertVectors } from './alert-vectors.js';
import { autoscalerCannotScale } from './autoscaler-cannot-scale.js';
import { autoscalerOutOfReach } from './autoscaler-out-of-reach.js';
import { backendAddress } from './backend-address.js';
import { backendCloudAuth } from './backend-cloud-auth.js';
import { backendCredentialPlain } from './backend-credential-plain.js';
import { backendHealthInert } from './backend-health-inert.js';
import { backendHost } from './backend-host.js';
import { backendNotUsed } from './backend-not-used.js';
import { backendOpen } from './backend-open.js';
import { backendProvider } from './backend-provider.js';
import { backendRefWrongPort } from './backend-ref-wrong-port.js';
import { backendTlsPolicy } from './backend-tls-policy.js';
import { backendWithoutKey } from './backend-without-key.js';
import { bindingWide } from './binding-wide.js';
import { claimNeverBound } from './claim-never-bound.js';
import { claimUse } from './claim-use.js';
import { commandText } from './command-text.js';
import { containerCapabilities } from './container-capabilities.js';
import { containerResources } from './container-resources.js';
import { containerStartBlocked } from './container-start-blocked.js';
import { disruptionBudgetBlocks } from './disruption-budget-blocks.js';
import { disruptionBudgetInert } from './disruption-budget-inert.js';
import { durationUnusual } from './duration-unusual.js';
import { envFromNames } from './env-from-names.js';
import { envTwice } from './env-twice.js';
import { externalNameAddress } from './external-name-address.js';
import { gatewayLabelUnknown } from './gateway-label-unknown.js';
import { gatewayListenerInert } from './gateway-listener-inert.js';
import { gatewayListenerRefused } from './gateway-listener-refused.js';
import { gatewayWithoutProxy } from './gateway-without-proxy.js';
import { grantInert } from './grant-inert.js';
import { grantWide } from './grant-wide.js';
import { headlessAffinity } from './headless-affinity.js';
import { hostNetworkDns } from './host-network-dns.js';
import { imageNotPulled } from './image-not-pulled.js';
import { ingressHosts } from './ingress-hosts.js';
import { ingressInert } from './ingress-inert.js';
import { jobTimes } from './job-times.js';
import { listenerConflict } from './listener-conflict.js';
import { mcpBackend } from './mcp-backend.js';
import { mcpSelectedNames } from './mcp-selected-names.js';
import { mcpSelectsAll } from './mcp-selects-all.js';
import { modelNotServed } from './model-not-served.js';
import { modelSettingInert } from './model-setting-inert.js';
import { monitorEndpoint } from './monitor-endpoint.js';
import { monitorFindsNothing } from './monitor-finds-nothing.js';
import { monitorRelabeling } from './monitor-relabeling.js';
import { monitorTimes } from './monitor-times.js';
import { mountHides } from './mount-hides.js';
import { mountNested } from './mount-nested.js';
import { namespaceRefusesPods } from './namespace-refuses-pods.js';
import { networkPolicyBlocks } from './network-policy-blocks.js';
import { networkPolicyGateway } from './network-policy-gateway.js';
import { networkPolicyInert } from './network-policy-inert.js';
import { networkPolicyPeers } from './network-policy-peers.js';
import { networkPolicySelectsNothing } from './network-policy-selects-nothing.js';
import { parametersFail } from './parameters-fail.js';
import { parametersInert } from './parameters-inert.js';
import { parametersOverlayBreaks } from './parameters-overlay-breaks.js';
import { parametersOverlayRefused } from './parameters-overlay-refused.js';
import { parametersOverlayReplaces } from './parameters-overlay-replaces.js';
import { parametersOverlayUnreachable } from './parameters-overlay-unreachable.js';
import { parametersRawConfig } from './parameters-raw-config.js';
import { podNotScheduled } from './pod-not-scheduled.js';
import { podSettingInert } from './pod-setting-inert.js';
import { policyAnswersAll } from './policy-answers-all.js';
import { policyAuthenticationOptional } from './policy-authentication-optional.js';
import { policyAuthorization } from './policy-authorization.js';
import { policyCallWithoutTls } from './policy-call-without-tls.js';
import { policyConnectTimeoutIgnored } from './policy-connect-timeout-ignored.js';
import { policyCrashesController } from './policy-crashes-controller.js';
import { policyCredentialEverywhere } from './policy-credential-everywhere.js';
import { policyExtauthDefaultTimeout } from './policy-extauth-default-timeout.js';
import { policyExtauthFailOpen } from './policy-extauth-fail-open.js';
import { policyExtauthGrpcUnbounded } from './policy-extauth-grpc-unbounded.js';
import { policyFailOpen } from './policy-fail-open.js';
import { policyFieldRepeated } from './policy-field-repeated.js';
import { policyGuardPattern } from './policy-guard-pattern.js';
import { policyHeaderBelieved } from './policy-header-believed.js';
import { policyHeaderName } from './policy-header-name.js';
import { policyHeaders } from './policy-headers.js';
import { policyHostKept } from './policy-host-kept.js';
import { policyHttpVersion } from './policy-http-version.js';
import { policyKeptOut } from './policy-kept-out.js';
import { policyKeys } from './policy-keys.js';
import { policyLimits } from './policy-limits.js';
import { policyListenerSet } from './policy-listener-set.js';
import { policyListsContradict } from './policy-lists-contradict.js';
import { policyMcpIssuer } from './policy-mcp-issuer.js';
import { policyMcpMetadata } from './policy-mcp-metadata.js';
import { policyMcpRoute } from './policy-mcp-route.js';
import { policyNotAttached } from './policy-not-attached.js';
import { policyNotReached } from './policy-not-reached.js';
import { policyNothingBelow } from './policy-nothing-below.js';
import { policyOauthExchange } from './policy-oauth-exchange.js';
import { policyOtherBackend } from './policy-other-backend.js';
import { policyOtherListener } from './policy-other-listener.js';
import { policyOverridden } from './policy-overridden.js';
import { policyPlainCredentials } from './policy-plain-credentials.js';
import { policyRouteReplaces } from './policy-route-replaces.js';
import { policySameTarget } from './policy-same-target.js';
import { policySectionWithoutEffect } from './policy-section-without-effect.js';
import { policySelectsAll } from './policy-selects-all.js';
import { policyTargetOtherNamespace } from './policy-target-other-namespace.js';
import { policyTimeLimits } from './policy-time-limits.js';
import { policyTimeoutNotForCheck } from './policy-timeout-not-for-check.js';
import { policyTls } from './policy-tls.js';
import { policyTokenCache } from './policy-token-cache.js';
import { policyTokenProvider } from './policy-token-provider.js';
import { portClash } from './port-clash.js';
import { probeAddress } from './probe-address.js';
import { probeHasty } from './probe-hasty.js';
import { probePath } from './probe-path.js';
import { probePort } from './probe-port.js';
import { proxyEnvironment } from './proxy-environment.js';
import { referenceContent } from './reference-content.js';
import { referenceKeyMissing } from './reference-key-missing.js';
import { referenceMisspelled } from './reference-misspelled.js';
import { referenceNotFound } from './reference-not-found.js';
import { referenceNotGranted } from './reference-not-granted.js';
import { referenceOtherNamespace } from './reference-other-namespace.js';
import { resourceFieldUnset } from './resource-field-unset.js';
import { roleNeverMatches } from './role-never-matches.js';
import { roleRuleInert } from './role-rule-inert.js';
import { rolloutLimits } from './rollout-limits.js';
import { rootRefused } from './root-refused.js';
import { routeBackendRefused } from './route-backend-refused.js';
import { routeBackendWithoutTls } from './route-backend-without-tls.js';
import { routeBesideRedirect } from './route-beside-redirect.js';
import { routeCorsOrigin } from './route-cors-origin.js';
import { routeExtensionInert } from './route-extension-inert.js';
import { routeFilterFails } from './route-filter-fails.js';
import { routeFilterInert } from './route-filter-inert.js';
import { routeGrpcMatch } from './route-grpc-match.js';
import { routeHostnameOutside } from './route-hostname-outside.js';
import { routeMatchInert } from './route-match-inert.js';
import { routeMatchRepeated } from './route-match-repeated.js';
import { routeMatchWithoutPath } from './route-match-without-path.js';
import { routeMcp } from './route-mcp.js';
import { routeNeverServed } from './route-never-served.js';
import { routeNotAttached } from './route-not-attached.js';
import { routeOtherBackend } from './route-other-backend.js';
import { routeRedirect } from './route-redirect.js';
import { routeTimeLimit } from './route-time-limit.js';
import { scheduleDays } from './schedule-days.js';
import { scheduleStep } from './schedule-step.js';
import { schedulingSelectsNothing } from './scheduling-selects-nothing.js';
import { secretEncodedTwice } from './secret-encoded-twice.js';
import { secretInClearText } from './secret-in-clear-text.js';
import { secretValue } from './secret-value.js';
import { selectorShared } from './selector-shared.js';
import { serviceSelectsNothing } from './service-selects-nothing.js';
import { serviceSettingInert } from './service-setting-inert.js';
import { serviceTargetPort } from './service-target-port.js';
import { statefulService } from './stateful-service.js';
import { stopTooLate } from './stop-too-late.js';
import { telemetryInert } from './telemetry-inert.js';
import { tlsSecretContent } from './tls-secret-content.js';
import { volumeMode } from './volume-mode.js';
import { volumeRemoved } from './volume-removed.js';
import { volumeSize } from './volume-size.js';
import { volumeUse } from './volume-use.js';
import { workloadIdle } from './workload-idle.js';

/** All rules that check several objects of a manifest, by id. To add one, add a file, a row here, and a test. */
export const streamRules: readonly Rule[] = [
  alertExpression,
  alertRule,
  withDeployed(autoscalerCannotScale, 'info'),
  alertVectors,
  backendAddress,
  backendCloudAuth,
  backendCredentialPlain,
  backendHealthInert,
  backendHost,
  backendOpen,
  backendProvider,
  backendNotUsed,
  backendRefWrongPort,
  backendTlsPolicy,
  backendWithoutKey,
  withDeployed(disruptionBudgetBlocks),
  withDeployed(commandText),
  containerResources,
  claimNeverBound,
  durationUnusual,
  envTwice,
  externalNameAddress,
  gatewayLabelUnknown,
  gatewayListenerInert,
  gatewayListenerRefused,
  gatewayWithoutProxy,
  grantInert,
  grantWide,
  hostNetworkDns,
  headlessAffinity,
  ingressHosts,
  listenerConflict,
  mcpBackend,
  mcpSelectedNames,
  modelNotServed,
  monitorEndpoint,
  mcpSelectsAll,
  modelSettingInert,
  monitorFindsNothing,
  monitorRelabeling,
  withDeployed(mountHides),
  networkPolicyBlocks,
  networkPolicyGateway,
  networkPolicyPeers,
  networkPolicySelectsNothing,
  parametersFail,
  parametersInert,
  parametersOverlayBreaks,
  parametersOverlayRefused,
  parametersOverlayReplaces,
  parametersOverlayUnreachable,
  parametersRawConfig,
  policyAnswersAll,
  policyAuthenticationOptional,
  policyAuthorization,
  policyCallWithoutTls,
  policyConnectTimeoutIgnored,
  policyCrashesController,
  policyCredentialEverywhere,
  policyExtauthDefaultTimeout,
  policyExtauthFailOpen,
  policyExtauthGrpcUnbounded,
  policyFailOpen,
  policyFieldRepeated,
  policyGuardPattern,
  policyHeaderBelieved,
  policyHeaderName,
  policyHeaders,
  policyKeys,
  policyLimits,
  policyListsContradict,
  policyMcpIssuer,
  policyMcpMetadata,
  policyMcpRoute,
  policyNotAttached,
  policyNothingBelow,
  policyOauthExchange,
  policyOtherBackend,
  policyOtherListener,
  policyOverridden,
  policyPlainCredentials,
  policyRouteReplaces,
  policySameTarget,
  policySectionWithoutEffect,
  policySelectsAll,
  policyTargetOtherNamespace,
  policyTimeLimits,
  policyTimeoutNotForCheck,
  policyTls,
  policyTokenCache,
  policyTokenProvider,
  policyHostKept,
  policyHttpVersion,
  policyKeptOut,
  policyNotReached,
  policyListenerSet,
  withDeployed(probeHasty),
  withDeployed(probePath),
  roleNeverMatches,
  withDeployed(rootRefused),
  routeExtensionInert,
  routeBackendWithoutTls,
  routeBesideRedirect,
  withDeployed(probePort),
  proxyEnvironment,
  referenceContent,
  referenceKeyMissing,
  referenceMisspelled,
  referenceNotFound,
  referenceNotGranted,
  referenceOtherNamespace,
  routeBackendRefused,
  routeCorsOrigin,
  routeFilterFails,
  routeFilterInert,
  routeGrpcMatch,
  routeHostnameOutside,
  routeMatchInert,
  routeMatchRepeated,
  routeMatchWithoutPath,
  routeMcp,
  routeNeverServed,
  routeNotAttached,
  routeOtherBackend,
  scheduleDays,
  scheduleStep,
  schedulingSelectsNothing,
  secretEncodedTwice,
  secretInClearText,
  routeRedirect,
  routeTimeLimit,
  withDeployed(serviceSelectsNothing, 'warning'),
  withDeployed(serviceTargetPort),
  selectorShared,
  statefulService,
  withDeployed(stopTooLate),
  telemetryInert,
  tlsSecretContent,
  withDeployed(volumeUse),
  withDeployed(autoscalerOutOfReach),
  withDeployed(containerCapabilities),
  withDeployed(containerStartBlocked),
  withDeployed(disruptionBudgetInert),
  withDeployed(envFromNames),
  withDeployed(imageNotPulled),
  jobTimes,
  withDeployed(podSettingInert),
  withDeployed(probeAddress),
  withDeployed(resourceFieldUnset),
  withDeployed(rolloutLimits),
  secretValue,
  withDeployed(serviceSettingInert),
  withDeployed(volumeMode),
  withDeployed(volumeSize),
  workloadIdle,
  alertPatterns,
  alertValues,
  alertTexts,
  monitorTimes,
  networkPolicyInert,
  roleRuleInert,
  bindingWide,
  withDeployed(podNotScheduled),
  withDeployed(portClash),
  withDeployed(mountNested),
  withDeployed(volumeRemoved),
  withDeployed(claimUse),
  ingressInert,
  namespaceRefusesPods,
  accountWithoutToken,
  ...routedRules,
  ...sharedRules,
];
