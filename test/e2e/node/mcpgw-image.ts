/** The image of the command under the name that the chart gives it: the one that `make images` built, or one for tests from the built command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../helpers/mcpgw.js';
import type { TarEntry } from '../../helpers/tar.js';
import { folders, librariesOf, program, writeImage } from './images.js';

const built = join(root, '.cache/images/out/mcpgw.oci.tar');

/** The archive to import; one for tests goes into `folder`. */
export function mcpgwArchive(folder: string): string {
  return existsSync(built) ? built : writeImage(folder, testImage());
}

function testImage() {
  const dist = join(root, 'cli/dist');
  const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'));
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name => /\.(?:js|cjs|bin|json)$/.test(name));
  const home = 'usr/lib/mcpgw';
  const launcher = readFileSync(join(dist, 'mcpgw.js'), 'utf8').replace('/usr/bin/env node', '/bin/node');
  const files: TarEntry[] = [
    ...folders('bin', 'proc', 'dev', 'sys', 'etc', 'tmp', 'usr', 'usr/lib', home, `${home}/commands`, `${home}/workers`, 'var', 'var/lib'),
    ...folders('var/lib/mcpgw'),
    ...librariesOf(process.execPath),
    program('bin/node', process.execPath),
    ...names.filter(name => name !== 'mcpgw.js').map(name => ({ name: `${home}/${name}`, data: readFileSync(join(dist, name)) })),
    { name: `${home}/mcpgw.js`, data: launcher, mode: 0o755 },
    { name: 'bin/mcpgw', type: '2', linkname: `../${home}/mcpgw.js` },
  ];
  return { reference: `localhost/mcpgw:${version}`, files, entrypoint: ['/bin/mcpgw'], user: '65532:65532' };
}
