/** Strict offline checks of Kubernetes core objects: kindOf → type table → checkObject (types, then rules) → Finding[]. */
export { objectCensus } from './census/index.js';
export { checkManifest, defaultKubernetesVersion, maxManifestDepth, type Slip } from './check/check-manifest.js';
export { checkObject } from './check/check-object.js';
export { clusterExamples } from './examples/cluster.js';
export { coreExamples } from './examples/core.js';
export { networkingExamples } from './examples/networking.js';
export { policyExamples } from './examples/policy.js';
export { workloadExamples } from './examples/workloads.js';
export { parseQuantity, wholeUnit } from './formats/quantity.js';
export { minorOf, versionOfMinor } from './formats/versions.js';
export { newestMinor, oldestMinor, servedKinds } from './objects/kinds.js';
export { objectRules } from './rules/all.js';
export { objectRuleIds } from './rules/ids.js';
export { typeOf } from './types/index.js';
export { commonWords } from './words/common.js';
export { kindWords } from './words/kinds.js';
export { podWords } from './words/pods.js';
export { restWords } from './words/rest.js';
