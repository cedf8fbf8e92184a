/** A question to a gateway over HTTP: one answer as JSON, bounded in time and size. */

/** Where a gateway is, and how to show who asks. */
export interface GatewayAddress {
  /** `http://HOST:PORT` or `https://HOST`, without a path at its end. */
  readonly url: string;
  readonly key?: string;
}

/** Why a gateway did not answer. `unreachable`: nothing answers there. `refused`: the key is wrong, or may not ask this. `unknown`: no gateway, or one of another version. */
export class AskError extends Error {
  override name = 'AskError';
  readonly problem: 'unreachable' | 'refused' | 'unknown';
  constructor(problem: AskError['problem'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export interface AskOptions {
  /** Milliseconds until the whole answer has to be there. Default 10,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const maxBytes = 256 * 1024 * 1024;

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AskError('unknown', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown, url: string, timeoutMs: number): AskError {
  if (error instanceof AskError) return error;
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return new AskError('unreachable', `${url} did not answer within ${timeoutMs} ms`);
  return new AskError('unreachable', `${url} cannot be reached: ${cause?.code ?? cause?.message ?? message}`, { cause: error });
}

/**
 * Asks a gateway for the JSON at `path`.
 *
 * @throws AskError; the reason of `signal`
 */
export async function askGateway(
  { url, key }: GatewayAddress,
  path: string,
  { timeoutMs = 10_000, signal }: AskOptions = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  try {
    const response = await fetch(`${url}${path}`, {
      headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const text = await textOf(response);
    if (response.status === 401 || response.status === 403) throw new AskError('refused', `${url} refuses: ${saidBy(text)}`);
    if (response.status !== 200) throw new AskError('unknown', `${url} answers ${path} with HTTP ${response.status}: ${saidBy(text)}`);
    return JSON.parse(text);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof SyntaxError) throw new AskError('unknown', `${url} answers ${path} with something other than JSON`);
    throw reasonOf(error, url, timeoutMs);
  }
}

/** The message of an error of the gateway; the start of any other text. */
function saidBy(text: string): string {
  try {
    const message = (JSON.parse(text) as { error?: { message?: unknown } }).error?.message;
    return typeof message === 'string' ? message : text.slice(0, 200);
  } catch (error) {
    if (error instanceof SyntaxError) return text.slice(0, 200);
    throw error;
  }
}
