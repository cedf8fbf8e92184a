/**
 * Who opens files by itself. Everything else that the command reads goes through cli/src/read-file.ts, which is bounded and does not
 * wait for a pipe that nobody writes to. A new row needs a reason why that cannot happen there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../cli/src');

const ours = 'files of the program itself';
const cache = 'a file of the cache, opened as such';

const allowed: Readonly<Record<string, string>> = {
  'read-file.ts': 'the one way',
  'bundled-chart.ts': ours,
  'load-file.ts': ours,
  'packed-chart.ts': ours,
  'render/helm-environment.ts': 'the namespace of the pod, at a path that Kubernetes mounts',
  'render/remote-schemas.ts': 'standard input of a process that the command starts',
  'replace-file.ts': 'writes',
  'template-cache.ts': cache,
};

const reads = /\b(?:readFileSync|openSync|createReadStream|readFile)\(/;

it('files are read in one way', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/'));
  const sources = files.filter(file => file.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$/.test(file));
  const found = sources.filter(file => reads.test(readFileSync(join(root, file), 'utf8')));
  expect(found.filter(file => !(file in allowed))).toEqual([]);
  expect(Object.keys(allowed).filter(file => !found.includes(file))).toEqual([]);
});
