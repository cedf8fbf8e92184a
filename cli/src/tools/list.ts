import { type ExitCode, exitCodes } from '../exit-codes.js';
import { print, printJson } from '../terminal.js';
import { terminalStyle } from './columns.js';
import type { ListFlags } from './flags.js';
import { takeInventory } from './inventory.js';
import { makeToolsReport, needsAttention } from './report.js';
import { formatToolsTable } from './table.js';

/** Runs `mcpgw tools` and gives its exit code. It does not write to the store. @throws CliError when it cannot run */
export async function runList(config: string | undefined, flags: ListFlags): Promise<ExitCode> {
  const inventory = await takeInventory(config, flags, { mayWrite: false });
  try {
    const report = makeToolsReport(inventory, flags);
    if (flags.output === 'json') printJson(`${JSON.stringify(report, null, 2)}\n`);
    else print(formatToolsTable(report, terminalStyle()));
    return needsAttention(report) ? exitCodes.findings : exitCodes.clean;
  } finally {
    await inventory.close();
  }
}
