/** A call of a tool that a person tries out on the page. It takes the path of every call; nothing here decides whether it may run. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exactJson, JsonFault, readJson } from '@mcpgw/loader/internal';
import { indentJson } from '@mcpgw/upstreams';
import { findTool } from './actions.js';
import type { TriedAnswers, WebDeps } from './deps.js';
import { objectOf, PageError, readObject, texts } from './request.js';

/** The answer to a tried call. */
export interface TriedView {
  /** The result or the error of the JSON-RPC response, as indented JSON. */
  readonly answer: string;
  /** Whether the tool ran and did not report an error. */
  readonly isOk: boolean;
  /** The texts of the result, or the message of the error. */
  readonly texts: readonly string[];
  readonly milliseconds: number;
  /** Whether `answer` is cut, because it is too large to show. */
  readonly isCut: boolean;
  /** What has to be answered for the call to go on; it waits for that. */
  readonly asked?: TriedQuestions;
}

/** A question of a call: about values for a form, or to open an address. */
export interface TriedQuestion {
  readonly name: string;
  readonly message: string;
  /** The JSON Schema of the form. */
  readonly schema?: string;
  /** An http or https address. */
  readonly url?: string;
}

/** What a call asks before it goes on. */
export interface TriedQuestions {
  readonly requestState: string;
  readonly questions: readonly TriedQuestion[];
}

const maxArguments = 60_000;
const maxArgumentDepth = 150;
/** More than any answer of a server has, whose depth the gateway has checked. */
const maxAnswerDepth = 10_000;
const maxShown = 1_000_000;

interface RpcResponse {
  readonly result?: {
    readonly isError?: unknown;
    readonly content?: unknown;
    readonly resultType?: unknown;
    readonly requestState?: unknown;
    readonly inputRequests?: Readonly<Record<string, { readonly params?: Readonly<Record<string, unknown>> } | null>>;
  };
  readonly error?: { readonly message?: unknown };
}

function textsOf({ result, error }: RpcResponse): string[] {
  if (error) return [String(error.message)];
  const content = Array.isArray(result?.content) ? (result.content as readonly { readonly text?: unknown }[]) : [];
  return content.flatMap(block => (typeof block?.text === 'string' ? [block.text.slice(0, maxShown)] : []));
}

function questionOf(name: string, { message, mode, url, requestedSchema }: Readonly<Record<string, unknown>>): TriedQuestion {
  const about = { name, message: typeof message === 'string' ? message.slice(0, 10_000) : '' };
  if (mode === 'url') return /^https?:\/\//i.test(String(url)) ? { ...about, url: String(url) } : about;
  return { ...about, schema: JSON.stringify(requestedSchema ?? {}).slice(0, maxShown) };
}

/** What a result asks. */
function askedOf({ result }: RpcResponse): TriedQuestions | undefined {
  if (result?.resultType !== 'input_required' || typeof result.requestState !== 'string') return undefined;
  const questions = Object.entries(result.inputRequests ?? {}).map(([name, request]) => questionOf(name, request?.params ?? {}));
  return { requestState: result.requestState, questions };
}

/** The answers to questions in a request; undefined where it has none. @throws PageError */
function carriedOf(state: unknown, responses: unknown): TriedAnswers | undefined {
  if (state === undefined && responses === undefined) return undefined;
  if (typeof state !== 'string' || typeof responses !== 'string' || state.length > maxArguments || responses.length > maxArguments)
    throw new PageError(400, 'malformed', 'requestState and inputResponses must be texts');
  checkArguments(responses);
  return { requestState: state, inputResponses: responses };
}

function checkArguments(text: string): void {
  try {
    objectOf(readJson(text, { maxDepth: maxArgumentDepth }));
  } catch (error) {
    if (error instanceof PageError) throw new PageError(400, 'malformed', 'the arguments must be a JSON object');
    if (!(error instanceof JsonFault)) throw error;
    throw new PageError(400, 'malformed', `the arguments ${error.message}`);
  }
}

/** Calls a tool for the visitor of the page. @throws PageError */
export async function tryCall(request: IncomingMessage, response: ServerResponse, deps: WebDeps): Promise<TriedView> {
  const { arguments: given, requestState, inputResponses, ...rest } = await readObject(request);
  const carried = carriedOf(requestState, inputResponses);
  const { server, tool } = texts(rest, ['server', 'tool']);
  if (typeof given !== 'string' || given.length > maxArguments)
    throw new PageError(400, 'malformed', `arguments must be a JSON object as a text of at most ${maxArguments} characters`);
  checkArguments(given);
  findTool(deps, server, tool);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const { text, milliseconds } = await deps.call({ server, tool, arguments: given, ...(carried && { carried }) }, request, left.signal);
  const answer = readJson(text, { maxDepth: maxAnswerDepth, exact: 'everywhere' }) as RpcResponse;
  const { resultType, ...result } = answer.result ?? {};
  const isComplete = resultType === undefined || resultType === 'complete';
  const shown = indentJson(exactJson(answer.result === undefined ? answer.error : isComplete ? result : answer.result));
  const asked = askedOf(answer);
  return {
    answer: shown.slice(0, maxShown),
    isOk: answer.error === undefined && answer.result?.isError !== true,
    texts: textsOf(answer),
    milliseconds,
    isCut: shown.length > maxShown,
    ...(asked && { asked }),
  };
}
