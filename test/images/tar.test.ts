import { type Entry, layerTar, readTar } from '../../tools/image/tar.js';

const file = (path: string, data = '', executable = false): Entry => ({ path, data: Buffer.from(data), executable });

test.each([[''], ['/etc/passwd'], ['../etc/passwd'], ['usr/../../etc']])('the path %j is refused', async path => {
  await expect(layerTar([file(path)])).rejects.toThrow(`not a path in a layer: ${path}`);
});

test('two entries with one path are refused', async () => {
  await expect(layerTar([file('etc/passwd', 'a'), file('etc/passwd', 'b')])).rejects.toThrow('two entries of a layer are named etc/passwd');
});

test('a damaged archive is refused', async () => {
  const archive = await layerTar([file('a', 'text')]);
  archive[0]! ^= 1;
  await expect(readTar(archive)).rejects.toThrow(/Invalid tar header/);
});

test('owner, mode, time and order do not depend on the machine', async () => {
  const entries: Entry[] = [
    file('usr/bin/node', 'program', true),
    { path: 'usr/bin/link', link: '../lib/x' },
    { path: 'tmp', folder: 'temporary' },
    { path: 'home/nonroot', folder: 'own' },
    file('etc/passwd', 'root'),
  ];
  const archive = await layerTar(entries);
  expect(archive.equals(await layerTar(entries.toReversed()))).toBe(true);
  const shown = (await readTar(archive)).map(
    ({ path, type, mode, uid, gid, mtime, link, data }) => `${path} ${type} ${mode.toString(8)} ${uid}:${gid} ${mtime} ${link}${data}`,
  );
  expect(shown).toEqual([
    'etc directory 755 0:0 0 ',
    'etc/passwd file 644 0:0 0 root',
    'home directory 755 0:0 0 ',
    'home/nonroot directory 700 65532:65532 0 ',
    'tmp directory 1777 0:0 0 ',
    'usr directory 755 0:0 0 ',
    'usr/bin directory 755 0:0 0 ',
    'usr/bin/link symlink 777 0:0 0 ../lib/x',
    'usr/bin/node file 755 0:0 0 program',
  ]);
});

test('a name that is longer than a header holds is kept', async () => {
  const long = `${'folder/'.repeat(40)}${'n'.repeat(120)}`;
  const found = await readTar(await layerTar([file(long, 'x')]));
  expect(found.at(-1)).toMatchObject({ path: long, data: Buffer.from('x') });
});
