/** Adds up jest's results in a folder and prints `N passed, N failed, N skipped`; exit 1 where a run left no result or failed. */
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
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);
