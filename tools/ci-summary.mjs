/**
 * Sums up jest's results in a folder and prints the skipped tests with their reasons, then `N passed, N failed, N skipped`.
 * Exit 1 if a run failed or has no result, or if a skipped test has no reason in its name (test/helpers/needs.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const run of ['test', 'ci']) {
  const file = join(folder, `${run}.json`);
  if (!existsSync(file)) {
    console.log(`make ${run} left no test result`);
    total.failed++;
    continue;
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  total.skipped += result.numPendingTests + result.numTodoTests;
  total.failed += reportSkipped(run, result);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);

/** Prints each reason once, with the number of tests that were skipped for it. Returns the number of skipped tests without a reason. */
function reportSkipped(run, { testResults }) {
  const names = testResults.flatMap(({ assertionResults }) => assertionResults.filter(isSkipped).map(({ fullName }) => fullName));
  const counts = new Map();
  for (const name of names) {
    const reason = /\(skipped: (.*?)\)(?: |$)/.exec(name)?.[1] ?? `no reason given: ${name}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of counts) console.log(`make ${run} skipped ${count}: ${reason}`);
  return names.filter(name => !name.includes('(skipped: ')).length;
}

function isSkipped({ status }) {
  return status === 'pending' || status === 'skipped' || status === 'todo';
}
