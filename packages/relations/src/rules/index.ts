import type { Rule } from '@mcpgw/structure';
import { autoscalerCannotScale } from './autoscaler-cannot-scale.js';
import { backendHost } from './backend-host.js';
import { backendNotUsed } from './backend-not-used.js';
import { backendRefWrongPort } from './backend-ref-wrong-port.js';
import { disruptionBudgetBlocks } from './disruption-budget-blocks.js';
import { grantInert } from './grant-inert.js';
import { listenerConflict } from './listener-conflict.js';
import { mcpBackend } from './mcp-backend.js';
import { mcpSelectsAll } from './mcp-selects-all.js';
import { modelSettingInert } from './model-setting-inert.js';
import { monitorFindsNothing } from './monitor-finds-nothing.js';
import { networkPolicyBlocks } from './network-policy-blocks.js';
import { networkPolicyGateway } from './network-policy-gateway.js';
import { networkPolicySelectsNothing } from './network-policy-selects-nothing.js';
import { policyAnswersAll } from './policy-answers-all.js';
import { policyAuthenticationOptional } from './policy-authentication-optional.js';
import { policyAuthorization } from './policy-authorization.js';
import { policyConnectTimeoutIgnored } from './policy-connect-timeout-ignored.js';
import { policyCrashesController } from './policy-crashes-controller.js';
import { policyExtauthDefaultTimeout } from './policy-extauth-default-timeout.js';
import { policyExtauthFailOpen } from './policy-extauth-fail-open.js';
import { policyExtauthGrpcUnbounded } from './policy-extauth-grpc-unbounded.js';
import { policyFailOpen } from './policy-fail-open.js';
import { policyHeaders } from './policy-headers.js';
import { policyKeys } from './policy-keys.js';
import { policyLimits } from './policy-limits.js';
import { policyListsContradict } from './policy-lists-contradict.js';
import { policyNotAttached } from './policy-not-attached.js';
import { policyNothingBelow } from './policy-nothing-below.js';
import { policyOtherBackend } from './policy-other-backend.js';
import { policyOtherListener } from './policy-other-listener.js';
import { policyOverridden } from './policy-overridden.js';
import { policySectionWithoutEffect } from './policy-section-without-effect.js';
import { policyTargetOtherNamespace } from './policy-target-other-namespace.js';
import { policyTimeLimits } from './policy-time-limits.js';
import { policyTimeoutNotForCheck } from './policy-timeout-not-for-check.js';
import { policyTls } from './policy-tls.js';
import { policyTokenProvider } from './policy-token-provider.js';
import { probePort } from './probe-port.js';
import { referenceContent } from './reference-content.js';
import { referenceKeyMissing } from './reference-key-missing.js';
import { referenceMisspelled } from './reference-misspelled.js';
import { referenceNotFound } from './reference-not-found.js';
import { referenceNotGranted } from './reference-not-granted.js';
import { referenceOtherNamespace } from './reference-other-namespace.js';
import { routeFilterInert } from './route-filter-inert.js';
import { routeHostnameOutside } from './route-hostname-outside.js';
import { routeMatchRepeated } from './route-match-repeated.js';
import { routeNeverServed } from './route-never-served.js';
import { routeNotAttached } from './route-not-attached.js';
import { routeOtherBackend } from './route-other-backend.js';
import { serviceSelectsNothing } from './service-selects-nothing.js';
import { serviceTargetPort } from './service-target-port.js';
import { statefulService } from './stateful-service.js';
import { telemetryInert } from './telemetry-inert.js';

/** All rules that check several objects of a manifest, by id. To add one, add a file, a row here, and a test. */
export const streamRules: readonly Rule[] = [
  autoscalerCannotScale,
  backendHost,
  backendNotUsed,
  backendRefWrongPort,
  disruptionBudgetBlocks,
  grantInert,
  listenerConflict,
  mcpBackend,
  mcpSelectsAll,
  modelSettingInert,
  monitorFindsNothing,
  networkPolicyBlocks,
  networkPolicyGateway,
  networkPolicySelectsNothing,
  policyAnswersAll,
  policyAuthenticationOptional,
  policyAuthorization,
  policyConnectTimeoutIgnored,
  policyCrashesController,
  policyExtauthDefaultTimeout,
  policyExtauthFailOpen,
  policyExtauthGrpcUnbounded,
  policyFailOpen,
  policyHeaders,
  policyKeys,
  policyLimits,
  policyListsContradict,
  policyNotAttached,
  policyNothingBelow,
  policyOtherBackend,
  policyOtherListener,
  policyOverridden,
  policySectionWithoutEffect,
  policyTargetOtherNamespace,
  policyTimeLimits,
  policyTimeoutNotForCheck,
  policyTls,
  policyTokenProvider,
  probePort,
  referenceContent,
  referenceKeyMissing,
  referenceMisspelled,
  referenceNotFound,
  referenceNotGranted,
  referenceOtherNamespace,
  routeFilterInert,
  routeHostnameOutside,
  routeMatchRepeated,
  routeNeverServed,
  routeNotAttached,
  routeOtherBackend,
  serviceSelectsNothing,
  serviceTargetPort,
  statefulService,
  telemetryInert,
];
