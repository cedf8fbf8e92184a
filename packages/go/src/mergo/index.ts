/** dario.cat/mergo v1.0.1: maps merged in place. */
export { MergeError, mergeMaps } from './mergo.js';
