/** The tool gateway: approvals, discovery, the server. */

export {
  ApprovalError,
  type ApprovalLookup,
  type ApprovalProblem,
  Approvals,
  type ApprovedContent,
  type ApproveOptions,
  type DecidedTool,
  type Decision,
  type MadeDecision,
} from './approvals/approvals.js';
export { lookAlike } from './approvals/look-alike.js';
export { needsApproval } from './approvals/observe.js';
export type { ApprovalRecord, ApprovalStatus } from './approvals/record.js';
export { cachedToolHash, toolHash } from './approvals/tool-hash.js';
export {
  Catalogue,
  type CatalogueServer,
  type CatalogueTool,
  type RankedTool,
  type Scope,
  type ServerToolCounts,
} from './discovery/catalogue.js';
export { remedies } from './discovery/remedies.js';
export { restTools } from './discovery/rest-tools.js';
export { classifyTool, type DisabledToolStatus, disabledToolStatuses, type GateState } from './discovery/status.js';
export { decisionEvent } from './server/activity-events.js';
export { Gateway, type GatewayDeps } from './server/gateway.js';
export { createLogger, type Logger } from './server/logger.js';
