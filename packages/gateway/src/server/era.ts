/**
 * Determines the revision of MCP that a message uses, and checks the headers that revision 2026-07-28 requires. The rules are those of
 * the revision's Streamable HTTP transport: the body decides, and the headers must agree with it.
 */

import type { WireError } from '@mcpgw/failures';
import { isPlainObject } from '@mcpgw/loader/internal';
import { isRequest, type Params, type RpcMessage, type RpcRequest } from './json-rpc.js';

export const modernVersion = '2026-07-28';

/** Revisions with `initialize`, newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** The key of `_meta` with what a client without a session can be asked. */
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export interface EraHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** A refusal as the revision specifies it. `status` is the HTTP status. */
export interface EraRefusal {
  readonly status: number;
  readonly error: WireError;
}

export type Era =
  | { readonly kind: 'legacy' }
  | { readonly kind: 'modern'; readonly capabilities: Params }
  | { readonly kind: 'refused'; readonly refusal: EraRefusal };

const legacy: Era = { kind: 'legacy' };

function refused(code: number, message: string, data?: unknown): Era {
  return { kind: 'refused', refusal: { status: 400, error: { code, message, ...(data !== undefined && { data }) } } };
}

const headerMismatch = (header: string, body: string) =>
  refused(-32020, `Bad Request: the request headers and body disagree: ${body}`, { mismatch: { header, body } });

function metaOf(params: Params | undefined): Record<string, unknown> {
  return isPlainObject(params?._meta) ? params._meta : {};
}

/** Dates compare as text. A version that is not a date is older than the revisions with envelopes. */
function isModern(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= modernVersion;
}

const named: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** The value of a header, which is encoded as `=?base64?...?=` where a header cannot carry it; `undefined` where it is malformed. */
function decoded(header: string): string | undefined {
  const sentinel = /^=\?base64\?(.*)\?=$/i.exec(header);
  if (sentinel === null) return header;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(sentinel[1]!) ? Buffer.from(sentinel[1]!, 'base64').toString('utf8') : undefined;
}

function nameMismatch({ method, params }: RpcRequest, header: string | undefined): Era | undefined {
  const field = Object.hasOwn(named, method) ? named[method]! : undefined;
  const value = field === undefined ? undefined : params?.[field];
  if (field === undefined || typeof value !== 'string') return undefined;
  if (header === undefined)
    return headerMismatch('(missing)', `the body carries params.${field} but the required Mcp-Name header is absent`);
  const name = decoded(header);
  if (name === undefined) return headerMismatch(header, 'the Mcp-Name header carries an invalid Base64 sentinel value');
  return name === value ? undefined : headerMismatch(header, `the Mcp-Name header is not what params.${field} says`);
}

function headersMismatch(request: RpcRequest, headers: EraHeaders, version: string): Era | undefined {
  if (headers.version === undefined)
    return headerMismatch('(missing)', `the body names protocol version ${version} but the required MCP-Protocol-Version header is absent`);
  if (headers.version !== version) return headerMismatch(headers.version, `the body names protocol version ${version}`);
  if (headers.method === undefined)
    return headerMismatch('(missing)', `the body names method ${request.method} but the required Mcp-Method header is absent`);
  if (headers.method !== request.method) return headerMismatch(headers.method, `the body names method ${request.method}`);
  return nameMismatch(request, headers.name);
}

function modernRequest(request: RpcRequest, meta: Record<string, unknown>, headers: EraHeaders | undefined): Era {
  const version = meta[versionKey];
  const envelopeFault = (key: string, problem: string) =>
    refused(-32602, `Invalid _meta envelope for protocol revision ${modernVersion}: ${key}: ${problem}`, { envelope: { key, problem } });
  if (typeof version !== 'string') return envelopeFault(versionKey, 'must be a string');
  const capabilities = meta[capabilitiesKey];
  if (!isPlainObject(capabilities)) return envelopeFault(capabilitiesKey, capabilities === undefined ? 'missing' : 'must be an object');
  if (headers?.version !== undefined && headers.version !== version)
    return headerMismatch(headers.version, `the body names protocol version ${version}`);
  if (version !== modernVersion) {
    return refused(-32022, `Unsupported protocol version: ${version}`, { supported: [modernVersion], requested: version });
  }
  return (headers && headersMismatch(request, headers, version)) ?? { kind: 'modern', capabilities };
}

/** The era of a message. Without headers (stdio), the body alone decides. */
export function eraOf(message: RpcMessage, headers: EraHeaders | undefined): Era {
  if (!('method' in message)) return legacy;
  const meta = metaOf(message.params);
  const claims = Object.hasOwn(meta, versionKey);
  if (!isRequest(message)) return claims || isModern(headers?.version) ? { kind: 'modern', capabilities: {} } : legacy;
  if (message.method === 'initialize' && !isModern(String(meta[versionKey]))) {
    return isModern(headers?.version) ? headerMismatch(headers!.version!, 'initialize belongs to the revisions before it') : legacy;
  }
  if (claims) return modernRequest(message, meta, headers);
  if (!isModern(headers?.version)) return legacy;
  const missing = [versionKey, ...(Object.hasOwn(meta, capabilitiesKey) ? [] : [capabilitiesKey])];
  return refused(
    -32602,
    `Invalid params: the MCP-Protocol-Version header names ${headers!.version}, but the request lacks ${missing.join(', ')}`,
    { envelope: { missing } },
  );
}
