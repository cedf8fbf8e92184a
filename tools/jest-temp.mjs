/**
 * Gives the temporary files of one run of Jest a folder of their own, which the end of the run removes. Tests, and the programs that they
 * start, leave files where they are killed; thousands of runs would fill the disk.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The workers, and what they start, take it from the environment. The name is short, because sockets have paths of at most 107 bytes. */
export function makeTempFolder() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mcpgw-t-'));
  // Tests also start programs as other users.
  chmodSync(process.env.TMPDIR, 0o755);
  process.env.MCPGW_TEST_TEMP = process.env.TMPDIR;
}

/** The end of a run, as Jest calls it. */
export default function removeTempFolder() {
  const folder = process.env.MCPGW_TEST_TEMP;
  try {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.warn(`${folder} cannot be removed: ${error.message}`);
  }
}
