/** More cases of `agentgateway-rules.ts`, by what they are about. */
import type { RuleCase } from './agentgateway-rules.js';
import { accessCases } from './agentgateway-rules-live-access.js';
import { callCases } from './agentgateway-rules-live-calls.js';
import { mcpCases } from './agentgateway-rules-live-mcp.js';
import { ownCases } from './agentgateway-rules-live-own.js';
import { pairCases } from './agentgateway-rules-live-pairs.js';
import { routeCases } from './agentgateway-rules-live-routes.js';
import { ruleRuleCases } from './agentgateway-rules-live-rules.js';
import { trafficCases } from './agentgateway-rules-live-traffic.js';

export const liveRuleCases: readonly RuleCase[] = [
  ...routeCases,
  ...accessCases,
  ...mcpCases,
  ...ownCases,
  ...pairCases,
  ...ruleRuleCases,
  ...trafficCases,
  ...callCases,
];
