/** Which tools were approved, in which form and by whom; the status of a locked tool, and what unlocks it. */
export {
  ApprovalError,
  type ApprovalLookup,
  type ApprovalProblem,
  Approvals,
  type ApprovedContent,
  type ApproveOptions,
  approvalStatus,
  type DecidedTool,
  type Decision,
  type MadeDecision,
} from './approvals.js';
export { lookAlike } from './look-alike.js';
export { needsApproval } from './observe.js';
export type { ApprovalRecord, ApprovalStatus } from './record.js';
export { blockedText, type Locked, remediationMap, remedies, remedyOf } from './remedies.js';
export { classifyTool, type DisabledToolStatus, disabledToolStatuses, type GateState, isConfigDenied } from './status.js';
export { cachedToolHash, toolHash } from './tool-hash.js';
