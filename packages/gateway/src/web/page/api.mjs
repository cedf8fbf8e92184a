/** Talking to the admin API: calls, the stream of changes, the token. */

const tokenName = 'mcpgw-token';

/** An answer that is no success. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Takes the token of a link `#token=...` over and out of the address bar. */
export function adoptToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return;
  setToken(given);
  history.replaceState(null, '', location.pathname);
}

/** @param {string} token */
export function setToken(token) {
  sessionStorage.setItem(tokenName, token);
}

export function hasToken() {
  return sessionStorage.getItem(tokenName) !== null;
}

/** @param {Record<string, string>} [more] @returns {Record<string, string>} */
function headers(more = {}) {
  const token = sessionStorage.getItem(tokenName);
  return token === null ? more : { ...more, authorization: `Bearer ${token.replace(/[^\x21-\x7e]/g, '')}` };
}

/** @param {Response} response */
async function failure(response) {
  const body = await response.json().catch(() => ({}));
  return new ApiError(response.status, body.error?.code ?? '', body.error?.message ?? `the gateway answered ${response.status}`);
}

/** @param {string} path @param {RequestInit} init */
async function request(path, init) {
  const response = await fetch(`api/${path}`, { ...init, cache: 'no-store', credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw await failure(response);
  return response;
}

/** @param {string} path @param {Record<string, string | number>} [query] @param {AbortSignal} [signal] */
export async function get(path, query = {}, signal) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await request(`${path}?${search}`, { headers: headers(), ...(signal && { signal }) });
  return response.json();
}

/** @param {string} action @param {Record<string, unknown>} body */
export async function post(action, body) {
  const sent = headers({ 'content-type': 'application/json', 'x-mcpgw-page': '1' });
  const response = await request(action, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  return response.json();
}

/** Silence of the stream, in milliseconds, after which it counts as broken. The gateway says something every 5 seconds. */
const silence = 20_000;

/**
 * Reads the stream of states without end, with a pause after each break. `onState` gets each state, `onBreak` the error of each break.
 * Ends when the token is refused.
 * @param {(state: any) => void} onState
 * @param {(error: unknown) => void} onBreak
 */
export async function follow(onState, onBreak) {
  for (let failures = 0; ; failures++) {
    try {
      await readStream(state => {
        failures = 0;
        onState(state);
      });
      onBreak(new Error('the gateway closed the stream'));
    } catch (error) {
      onBreak(error);
      if (error instanceof ApiError && error.status === 401) return;
    }
    await pause(Math.min(500 * 2 ** Math.min(failures, 5), 10_000));
  }
}

/** Waits, or until the browser is online again or the tab comes back. @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds);
    addEventListener('online', resolve, { once: true });
  });
}

/** @param {(state: any) => void} onState */
async function readStream(onState) {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), silence);
  try {
    const response = await request('events', { headers: headers(), signal: abort.signal });
    const body = /** @type {ReadableStream<BufferSource>} */ (response.body);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), silence);
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) emit(event, onState);
    }
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** @param {string} event @param {(state: any) => void} onState */
function emit(event, onState) {
  const data = event.split('\n').find(line => line.startsWith('data: '));
  if (data) onState(JSON.parse(data.slice(6)));
}
