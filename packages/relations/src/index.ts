/** Rules across objects that are given together: core objects, Gateway API, agentgateway.dev, monitoring. */
export { type FileDocuments, isLookedAt, streamOf, streamOfFiles, withoutNamespace } from './objects/objects.js';
export { streamRules } from './rules/index.js';
export { type ReferenceTarget, referenceTargets, referredName } from './table/targets.js';
