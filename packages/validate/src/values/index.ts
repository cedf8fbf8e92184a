/** Rules for the values of the chart mcp-gateway: what its schema and its templates accept and what does not work as it reads. */
import type { Finding } from '@mcpgw/diagnostics';
import { type Node, type Rule, runRules } from '@mcpgw/structure';
import { chartAnnotations } from './chart-annotations.js';
import { chartCallers } from './chart-callers.js';
import { chartExposure } from './chart-exposure.js';
import { chartForwardProxy } from './chart-forward-proxy.js';
import { chartIngress } from './chart-ingress.js';
import { chartMetadataPath } from './chart-metadata-path.js';
import { chartMonitoring } from './chart-monitoring.js';
import { chartNetwork } from './chart-network.js';
import { chartPeers } from './chart-peers.js';
import { chartPolicyOpen } from './chart-policy-open.js';
import { chartResources } from './chart-resources.js';
import { chartScale } from './chart-scale.js';
import { chartSchedule } from './chart-schedule.js';
import { chartServerProxy } from './chart-server-proxy.js';
import { chartStop } from './chart-stop.js';
import { chartTargetAddress } from './chart-target-address.js';
import { chartVariables } from './chart-variables.js';
import { chartVersionMismatch } from './chart-version-mismatch.js';

export const valuesRules: readonly Rule[] = [
  chartAnnotations,
  chartCallers,
  chartExposure,
  chartForwardProxy,
  chartIngress,
  chartMetadataPath,
  chartMonitoring,
  chartNetwork,
  chartPeers,
  chartPolicyOpen,
  chartResources,
  chartScale,
  chartSchedule,
  chartServerProxy,
  chartStop,
  chartTargetAddress,
  chartVariables,
  chartVersionMismatch,
];

/** The findings of these rules about values, in one file or merged from several. */
export const valuesFindings = (root: Node, file: string): Finding[] => runRules(valuesRules, root, 'values', '0.0.0', file);
