/** A command loads the modules of Node that it needs, and no others (docs/adr/0060-lazy-loading.md). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { root } from '../helpers/mcpgw.js';

const watched = ['child_process', 'crypto', 'net', 'v8', 'worker_threads', 'zlib'];
const folder = writeTree({
  'list.cjs': `process.on('exit', () => require('node:fs').writeSync(2, 'LOADED ' + process.moduleLoadList.join()));`,
});

/** The watched modules that a run loads, after those that Node itself has loaded. */
function loadedBy(args: readonly string[]): string[] {
  const run = spawnSync(process.execPath, ['-r', join(folder, 'list.cjs'), join(root, 'cli/dist/mcpgw.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
    // A pipe as standard output would load node:net.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(run.status).toBe(0);
  const list = run.stderr.slice(run.stderr.indexOf('LOADED ') + 'LOADED '.length).split(',');
  return watched.filter(name => list.includes(`NativeModule ${name}`));
}

test.each<[string, string[], string[]]>([
  ['a render', ['render', 'mine', 'charts/mcp-gateway'], []],
  ['the version', ['--version'], []],
  ['help', ['render', '--help'], []],
  ['a validation', ['validate', 'test/golden/static-v1.4.1-workload/expected.yaml'], ['net']],
])('%s', (_, args, modules) => {
  expect(loadedBy(args)).toEqual(modules);
});
