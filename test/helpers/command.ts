/** Runs a command of the command line in process. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { createProgram, run } from '../../cli/src/program.js';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Writes files, by their path below the folder; makes a temporary folder where none is given. */
export function writeTree(files: Readonly<Record<string, string | Uint8Array>>, folder = mkdtempSync(join(tmpdir(), 'mcpgw-'))): string {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  return folder;
}

export const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;

/** `written` is where the test's mock of stdout.ts keeps the data that the command wrote; text for people comes to it too. */
export async function runCommand(register: (program: Command) => void, written: string[], argv: readonly string[]): Promise<Outcome> {
  written.length = 0;
  let stderr = '';
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text, ...rest) => {
    stderr += String(text);
    const written: unknown = rest.at(-1);
    if (typeof written === 'function') written();
    return true;
  });
  const out = jest.spyOn(process.stdout, 'write').mockImplementation(text => written.push(String(text)) > 0);
  const listeners = process.listeners('uncaughtException');
  const program = createProgram();
  register(program);
  process.exitCode = undefined;
  try {
    await run(program, argv);
    return { code: Number(process.exitCode ?? 0), stdout: written.join(''), stderr };
  } finally {
    spy.mockRestore();
    out.mockRestore();
    process.exitCode = undefined;
    for (const added of process.listeners('uncaughtException')) if (!listeners.includes(added)) process.off('uncaughtException', added);
  }
}
