/** `mcpgw activity head`: the last record of every writer. */
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { ConfigFlags } from '../flags.js';
import { printJson } from '../terminal.js';
import { withRecord } from './open.js';

/** Runs `mcpgw activity head` and gives its exit code. @throws CliError when it cannot run */
export async function runHead(flags: ConfigFlags): Promise<ExitCode> {
  return withRecord(flags, async store => {
    const { marks } = await store.heads();
    for (const { writer, seq, hash } of marks) printJson(`${JSON.stringify({ writer, seq, hash })}\n`);
    return exitCodes.clean;
  });
}
