/** Rules across objects that are given together: core objects, Gateway API, agentgateway.dev, monitoring. */
export { isLookedAt, streamOf, withoutNamespace } from './objects/objects.js';
export { streamRules } from './rules/index.js';
