/** The fuzz targets of test/fuzz for a short time each, by a number of runs: a slow machine takes longer, and fails no more often. `make fuzz` runs them for hours. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const runs = 150;
const fixedSeed = 1;
/** Another one for every commit, so that the result depends on the change and not on luck; it is in the name of each test, to repeat a failure. */
const commitSeed = Number(process.env.FUZZ_SEED ?? Number.parseInt(headCommit().slice(0, 7), 16));

/** The checked-out commit; a folder without git has the seed of none. */
function headCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '0000002';
  }
}

function fuzz(env: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['tools/fuzz.mjs'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    child.on('error', reject);
    child.on('close', code => resolve({ code, output }));
  });
}

const targets = readdirSync('test/fuzz/targets').map(file => basename(file, '.ts'));

test.each(targets)(`%s, seeds ${fixedSeed} and ${commitSeed}`, async name => {
  const { code, output } = await fuzz({
    FUZZ_TARGET: name,
    FUZZ_RUNS: String(runs),
    FUZZ_SEED: `${fixedSeed},${commitSeed}`,
    FUZZ_HANG: '60',
  });
  if (code !== 0) throw new Error(output);
  expect(output).toMatch(/^fuzz: 1 targets, \d+ runs, 0 found$/m);
});

test('defects of every kind are found, made small and kept', async () => {
  const crashes = mkdtempSync(join(tmpdir(), 'mcpgw-fuzz-'));
  const { code, output } = await fuzz({
    FUZZ_TARGETS: 'test/fuzz/planted',
    FUZZ_TARGET: 'defects',
    FUZZ_CRASHES: crashes,
    FUZZ_RUNS: '20000',
    FUZZ_SEED: '1',
    FUZZ_HANG: '2',
    FUZZ_MEMORY: '64',
  });
  const kept = readdirSync(join(crashes, 'defects'));
  rmSync(crashes, { recursive: true });
  expect(code).toBe(1);
  const found = [...output.matchAll(/^fuzz: defects: (.*)\n {2}input \((\d+) bytes\): (.*)$/gm)].map(
    ([, what, , input]) => `${what}: ${input}`,
  );
  expect(found.sort()).toEqual([
    'TypeError Cannot read properties of undefined (reading _) in throws: "<throws!"',
    'a declared error has the message of an internal one: "<wraps!"',
    'a file outside of the temporary folder was touched: "<reads!"',
    'a prototype that all code shares was changed: "<pollutes!"',
    'does not end: "<loops!"',
    'takes all memory: "<fills!"',
    'the network was used: "<calls!"',
    'two readers differ: "<differs!"',
  ]);
  expect(kept).toHaveLength(8);
});

test.each([
  [{ FUZZ_TARGET: 'nothing' }, 'there is no target "nothing"'],
  [{ FUZZ_TARGET: 'yaml', FUZZ_TIME: 'long' }, 'FUZZ_TIME is a time such as 90s, 10m or 2h'],
  [{ FUZZ_TARGET: 'yaml', FUZZ_INPUT: 'no/such/file' }, 'no/such/file cannot be read'],
])('%j cannot be run: exit code 2', async (env, message) => {
  const child = spawn(process.execPath, ['tools/fuzz.mjs'], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  expect(await new Promise(resolve => child.on('close', resolve))).toBe(2);
  expect(errors).toContain(message);
});
