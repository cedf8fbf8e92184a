/**
 * A client of the MCP SDK that runs in a pod: `agent.mjs URL TOOL [ARGUMENTS]`, with the variable TOKEN as bearer. TOOL is the end of a
 * tool's name. Prints `{tools, isError, text}`, or `{error, ms}` with the time until it failed, as one line of JSON.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url = '', tool = '', args = '{}'] = process.argv.slice(2);
const { TOKEN: token } = process.env;

async function run(client: Client): Promise<object> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  const name = tools.find(entry => entry.name.endsWith(tool))?.name;
  if (name === undefined) return { tools: tools.map(entry => entry.name) };
  const { content, isError = false } = await client.callTool({ name, arguments: JSON.parse(args) });
  const text = (content as { text?: string }[]).map(part => part.text ?? '').join('\n');
  return { tools: tools.map(entry => entry.name), isError, text };
}

const client = new Client({ name: 'agent', version: '1' });
const start = performance.now();
const deadline = setTimeout(() => process.exit(124), 30_000);
run(client)
  .catch((error: Error) => ({ error: error.message, ms: Math.round(performance.now() - start) }))
  .then(async answer => {
    console.log(JSON.stringify(answer));
    await client.close().catch(() => {});
    clearTimeout(deadline);
  });
