/** For `@mcpgw/gateway`, which answers while its store does not, and for `@mcpgw/kit`, which names files by segments and makes folders too, and `@mcpgw/activity`. No part of the API. */
export { StoreCircuit } from './circuit.js';
export { makeFolder, makeFolderSync } from './make-folder.js';
export { Queues } from './queues.js';
export { openRedis } from './redis.js';
export type { RedisConnection } from './redis-connection.js';
export { segmentFileName } from './segment.js';
