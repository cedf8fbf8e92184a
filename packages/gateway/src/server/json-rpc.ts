import type { WireError } from '@mcpgw/failures';
import { exactJson } from '@mcpgw/loader/internal';

/** JSON-RPC messages as the gateway writes them. `failures/precheck.ts` checks the messages of clients. */

export type RequestId = string | number;

export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

export interface RpcNotification {
  readonly method: string;
  readonly params?: Params;
}

export interface RpcResponse {
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: WireError;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: RpcMessage): message is RpcNotification {
  return 'method' in message && !('id' in message);
}

/** A result that is already JSON text, so that a long list is serialized once for all clients. */
export class RawResult {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

export type Result = Readonly<Record<string, unknown>> | RawResult;

export function resultText(id: RequestId, result: Result): string {
  const json = result instanceof RawResult ? result.json : exactJson(result);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`;
}

export function errorText(id: RequestId | null, error: WireError): string {
  return exactJson({ jsonrpc: '2.0', id, error });
}

export function notificationText(method: string, params?: Params): string {
  return exactJson({ jsonrpc: '2.0', method, ...(params && { params }) });
}

export function requestText(id: RequestId, method: string, params?: Params): string {
  return exactJson({ jsonrpc: '2.0', id, method, ...(params && { params }) });
}
