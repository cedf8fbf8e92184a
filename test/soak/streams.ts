/** Connections whose reading is in the test's hands. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Session } from './callers.js';

export interface Stream {
  /** Bytes that were read. */
  readonly bytes: () => number;
  /** How often the text that it was opened with came. */
  readonly times: () => number;
  destroy(): void;
}

/** A listening stream (GET) that is read; resolves when its headers are there. @throws Error if it is refused */
export function openStream(session: Session, text = '\n'): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { ...session.headers, accept: 'text/event-stream' };
    const sent = httpRequest(
      { host: '127.0.0.1', port: session.port, path: '/mcp', headers, agent: false },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200) {
          response.resume();
          reject(new Error(`GET was answered ${response.statusCode}`));
          return;
        }
        let bytes = 0;
        let times = 0;
        let tail = '';
        response.on('error', () => {});
        response.setEncoding('latin1').on('data', (part: string) => {
          bytes += part.length;
          const seen = tail + part;
          times += seen.split(text).length - 1;
          // The end of a part may be the beginning of the text.
          tail = text.length > 1 ? seen.slice(1 - text.length) : '';
        });
        resolve({ bytes: () => bytes, times: () => times, destroy: () => sent.destroy() });
      },
    );
    sent.on('error', reject).end();
  });
}

export interface SilentClient {
  /** Whether the gateway closed the connection. */
  readonly closed: () => boolean;
  readonly socket: Socket;
}

/** Sends a request of a session, and reads nothing of the answer. */
export function silent(session: Session, method: 'GET' | 'POST', body = ''): SilentClient {
  const socket = connect(session.port, '127.0.0.1');
  let closed = false;
  socket.on('error', () => {}).on('close', () => (closed = true));
  socket.pause();
  const headers = { ...session.headers, ...(method === 'GET' && { accept: 'text/event-stream' }) };
  const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': String(Buffer.byteLength(body)) });
  socket.write(`${method} /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  return { socket, closed: () => closed };
}
