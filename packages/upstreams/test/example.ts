import { GatewayFailure } from '@mcpgw/failures';
import { readServers } from '@mcpgw/mcp-config';
import { readRestApi, restSource, Upstreams } from '@mcpgw/upstreams';

const env = process.env;
const readText = (file: string) => Promise.reject(new Error(`${file} is not read`));

/** Connects to the servers of a text in any format of MCP clients, and makes the endpoints of a REST API tools. */
export async function connect(text: string, api: unknown): Promise<Upstreams> {
  const { servers } = readServers(text, { file: 'mcp_config.json', env });
  const source = restSource(await readRestApi(api, { readText }), { env });
  const upstreams = new Upstreams({ onEvent: event => console.error(event.server, event.kind) });
  await upstreams.update([...servers, { name: source.id, source, enabled: true, quarantined: false, trustMode: 'auto' }]);
  await upstreams.settled(10_000);
  return upstreams;
}

/** The text of a tool's result; the reason if there is no result. */
export async function callTool(upstreams: Upstreams, server: string, tool: string, args: Record<string, unknown>): Promise<string> {
  try {
    const { content } = await upstreams.call(server, tool, args, { signal: AbortSignal.timeout(30_000) });
    return content.map(part => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    return `${error.category}: ${error.message}`;
  }
}
