/** Wall and processor time of whole processes, taken in turn (A B A B ...) so that a drift of the machine's speed affects all equally. */
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

/** Processor time (user and system) of one run in milliseconds, as the shell counts it for its children. */
function processorOnce({ command, args }) {
  const result = spawnSync('sh', ['-c', '"$@" >/dev/null; status=$?; times >&2; exit $status', 'sh', command, ...args], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${result.status}\n${result.stderr}`);
  const children = result.stderr.trim().split('\n').at(-1);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return seconds.reduce((sum, part) => sum + part, 0) * 1000;
}

function inTurn(commands, rounds, measure) {
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const time = measure(command);
      if (round > 0) times[name].push(time);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, runs]) => [name, median(runs)]));
}

/** Medians of wall time in milliseconds, by name, of commands run in turn; the first round is a warm-up. */
export const interleaved = (commands, rounds) => inTurn(commands, rounds, runOnce);

/** Medians of processor time in milliseconds, by name, of commands run in turn; the first round is a warm-up. */
export const processorTime = (commands, rounds) => inTurn(commands, rounds, processorOnce);

/** A line of the report: what was measured, the figure, the target, and whether it is met. */
export function report(what, figure, target, met) {
  console.log(`${met === undefined ? '      ' : met ? 'met   ' : 'MISSED'}  ${what.padEnd(58)} ${figure.padStart(10)}  ${target}`);
}
