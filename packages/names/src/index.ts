export { type NamedTool, NameTable } from './name-table.js';
export { identityOf, Names, type Naming, type ToolAddress } from './names.js';
export {
  isPortable,
  longestPortableName,
  type PortableOptions,
  portableName,
  portableProblem,
  portableText,
} from './portable.js';
