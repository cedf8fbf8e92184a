/** The recorder of a command: what it does goes where the gateway of the configuration records its own. */
import { userInfo } from 'node:os';
import type { Recorder, RecorderFault } from '@mcpgw/activity';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { say } from './terminal.js';

/** Undefined if nothing is recorded, or only in the memory of the gateway. It begins to write with the first event. */
export async function commandRecorder(config: ServeConfig, env: Env): Promise<Recorder | undefined> {
  if (!config.activity.enabled || config.store.type === 'memory') return undefined;
  const { openRecorder, redactionOf } = await import('./serve/recorder.js');
  const tell = (fault: RecorderFault) => {
    if (fault.kind === 'failing') say(`Note: this is not recorded yet: ${fault.reason}\n`);
  };
  const current = { config, env };
  return openRecorder(current, redactionOf(current), tell);
}

/** The name of whoever runs the command. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
