import type { Rule } from '@mcpgw/structure';
import { backendRefWrongPort } from './backend-ref-wrong-port.js';
import { policyConnectTimeoutIgnored } from './policy-connect-timeout-ignored.js';
import { policyExtauthDefaultTimeout } from './policy-extauth-default-timeout.js';
import { policyExtauthFailOpen } from './policy-extauth-fail-open.js';
import { policyExtauthGrpcUnbounded } from './policy-extauth-grpc-unbounded.js';
import { policySectionWithoutEffect } from './policy-section-without-effect.js';
import { policyTargetOtherNamespace } from './policy-target-other-namespace.js';
import { policyTimeoutNotForCheck } from './policy-timeout-not-for-check.js';

/** All rules that check several objects of a manifest, by id. To add one, add a file, a row here, and a test. */
export const streamRules: readonly Rule[] = [
  backendRefWrongPort,
  policyConnectTimeoutIgnored,
  policyExtauthDefaultTimeout,
  policyExtauthFailOpen,
  policyExtauthGrpcUnbounded,
  policySectionWithoutEffect,
  policyTargetOtherNamespace,
  policyTimeoutNotForCheck,
];
