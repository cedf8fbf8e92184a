/** mcpproxy-go over given servers, where MCPGW_MCPPROXY names its binary. What it does not do as expected is said, and it is left out. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, freePort, newFolder, track, urlOf } from './gateway-harness.mjs';

const patienceMs = 60_000;
const pauseMs = 500;

/** The tool that calls tools of servers: its name and the arguments that it wants depend on the version. */
function callerOf(tools) {
  const tool = tools.find(({ name }) => name === 'call_tool_read') ?? tools.find(({ name }) => name === 'call_tool');
  if (tool === undefined) throw new Error('it has neither call_tool_read nor call_tool');
  const asText = Object.hasOwn(tool.inputSchema.properties ?? {}, 'args_json');
  return (name, args) => ({ name: tool.name, arguments: { name, ...(asText ? { args_json: JSON.stringify(args) } : { args }) } });
}

const textIn = result => result.content.find(({ type }) => type === 'text')?.text ?? '';

/** Starts it over `servers` (ports by name), and waits until it finds `count` tools. Undefined where it is not given or does not work. */
export async function startMcpproxy(servers, count = 1) {
  const binary = process.env.MCPGW_MCPPROXY;
  if (!binary) return undefined;
  const [folder, port] = [newFolder('mcpproxy'), await freePort()];
  const entry = ([name, upstream]) => ({
    name,
    url: urlOf(upstream),
    protocol: 'streamable-http',
    enabled: true,
    quarantined: false,
    skip_quarantine: true,
  });
  const config = join(folder, 'mcp_config.json');
  const settings = {
    listen: `127.0.0.1:${port}`,
    data_dir: folder,
    enable_tray: false,
    quarantine_enabled: false,
    mcpServers: Object.entries(servers).map(entry),
  };
  writeFileSync(config, JSON.stringify(settings));
  const child = track(
    spawn(binary, ['serve', '--config', config], { stdio: ['ignore', 'ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore'] }),
  );
  try {
    return await ready(child, port, Object.keys(servers), count);
  } catch (error) {
    child.kill('SIGKILL');
    console.log(`mcpproxy-go: not measured: ${error.message}`);
    return undefined;
  }
}

async function ready(child, port, names, count) {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      const client = await connect(port);
      const { tools } = await client.listTools();
      const search = async (query, limit) => {
        const { tools: found } = JSON.parse(textIn(await client.callTool({ name: 'retrieve_tools', arguments: { query, limit } })));
        return (found ?? []).map(({ name, server }) => (server && !name.startsWith(`${server}:`) ? `${server}:${name}` : name));
      };
      const found = await Promise.all(names.map(name => search(name, 100)));
      if (new Set(found.flat()).size >= Math.min(count, names.length)) return { child, port, search, call: callerOf(tools) };
      await client.close();
    } catch (error) {
      if (performance.now() > until || child.exitCode !== null) throw error;
    }
    if (performance.now() > until) throw new Error('it never found the tools of the servers');
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}
