/** Agents of the AI SDK, with a model that calls one tool again and again and then answers. */
import { dynamicTool, generateText, jsonSchema, stepCountIs } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import { failing, Instance, text } from '../../test/instances.js';
import { McpClientStrict } from './mcp-client-strict.js';

const instance = new Instance('sql', {
  query: ({ sql }) => {
    if (sql === '') return failing('SQL cannot be empty');
    return sql === 'down' ? failing('[FATAL] Database unreachable') : text('42 rows');
  },
});
beforeAll(() => instance.start());
afterAll(() => instance.stop());
beforeEach(() => {
  instance.arrivals.length = 0;
});

/** Runs an agent that calls `query` with each of `statements`; gives what its model was told of the calls. */
async function runAgent(client: McpClientStrict, statements: readonly string[], abortSignal?: AbortSignal): Promise<string[]> {
  const told: string[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const model = new MockLanguageModelV2({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      if (last?.role === 'tool') told.push(...last.content.map(({ output }) => String(output.type === 'content' ? '' : output.value)));
      const sql = statements[told.length];
      return sql === undefined
        ? { content: [{ type: 'text', text: 'done' }], finishReason: 'stop', usage, warnings: [] }
        : {
            content: [{ type: 'tool-call', toolCallId: `${told.length}`, toolName: 'query', input: JSON.stringify({ sql }) }],
            finishReason: 'tool-calls',
            usage,
            warnings: [],
          };
    },
  });
  const query = dynamicTool({
    description: 'Runs SQL',
    inputSchema: jsonSchema({ type: 'object' }),
    execute: async args => {
      const [part] = (await client.callTool('query', args as Record<string, unknown>)).content;
      return part?.type === 'text' ? part.text : '';
    },
  });
  await generateText({ model, prompt: 'count', tools: { query }, stopWhen: stepCountIs(10), ...(abortSignal && { abortSignal }) });
  return told;
}

async function opened(): Promise<McpClientStrict> {
  const client = new McpClientStrict({ name: 'sql', url: instance.url });
  await client.open();
  return client;
}

test('the model is told what it may fix', async () => {
  const client = await opened();
  expect(await runAgent(client, ['', 'select 1'], client.signal)).toEqual(['SQL cannot be empty', '42 rows']);
  await client.close();
});

test('a thrown error alone is told to the model as well, which goes on; no further call is sent', async () => {
  const client = await opened();
  expect(await runAgent(client, ['down', 'select 1', 'select 2'])).toEqual(Array(3).fill('Database unreachable'));
  expect(instance.calls).toHaveLength(1);
  await client.close();
});

test('with the signal, the run ends with the error, at once', async () => {
  const client = await opened();
  await expect(runAgent(client, ['', 'down', 'select 1'], client.signal)).rejects.toMatchObject({
    name: 'AgentRunAborted',
    message: 'Database unreachable',
  });
  expect(instance.calls).toHaveLength(2);
  await client.close();
});
