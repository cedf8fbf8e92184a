/** For `@mcpgw/gateway`, which queues its own calls, asks clients without sessions, and shows tools of REST APIs before they are served. No part of the API. */
export { toolOf } from './rest/input-schema.js';
export { Bridge, homeOf } from './servers/bridge.js';
export { Limiter, QueueFullError } from './servers/limiter.js';
export { askableOf } from './servers/live-connection.js';
