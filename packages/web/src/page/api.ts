/** Talks to the API of the page: calls, streams, the token. */

const tokenName = 'mcpgw-token';

/** An answer of the API that is no success. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Takes the token of a link `#token=...` and removes it from the address bar. */
export function adoptToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return;
  setToken(given);
  history.replaceState(null, '', location.pathname);
}

/** Keeps the token until the tab is closed. */
export function setToken(token: string): void {
  sessionStorage.setItem(tokenName, token);
}

/** Whether a token was given in this tab. */
export const hasToken = (): boolean => sessionStorage.getItem(tokenName) !== null;

function headers(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const token = sessionStorage.getItem(tokenName);
  return token === null ? { ...more } : { ...more, authorization: `Bearer ${token.replace(/[^\x21-\x7e]/g, '')}` };
}

async function failure(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } };
  return new ApiError(response.status, body.error?.code ?? '', body.error?.message ?? `the gateway answered ${response.status}`);
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(`api/${path}`, {
    ...init,
    cache: 'no-store',
    credentials: path === 'login' ? 'same-origin' : 'omit',
    redirect: 'error',
  });
  if (!response.ok) throw await failure(response);
  return response;
}

/** Parameters of a query; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

function pathOf(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${search}`;
}

/** Reads from the API. @throws ApiError */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const response = await request(pathOf(path, query), { headers: headers(), ...(signal && { signal }) });
  return (await response.json()) as T;
}

/** Makes an action of the API happen. @throws ApiError */
export async function post<T = unknown>(action: string, body: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<T> {
  const sent = headers({ 'content-type': 'application/json', 'x-mcpgw-page': '1' });
  const response = await request(action, { method: 'POST', headers: sent, body: JSON.stringify(body), ...(signal && { signal }) });
  return (await response.json()) as T;
}

/** What a person reads of a failure. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The gateway does not answer.';
  return 'The gateway cannot be reached.';
}

/** Whether the same request may succeed later: it was not the API that refused it. */
export function willPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 408 || error.status === 429;
}

/** Milliseconds of silence after which a stream counts as broken. The gateway sends something every 5 seconds. */
const silence = 20_000;

/** An event of a stream. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

async function readStream(path: string, signal: AbortSignal, onOpen: () => void, onEvent: (event: StreamEvent) => void): Promise<void> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), silence);
  try {
    const response = await request(path, { headers: headers(), signal: AbortSignal.any([signal, quiet.signal]) });
    onOpen();
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), silence);
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const text of events) {
        const lines = text.split('\n');
        const data = lines.find(line => line.startsWith('data: '));
        const name = lines.find(line => line.startsWith('event: '))?.slice(7) ?? '';
        if (data) onEvent({ name, data: JSON.parse(data.slice(6)) });
      }
    }
  } finally {
    clearTimeout(timer);
    quiet.abort();
  }
}

/** Waits, or until the browser is online again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const now = () => {
      clearTimeout(timer);
      removeEventListener('online', now);
      signal.removeEventListener('abort', now);
      resolve();
    };
    const timer = setTimeout(now, milliseconds);
    addEventListener('online', now);
    signal.addEventListener('abort', now);
  });
}

/** What happens with a stream. */
export interface StreamHooks {
  readonly onOpen?: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** Told of each break. The stream is opened again after a pause, unless the API refuses it. */
  readonly onBreak: (error: unknown) => void;
}

/** Reads a stream until the signal aborts or the API refuses it; after a break it is opened again. */
export async function follow(path: string, query: Query, signal: AbortSignal, { onOpen, onEvent, onBreak }: StreamHooks): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const opened = () => {
        failures = 0;
        onOpen?.();
      };
      await readStream(pathOf(path, query), signal, opened, onEvent);
      if (!signal.aborted) onBreak(new Error('the gateway closed the stream'));
    } catch (error) {
      if (signal.aborted) return;
      onBreak(error);
      if (error instanceof ApiError && !willPass(error)) return;
    }
    await pause(Math.min(500 * 2 ** Math.min(failures, 5), 10_000), signal);
  }
}
