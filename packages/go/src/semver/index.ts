/** github.com/Masterminds/semver in the releases that Helm 3.20.0 and 4.2.4 use. */
export { type Semver, semverOf } from './library.js';
export { semver340, semver350 } from './rules.js';
export { SemverError } from './version.js';
