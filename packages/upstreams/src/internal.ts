/** For `@mcpgw/gateway`, which queues its own calls and shows tools of REST APIs before they are served. No part of the API. */
export { toolOf } from './rest/input-schema.js';
export { Limiter, QueueFullError } from './servers/limiter.js';
