/** Rules across objects that are given together: core objects, Gateway API, agentgateway.dev, monitoring. */
export { type AmountBounds, amountProblem, quantityOf } from './objects/amounts.js';
export { annotationProblems, isOfOther, nginx } from './objects/ingress-annotations.js';
export { type FileDocuments, isLookedAt, streamOf, streamOfFiles, withoutNamespace } from './objects/objects.js';
export { probeKeys, probeProblems } from './objects/probe-times.js';
export { scheduleProblems, secondsBetween } from './objects/schedules.js';
export { streamRules } from './rules/index.js';
export { type ReferenceTarget, referenceTargets, referredName } from './table/targets.js';
