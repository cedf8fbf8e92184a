/** What a client of the SDK does with a gateway in front of the conformance fixtures, for each arrangement of gateways. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

export const simple = { content: [{ type: 'text', text: 'This is a simple text response for testing.' }] };

/** Calls, is asked, hears of progress and of the log, reads, and meets an unknown tool. */
export async function usesEverything(url: string): Promise<void> {
  const client = new Client({ name: 'v1', version: '1' }, { capabilities: { elicitation: {}, sampling: {} } });
  const logs: unknown[] = [];
  const progress: number[] = [];
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { username: 'ada', email: 'a@b.c' } }));
  client.setRequestHandler(CreateMessageRequestSchema, async () => ({
    role: 'assistant' as const,
    model: 'm',
    content: { type: 'text' as const, text: 'yes' },
  }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params.data));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect(await client.callTool({ name: 'test_simple_text' })).toEqual(simple);
  expect(await client.callTool({ name: 'test_elicitation', arguments: { message: 'who?' } })).toEqual({
    content: [{ type: 'text', text: 'User response: action=accept, content={"username":"ada","email":"a@b.c"}' }],
  });
  expect(await client.callTool({ name: 'test_sampling', arguments: { prompt: 'well?' } })).toEqual({
    content: [{ type: 'text', text: 'LLM response: yes' }],
  });
  await client.setLoggingLevel('debug');
  await client.callTool({ name: 'test_tool_with_logging' });
  const onprogress = (report: { progress: number }) => void progress.push(report.progress);
  await client.callTool({ name: 'test_tool_with_progress' }, undefined, { onprogress });
  expect(logs).toEqual(['Tool execution started', 'Tool processing data', 'Tool execution completed']);
  expect(progress).toEqual([0, 50, 100]);
  expect(await client.readResource({ uri: 'test://static-text' })).toMatchObject({ contents: [{ mimeType: 'text/plain' }] });
  await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({ code: -32602, data: { failure_mode: 'unknown_tool' } });
  await client.close();
}
