/** Upstream MCP servers in the test's own process, well-behaved and hostile. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpServer, initializeResult, type Listening, readBody } from '../../packages/loader/test/servers.js';

export interface Behaviour {
  /** Tools of a page; `cursor` is that of the request. */
  list?(cursor: string | undefined): { tools: unknown[]; nextCursor?: string } | string;
  /** The result of a call; a string is sent as the whole answer. */
  call?(name: string, args: Record<string, unknown>, request: IncomingMessage): unknown;
  /** Sees every request. */
  seen?(request: IncomingMessage): void;
}

export const tool = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object' },
  ...more,
});

export const textResult = (text: string) => ({ content: [{ type: 'text', text }] });

/** A server that answers as `behaviour` says; by default it has one tool `echo`, which gives back its arguments. */
export function upstream(behaviour: Behaviour = {}): Promise<Listening> {
  const list = behaviour.list ?? (() => ({ tools: [tool('echo')] }));
  const call = behaviour.call ?? ((_name, args) => textResult(JSON.stringify(args)));
  return httpServer((request, response) => {
    behaviour.seen?.(request);
    answer(request, response, { list, call }).catch(() => response.destroy());
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, { list, call }: Required<Pick<Behaviour, 'list' | 'call'>>) {
  const body = await readBody(request);
  if (body === '') return void response.writeHead(405).end();
  const { method, id, params = {} } = JSON.parse(body) as { method: string; id?: unknown; params?: Record<string, unknown> };
  if (id === undefined) return void response.writeHead(202).end();
  const result = resultOf(method, params, request, { list, call });
  response.writeHead(200, { 'content-type': 'application/json' });
  if (typeof result === 'string') response.end(result.replace('"ID"', JSON.stringify(id)));
  else if (result === undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }));
  else response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function resultOf(
  method: string,
  params: Record<string, unknown>,
  request: IncomingMessage,
  { list, call }: Required<Pick<Behaviour, 'list' | 'call'>>,
): unknown {
  if (method === 'initialize') return initializeResult();
  if (method === 'ping') return {};
  if (method === 'tools/list') return list(params.cursor as string | undefined);
  return method === 'tools/call' ? call(String(params.name), (params.arguments ?? {}) as Record<string, unknown>, request) : undefined;
}
