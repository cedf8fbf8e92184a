/** For `@mcpgw/helm`, which keeps parsed templates between runs and runs templates within templates. No part of the API. */
export { Strings } from './code.js';
export type { Source } from './node.js';
export type { Template } from './state.js';
export type { Entered } from './template.js';
export { type EncodedTree, encodeTree } from './tree-codec.js';
