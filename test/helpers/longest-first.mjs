import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sequencer from '@jest/test-sequencer';

/**
 * The suites that take minutes, longest first. A clean clone knows no times, and Jest would start them by the size of their files: the longest
 * one then starts last, while the other workers have nothing left to do.
 */
const longest = [
  'e2e/node/chart',
  'e2e/cluster/lifecycle',
  'e2e/serve-soak',
  'e2e/images',
  'e2e/fuzz',
  'differential/helm-templates',
  'e2e/bad-input',
  'e2e/release',
  'e2e/page-late',
  'e2e/cluster/upgrade-all',
].map(name => fileURLToPath(new URL(`../${name}.test.ts`, import.meta.url)));

for (const path of longest) if (!existsSync(path)) throw new Error(`${path} is among the longest suites, but there is no such file`);

const rank = ({ path }) => {
  const index = longest.indexOf(path);
  return index === -1 ? longest.length : index;
};

/** Starts the longest suites first, then the others in Jest's own order. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
