/** The best tools of many servers for a question, and what prepares the index. */
export { bestScored } from './best-first.js';
export { queryWords } from './search-index.js';
export { readForIndex } from './segment-index.js';
export { type SearchHit, ToolSearch } from './tool-search.js';
