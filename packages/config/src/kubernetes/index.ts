/** Kubernetes core objects, offline and strict: text → readManifests → kindOf → type table → checkObject (types, then rules) → Finding[]. */

export { checkManifest, defaultKubernetesVersion, type ManifestOptions, parseKubernetesMinor } from './check-manifest.js';
export { checkManifestText, readManifests } from './check-text.js';
export { isKnownKind } from './kinds.js';
export { objectRules } from './rules/all.js';
export type { ObjectRule } from './rules/rule.js';
