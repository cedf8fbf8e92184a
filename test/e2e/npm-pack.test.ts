/** What a package of the command holds: what was built, and nothing that belongs to one machine. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../helpers/mcpgw.js';

const dist = join(root, 'cli/dist');
const built = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());

test('code caches and the standalone executable stay out, everything else that was built is in', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: join(root, 'cli'), encoding: 'utf8' });
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
  const packed = files.map(({ path }) => path).filter(path => path.startsWith('dist/'));
  const wanted = built.map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'cli/').length));
  expect(wanted.some(path => path.endsWith('.cache'))).toBe(true);
  expect(packed.sort()).toEqual(wanted.filter(path => !path.endsWith('.cache') && !path.startsWith('dist/standalone/')).sort());
  expect(packed).toEqual(expect.arrayContaining(['dist/mcpgw.js', 'dist/chart.bin', 'dist/licenses.txt', 'dist/bundled.json']));
});
