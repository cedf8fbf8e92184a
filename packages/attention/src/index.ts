/** What of a gateway needs a person: state → items → log, page, `mcpgw doctor`. */
export { attentionItems } from './attention-items.js';
export { type AttentionItem, type AttentionSeverity, type AttentionSubject, inOrder } from './item.js';
export { clockAhead, diskRoom } from './machine.js';
export type { AttentionServer, AttentionState, DiskRoom, Measured } from './state.js';
export { type AttentionLogger, AttentionWatch, type AttentionWatchDeps } from './watch.js';
