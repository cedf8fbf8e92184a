/** Reading requests of the admin API and answering them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPlainObject, JsonFault, readJson, readText } from '@mcpgw/loader/internal';
import { readBody } from '../http/body.js';
import { answerAtOnce } from '../http/early-answer.js';

export const maxBody = 65_536;
/** Levels of arrays and objects in a body; an approval, the deepest, has three. */
const maxDepth = 8;

/** A request that cannot be served; `status` and `code` are part of the API. */
export class PageError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Nothing of the page or its API may be framed, kept, or read by another site, and the page runs its own files alone. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  answerAtOnce(response, status, JSON.stringify(body), {
    ...securityHeaders,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  });
}

export function sendError(response: ServerResponse, { status, code, message }: { status: number; code: string; message: string }): void {
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer realm="mcpgw page"' } : {};
  sendJson(response, status, { error: { code, message } }, headers);
}

/** The JSON object in the body. @throws PageError if there is none, or more than `maxBody` bytes */
export async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new PageError(415, 'not-json', 'the content type must be application/json');
  }
  return objectOf(parse(await readBytes(request)));
}

/** `value` where it is a JSON object. @throws PageError if it is something else */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value as Record<string, unknown>;
  throw new PageError(400, 'malformed', 'a JSON object is expected');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request, maxBody);
  if (body === undefined) throw new PageError(413, 'too-large', `the body is larger than ${maxBody} bytes`);
  return body;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return readJson(readText(bytes), { maxDepth });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new PageError(400, 'malformed', `the body ${error.message}`);
  }
}

/** Texts of `body` by name. @throws PageError where one is missing, too long, or no text, and if a field is not asked for */
export function texts<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  for (const key of Object.keys(body)) {
    if (!(names as readonly string[]).includes(key))
      throw new PageError(400, 'malformed', `unknown field ${JSON.stringify(key.slice(0, 60))}`);
  }
  const read = names.map(name => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof value !== 'string' || value === '' || value.length > 4096) {
      throw new PageError(400, 'malformed', `${name} must be a text of 1 to 4096 characters`);
    }
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Name, string>;
}
