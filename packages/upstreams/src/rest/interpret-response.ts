import { STATUS_CODES } from 'node:http';
import { type FailureModeOf, UpstreamFailure, type UpstreamFailureDetails } from '@mcpgw/failures';
import { JsonFault, maxReplyDepth, readJson } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { checkOutput } from '../tools/check-tool-result.js';
import type { RestEndpoint } from './endpoint.js';
import { indentJson } from './indent-json.js';

/** An answer with its body. */
export interface RestAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The body was longer than the limit, and is cut. */
  readonly isCut: boolean;
}

/** Maximum number of characters of an error's body that are shown. */
const maxErrorText = 64 * 1024;

type Mode = FailureModeOf<'upstream_failure'>;

function upstream(tool: string, mode: Mode, message: string, more: Partial<UpstreamFailureDetails> = {}): UpstreamFailure {
  return new UpstreamFailure({ mode, tool, message, ...more });
}

function statusLine(status: number): string {
  return `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

function charsetOf(contentType: string): string {
  return /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentType)?.[1] ?? 'utf-8';
}

/** TextDecoder's two errors: no such encoding, and bytes that the encoding does not have. */
function isEncodingError(error: unknown): boolean {
  const code = typeof error === 'object' ? (error as NodeJS.ErrnoException | null)?.code : undefined;
  return code === 'ERR_ENCODING_NOT_SUPPORTED' || code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

function decode(tool: string, { contentType, body }: RestAnswer): string {
  const charset = charsetOf(contentType);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (error) {
    if (!isEncodingError(error)) throw error;
    throw upstream(tool, 'invalid_encoding', `The external service answered with a body that is not ${charset}`);
  }
}

/** The body of an error as text, cut to `maxErrorText`. */
function errorText({ body, status, isCut }: RestAnswer): string {
  const text = new TextDecoder().decode(body.subarray(0, maxErrorText * 4));
  if (text.trim() === '') return statusLine(status);
  return text.length > maxErrorText || isCut ? `${text.slice(0, maxErrorText)}… (cut)` : text;
}

/** The failure for an answer's status, if it is one. Only 200 to 299, without 206, are complete successes. */
function statusFailure(tool: string, answer: RestAnswer, mask: (text: string) => string): UpstreamFailure | undefined {
  const { status } = answer;
  const data = { status_code: status };
  if (status >= 400)
    return upstream(tool, 'http_status', `The external service answered ${statusLine(status)}`, { text: mask(errorText(answer)), data });
  if (status === 206)
    return upstream(tool, 'partial_response', 'The external service answered with a part of the content (HTTP 206)', { data });
  if (status >= 300)
    return upstream(tool, 'redirect', `The external service answered ${statusLine(status)}; redirects are not followed`, { data });
  return undefined;
}

function parseJson(tool: string, text: string): unknown {
  try {
    return readJson(text, { maxDepth: maxReplyDepth, exact: 'everywhere' });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const why = error.kind === 'syntax' ? 'is not JSON' : error.message;
    throw upstream(tool, 'non_json_response', `The external service answered with a body that ${why}`);
  }
}

function jsonResult(endpoint: RestEndpoint, text: string): CallToolResult {
  const value = parseJson(endpoint.name, text);
  const schema = endpoint.response.kind === 'json' ? endpoint.response.schema : undefined;
  if (schema) checkOutput(endpoint.name, schema, value);
  const content: CallToolResult['content'] = [{ type: 'text', text: indentJson(text) }];
  const isStructured = schema?.type === 'object';
  return { content, isError: false, ...(isStructured && { structuredContent: value as Record<string, unknown> }) };
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

/**
 * The result of a call, made from the answer.
 *
 * @throws UpstreamFailure if the status is not a success, the body is empty although the endpoint does not declare that it returns
 *   nothing, is not JSON although the endpoint does not declare text, or does not match the declared schema
 */
export function interpretResponse(
  endpoint: RestEndpoint,
  answer: RestAnswer,
  mask: (text: string) => string = text => text,
): CallToolResult {
  const tool = endpoint.name;
  const failure = statusFailure(tool, answer, mask);
  if (failure) throw failure;
  if (answer.isCut) throw upstream(tool, 'response_too_large', 'The external service answered with more than is read of an answer');
  const text = decode(tool, answer);
  const isEmpty = text.trim() === '';
  const { response } = endpoint;
  if (isEmpty && (response.kind === 'none' || response.orNone)) return textResult(statusLine(answer.status));
  if (isEmpty) throw upstream(tool, 'empty_response', `The external service answered ${statusLine(answer.status)} with an empty body`);
  if (response.kind === 'none')
    throw upstream(tool, 'unexpected_body', 'The external service answered with a body where the endpoint declares none');
  return response.kind === 'text' ? textResult(text) : jsonResult(endpoint, text);
}
