/** Findings as values: check → Finding[] → makeReport → an output format. */
export { codeFrame } from './code-frame.js';
export { applyEdits, uniqueEdits } from './edits.js';
export { escapeJson, logText, visible, visibleLines, workflowCommand, xmlAttribute, xmlText } from './escape.js';
export {
  compareFindings,
  type Edit,
  type Finding,
  formatPath,
  isFixable,
  type Path,
  type Severity,
  type Span,
  sortFindings,
} from './finding.js';
export { LineIndex, type Position } from './line-index.js';
export { movedFinding, movedSpan } from './moved.js';
export { nearest, onlyNear } from './nearest.js';
export { type CheckedFile, count, makeReport, type NotChecked, type Report, type SkipReason, Sources } from './report.js';
export type { RuleId } from './rule-id.js';
export { type SystemWords, systemReason, systemWords } from './system-words.js';
