/** Receives the answer of a login on this machine (RFC 8252 section 7.3): one address, on 127.0.0.1, until the answer or the deadline. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoginError } from './login-error.js';

export interface LoopbackOptions {
  /** The address that the client is registered with; its port is used, 0 or none stands for a free one. Default: a free port of 127.0.0.1. */
  readonly redirectUri?: string | undefined;
  readonly signal: AbortSignal;
}

/** The address that listens, and what the browser brings. */
export interface LoopbackAnswer {
  readonly redirectUri: string;
  /**
   * The parameters of the answer to the login with this `state`; requests without it are refused. `finish` tells the page what to show.
   *
   * @throws the reason of the signal
   */
  answer(state: string): Promise<{ readonly parameters: URLSearchParams; readonly finish: (isDone: boolean) => void }>;
  close(): Promise<void>;
}

const defaultPath = '/callback';

interface Place {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly shownHost: string;
}

function placeOf(redirectUri: string | undefined): Place {
  if (redirectUri === undefined || redirectUri === '') return { host: '127.0.0.1', port: 0, path: defaultPath, shownHost: '127.0.0.1' };
  const url = new URL(redirectUri);
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol !== 'http:' || !['127.0.0.1', 'localhost', '::1'].includes(name))
    throw new LoginError(
      'configuration',
      'oauth.redirect_uri is not on this machine, so this command cannot receive the answer: log in on the page of the gateway',
    );
  return { host: name === '::1' ? '::1' : '127.0.0.1', port: Number(url.port || 0), path: url.pathname, shownHost: url.hostname };
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>mcpgw</title><body style="font: 16px system-ui; margin: 3em"><p>${text}</p></body></html>\n`;

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, headers).end(page(text));
}

/** A browser that was led to this port under another name must not be answered (DNS rebinding). */
function isOwnHost(request: IncomingMessage, shownHost: string, port: number): boolean {
  return request.headers.host === `${shownHost}:${port}`;
}

function listen(server: Server, { host, port }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      const { code } = error as NodeJS.ErrnoException;
      reject(
        new LoginError(
          'configuration',
          `the address for the answer of the login cannot be used: port ${port} is ${code === 'EADDRINUSE' ? 'taken' : `refused (${code})`}`,
        ),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Listens for the answer of one login. @throws LoginError (configuration) */
export async function listenForAnswer({ redirectUri, signal }: LoopbackOptions): Promise<LoopbackAnswer> {
  const place = placeOf(redirectUri);
  let handle = (_request: IncomingMessage, response: ServerResponse): void => send(response, 404, 'No login has begun.');
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => handle(request, response));
  const port = await listen(server, place);
  const answer = (state: string) =>
    new Promise<{ parameters: URLSearchParams; finish: (isDone: boolean) => void }>((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      handle = (request, response) => {
        const url = new URL(request.url ?? '/', `http://${place.shownHost}:${port}`);
        if (!isOwnHost(request, place.shownHost, port)) return send(response, 403, 'This is not the address of a login.');
        if (request.method !== 'GET' || url.pathname !== place.path) return send(response, 404, 'There is nothing here.');
        if (url.searchParams.get('state') !== state)
          return send(response, 400, 'This answer belongs to another login. Go back to the terminal and begin again.');
        signal.removeEventListener('abort', stop);
        handle = (_request, other) => send(other, 404, 'The login has ended.');
        const finish = (isDone: boolean) =>
          send(
            response,
            isDone ? 200 : 400,
            isDone ? 'You are logged in. You can close this window.' : 'The login failed; the terminal says why.',
          );
        resolve({ parameters: url.searchParams, finish });
      };
    });
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return { redirectUri: `http://${place.shownHost}:${port}${place.path}`, answer, close };
}
