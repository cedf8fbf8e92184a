/** Wall time of whole processes, taken in turn (A B A B ...) so that a machine whose speed drifts is fair to all. */
import { spawnSync } from 'node:child_process';

/** One run in milliseconds; throws when the command fails. */
function runOnce({ command, args, cwd, env }) {
  const start = process.hrtime.bigint();
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 30,
  });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${result.status}\n${result.stderr}`);
  return elapsed;
}

const median = numbers => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Medians in milliseconds, by name, of commands run in turn; the first round is a warm-up. */
export function interleaved(commands, rounds) {
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const elapsed = runOnce(command);
      if (round > 0) times[name].push(elapsed);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, runs]) => [name, median(runs)]));
}

/** A line of the report: what was measured, the figure, the target, and whether it is met. */
export function report(what, figure, target, met) {
  console.log(`${met === undefined ? '      ' : met ? 'met   ' : 'MISSED'}  ${what.padEnd(58)} ${figure.padStart(10)}  ${target}`);
}
