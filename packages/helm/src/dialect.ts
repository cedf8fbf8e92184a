/**
 * Names of Helm's versions alone: commands that take `--helm-version` know the version from this module, without the engine of charts,
 * which they load by `import()`.
 */
export { dialectOf } from './common/dialect.js';
export { HelmError } from './common/errors.js';
