import { spawn } from 'node:child_process';

/** Runs a program to its end without holding up servers of this process. */
export function runScript(program: string, args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => (stdout += chunk));
  child.stderr.on('data', chunk => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', status => resolve({ status, stdout, stderr }));
  });
}
