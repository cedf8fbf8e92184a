/** Go's path and path/filepath, with `/` as the separator. */
export { BadPatternError, pathMatch } from './match.js';
export { baseName, cleanPath, extName } from './path.js';
