/** Event streams that resume at any replica, and messages between the replicas of a gateway. */
export { type EventPlace, eventPlace, standing } from './event-id.js';
export type { Guard } from './redis-log.js';
export { newReplicaId, type Replica, ReplicaGone, type ReplicaHandler } from './replica.js';
export type { RequestStream } from './request-stream.js';
export {
  joinReplicas,
  type OpenedRequest,
  type SessionStreams,
  type SessionStreamsDeps,
  type StopReading,
  type StreamsSources,
  type TellOptions,
} from './session-streams.js';
export type { StreamLimits } from './stream-log.js';
export type { EventSink } from './stream-reader.js';
