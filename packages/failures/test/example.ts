import { invalidArguments, precheck, runCall, toWire } from '@mcpgw/failures';

/** Answers the text of a `tools/call` request of a server with one tool, `double`. */
export async function answer(body: string): Promise<string> {
  const settings = { validationErrors: 'tool_result' } as const;
  const checked = precheck(body);
  if (checked.violation) return JSON.stringify({ jsonrpc: '2.0', id: checked.id, ...toWire(checked.violation, settings) });
  const { id, method, params } = checked.message as { id: number; method: string; params: { name: string; arguments: unknown } };
  const { failure, results } = await runCall({ requestId: id, method, tool: params.name }, async () => {
    const { number } = params.arguments as { number?: unknown };
    if (typeof number !== 'number') throw invalidArguments('double', ["'number' must be a number"]);
    return { content: [{ type: 'text', text: String(2 * number) }] };
  });
  return JSON.stringify({ jsonrpc: '2.0', id, ...(failure ? toWire(failure, settings) : { result: results[0] }) });
}
