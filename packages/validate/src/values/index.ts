/** Rules for the values of the chart mcp-gateway: what its schema and its templates accept and what does not work as it reads. */
import type { Finding } from '@mcpgw/diagnostics';
import { type Node, type Rule, runRules } from '@mcpgw/structure';
import { chartExposure } from './chart-exposure.js';
import { chartIngress } from './chart-ingress.js';
import { chartResources } from './chart-resources.js';
import { chartScale } from './chart-scale.js';
import { chartSchedule } from './chart-schedule.js';
import { chartTargetAddress } from './chart-target-address.js';
import { chartVariables } from './chart-variables.js';
import { chartVersionMismatch } from './chart-version-mismatch.js';

export const valuesRules: readonly Rule[] = [
  chartExposure,
  chartIngress,
  chartResources,
  chartScale,
  chartSchedule,
  chartTargetAddress,
  chartVariables,
  chartVersionMismatch,
];

/** The findings of these rules about values, in one file or merged from several. */
export const valuesFindings = (root: Node, file: string): Finding[] => runRules(valuesRules, root, 'values', '0.0.0', file);
