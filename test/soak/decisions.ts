/** Decisions about tools as people make them: with `mcpgw tools`, and on the page. */
import { spawn } from 'node:child_process';
import { send } from './callers.js';
import { executable, type Gateway } from './gateway.js';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `mcpgw tools DECISION ...` on the configuration of a gateway; looks at the servers that it names, and asks nothing. */
export function decide(gateway: Gateway, decision: 'approve' | 'enable' | 'disable', ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [executable, 'tools', decision, ...args, '--yes', '--config', gateway.file], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', code => resolve({ code, output }));
  });
}

/** Switches a tool on or off as the page does; gives status and text of the answer. */
export async function onPage(gateway: Gateway, action: 'enable' | 'disable', server: string, tool: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
  const { status, text } = await send(gateway.port, { path: `/ui/api/${action}`, headers, body: JSON.stringify({ server, tool }) });
  return `${status} ${text}`;
}
