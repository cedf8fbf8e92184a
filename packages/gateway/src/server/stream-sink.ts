/** A connection of a client that reads a stream which it can resume (MCP 2025-11-25, basic/transports, resumability). */
import { TransportFailure, toWireError } from '@mcpgw/failures';
import type { EventSink } from '@mcpgw/replicas';
import { errorText, notificationText, type RequestId } from './json-rpc.js';
import type { EventStream } from './reply.js';

/** The first revision whose clients know an event without data, which tells them from where to resume. */
const primedSince = '2025-11-25';

/** The answer to a request whose replica has stopped. */
export function replicaLostText(request: RequestId | undefined): string {
  const message = 'The replica of the gateway that ran this request has stopped; whether the request ran is not known';
  return errorText(request ?? null, toWireError(new TransportFailure({ mode: 'replica_lost', message })));
}

/** The answer to a request whose answer is no longer kept. */
export function responseLostText(request: RequestId | undefined): string {
  const message =
    'The answer to this request is no longer kept: the client was disconnected for longer than timeouts.resume, or the answer is larger than limits.stream_bytes';
  return errorText(request ?? null, toWireError(new TransportFailure({ mode: 'response_lost', message })));
}

const gapText = notificationText('notifications/message', {
  level: 'warning',
  logger: 'mcpgw',
  data: 'messages were lost while the client was disconnected: they are no longer kept (timeouts.resume, limits.stream_events, limits.stream_bytes)',
});

export class StreamSink implements EventSink {
  readonly #stream: EventStream;
  readonly #protocolVersion: string;
  readonly #request: RequestId | undefined;

  constructor(stream: EventStream, protocolVersion: string, request: RequestId | undefined) {
    this.#stream = stream;
    this.#protocolVersion = protocolVersion;
    this.#request = request;
  }

  event(message: string, id: string | undefined): void {
    this.#stream.write(message, id);
  }

  prime(id: string): void {
    if (this.#protocolVersion >= primedSince) this.#stream.prime(id);
  }

  gap(): void {
    this.#stream.write(gapText);
  }

  answerLost(): void {
    this.#stream.write(responseLostText(this.#request));
  }

  end(): void {
    this.#stream.end();
  }
}
