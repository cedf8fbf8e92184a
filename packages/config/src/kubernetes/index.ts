/** Kubernetes core objects, offline and strict: text → readManifests → kindOf → type table → checkObject (types, then rules) → Finding[]. */

export { checkManifest, defaultKubernetesVersion, parseKubernetesMinor } from './check-manifest.js';
export { checkManifestText, maxManifestDepth } from './check-text.js';
export { isKnownKind } from './kinds.js';
export { objectRules } from './rules/all.js';
