/** An agent's calls without the agent: what works, what the model may fix, what moves the session, and what ends the run. */
import {
  AgentRunAborted,
  createSessionToken,
  getMcpClient,
  type McpClient,
  McpClientPrivateData,
  RetryableToolError,
  runInSession,
  sessionEnvironment,
} from '@mcpgw/kit';
import { auth, configPath, storage } from './settings.js';

/** The first line of what a tool answers; what the model would be told where it may try again. */
async function ask(client: McpClient, tool: string, args: Record<string, unknown> = {}): Promise<void> {
  const shown = `${tool} ${JSON.stringify(args)}`;
  try {
    const { content } = await client.callTool(tool, args);
    const [first] = content;
    console.log(`${shown}\n  ${first?.type === 'text' ? first.text.split('\n')[0] : ''}`);
  } catch (error) {
    if (!(error instanceof RetryableToolError)) throw error;
    console.log(`${shown}\n  retry: ${error.message}`);
  }
}

async function run(client: McpClient): Promise<void> {
  const where = () => console.log(`-- ${client instanceof McpClientPrivateData && client.isIsolated ? 'isolated' : 'normal'} instance`);
  console.log(`tools: ${(await client.listTools()).map(({ name }) => name).join(', ')}`);
  await ask(client, 'write_file', { path: '/workspace/notes.txt', content: 'remember the milk' });
  await ask(client, 'read_file', { path: '/workspace/notes.txt' });
  await ask(client, 'read_file', { path: '/workspace/../../etc/passwd' });
  await ask(client, 'search_records', { query: '' });
  await ask(client, 'search_records', { query: 'Kyoto' });
  await ask(client, 'check_status');
  where();
  await ask(client, 'load_sensitive_dataset', { name: 'customers' });
  await ask(client, 'read_file', { path: '/workspace/notes.txt' });
  await ask(client, 'check_status');
  where();
  await ask(client, 'search_records', { query: 'Kyoto', source: 'archive' });
}

async function main(): Promise<void> {
  const identity = { userId: 'alice', sessionId: process.env.SESSION_ID ?? `demo-${Date.now()}` };
  const bearerToken = await createSessionToken(auth(), identity);
  await runInSession({ ...identity, ...sessionEnvironment(storage(), process.env) }, async () => {
    const client = getMcpClient('template-client', { configPath, bearerToken });
    await client.open();
    try {
      await run(client);
    } finally {
      await client.close();
    }
  });
}

main().catch((error: unknown) => {
  if (error instanceof AgentRunAborted) console.log(`run aborted by ${error.tool}: ${error.message}`);
  else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
});
