/** For `@mcpgw/gateway`, which keeps connections open instead of loading once, and `@mcpgw/store`, which has deadlines. No part of the API. */
export { type Authorizer, lazyAuthorizer, type RefusedRequest } from './connect/authorizer.js';
export { noSdkTimeout, type OpenOptions, type OpenServer, openServer } from './connect/open.js';
export { classifySignal } from './failures/classify.js';
export { LoadError, type LoadSignal } from './failures/load-error.js';
export { signalOf } from './failures/signal.js';
export { meaningOf } from './failures/system-codes.js';
export { AttemptTrace } from './failures/trace.js';
export { connectionFault, connectionSecrets, connectTimeoutMs } from './servers/connection.js';
export { shownConfiguration } from './servers/shown-configuration.js';
export { backoffMs } from './time/backoff.js';
export { Deadline, DeadlineError, sleep, untilAborted } from './time/deadline.js';
export { idIn, invalidReply, maxReplyDepth } from './wire/answer-gate.js';
export { ByteBuffer } from './wire/byte-buffer.js';
export { CodingError, decodedBody, encodedBodies } from './wire/content-coding.js';
export { ExactNumber, exactJson, markedNumbers, plainNumbers } from './wire/exact-number.js';
export { LineReader } from './wire/line-reader.js';
export { isPlainObject } from './wire/plain-object.js';
export { JsonFault, readJson, readText } from './wire/read-json.js';
