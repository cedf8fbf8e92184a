/**
 * Requests on an open connection, without `fetch` and the SDK's transport: they take most of the processor time of a call. What is no
 * ordinary answer is handed over to the SDK: refusals, redirects, encoded bodies, and streams that end where they can be resumed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LoadError } from '../failures/load-error.js';
import type { BodyLimits } from '../wire/answer-body.js';
import { EventAnswer, readJsonAnswer } from '../wire/direct-answer.js';
import { type HttpClient, mediaType } from './http-client.js';
import { AbandonedError, type AnswerStart, type HttpExchange } from './http-exchange.js';

/** One request, as it is sent. */
export interface DirectRequest {
  readonly id: string | number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** How a request ended: its answer was passed on, none arrived, or the SDK reads it. */
export type DirectOutcome = 'answered' | 'lost' | 'for the SDK';

const eventStream: AnswerStart = { status: 200, statusText: 'OK', headers: { 'content-type': 'text/event-stream' } };

function contentType({ headers }: AnswerStart): string {
  return String(headers['content-type'] ?? '');
}

/**
 * Sends a request, and passes on what its answer holds.
 * @throws LoadError if the answer is too large; what the network reports
 */
export async function askDirectly(
  client: HttpClient,
  request: DirectRequest,
  limits: Omit<BodyLimits, 'expected'>,
): Promise<DirectOutcome> {
  const { id } = request;
  const { start, exchange } = await client.post(request);
  const body: BodyLimits = { ...limits, expected: id };
  const type = start.status === 200 && start.headers['content-encoding'] === undefined ? mediaType(contentType(start)) : '';
  try {
    if (type === 'application/json') return await readJson(exchange, contentType(start), id, body);
    if (type === 'text/event-stream') return await readEvents(client, exchange, id, body);
    client.handOver(id, { start, body: exchange, abandon: () => exchange.abandon() });
    return 'for the SDK';
  } finally {
    if (type !== '') client.finished(id, exchange);
  }
}

async function readJson(exchange: HttpExchange, type: string, id: string | number, limits: BodyLimits): Promise<DirectOutcome> {
  try {
    await readJsonAnswer(exchange, type, id, limits);
  } catch (error) {
    if (error instanceof AbandonedError) return 'answered';
    limits.trace.transportError = error;
    throw error;
  }
  return 'answered';
}

async function readEvents(client: HttpClient, exchange: HttpExchange, id: string | number, limits: BodyLimits): Promise<DirectOutcome> {
  const { gate } = limits.receiver;
  const events = new EventAnswer(limits);
  const mayRead = async () => {
    while (gate.pause > 0 && !exchange.isAbandoned) await pause(gate.pause);
  };
  let broken: unknown;
  try {
    await events.read(exchange, mayRead);
  } catch (error) {
    if (error instanceof AbandonedError) return 'answered';
    broken = limits.trace.transportError = error;
  }
  if (!gate.waitsFor(id)) return 'answered';
  const resumption = broken instanceof LoadError ? undefined : events.resumption;
  if (resumption !== undefined) {
    client.handOver(id, { start: eventStream, body: [Buffer.from(resumption)] });
    return 'for the SDK';
  }
  if (broken !== undefined && !(broken instanceof LoadError)) return 'lost';
  events.fail(id, broken);
  return 'answered';
}
