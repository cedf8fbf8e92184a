/** Renders one chart many times in this process and prints the heap after the first 500 and after all renders, as JSON. Run with --expose-gc. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const renders = 5000;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mcpgw-memory-'));
const library = join(folder, 'helm.cjs');
await build({
  absWorkingDir: root,
  entryPoints: ['packages/helm/src/index.ts'],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  outfile: library,
  logLevel: 'error',
});
const { formatOutput, GoMap, loadChart, Renderer } = createRequire(import.meta.url)(library);
rmSync(folder, { recursive: true, force: true });

const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes, timezone: 'UTC' };
const renderer = new Renderer(loadChart(process.argv[2]), { deps });
const heap = () => {
  global.gc();
  return process.memoryUsage().heapUsed;
};
const render = i =>
  formatOutput(renderer.render({ releaseName: `demo-${i}`, namespace: `ns-${i}`, values: new GoMap([['replicaCount', i % 7]]) }));

let first = 0;
for (let i = 1; i <= renders; i++) {
  render(i);
  if (i === 500) first = heap();
}
console.log(JSON.stringify({ renders, first, last: heap() }));
