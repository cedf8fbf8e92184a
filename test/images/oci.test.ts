import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { layoutArchive, makeImage, packLayer, type Runs } from '../../tools/image/oci.js';
import { readTar } from '../../tools/image/tar.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-oci-'));
afterAll(() => rmSync(folder, { recursive: true }));

const runs: Runs = { user: '1:1', env: { A: 'b=c' }, entrypoint: ['/x'], workdir: '/w', ports: [80], labels: { l: 'm' } };
const layer = (cache = folder) => packLayer('a file', [{ path: 'x', data: Buffer.from('text') }], cache);

async function archiveOf(cache?: string) {
  const layers = [await layer(cache)];
  return layoutArchive('example.com/x:1', [makeImage(runs, 'amd64', layers), makeImage(runs, 'arm64', layers)]);
}

/** The blobs of a layout by digest, and the two files beside them. */
async function read(archive: Buffer) {
  const files = new Map((await readTar(archive)).filter(({ type }) => type === 'file').map(({ path, data }) => [path, data]));
  const json = (path: string) => JSON.parse(files.get(path)!.toString('utf8'));
  const blob = ({ digest }: { digest: string }) => files.get(digest.replace(':', '/').replace(/^/, 'blobs/'))!;
  return { files, json, blob, parsed: (descriptor: { digest: string }) => JSON.parse(blob(descriptor).toString('utf8')) };
}

test('every blob has the digest and the size that names it', async () => {
  const { files, json, blob, parsed } = await read((await archiveOf()).archive);
  for (const [path, data] of files)
    if (path.startsWith('blobs/')) expect(path).toBe(`blobs/sha256/${createHash('sha256').update(data).digest('hex')}`);
  const [top] = json('index.json').manifests;
  const descriptors = parsed(top).manifests.flatMap((manifest: { digest: string; size: number }) => {
    const { config, layers } = parsed(manifest);
    return [manifest, config, ...layers];
  });
  expect(descriptors).toHaveLength(6);
  for (const descriptor of [top, ...descriptors]) expect(blob(descriptor)).toHaveLength(descriptor.size);
});

test('one index has an image for each architecture', async () => {
  const { archive, digest } = await archiveOf();
  const { json, parsed, blob } = await read(archive);
  expect(json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
  expect(json('index.json').manifests).toMatchObject([
    { digest, annotations: { 'io.containerd.image.name': 'example.com/x:1', 'org.opencontainers.image.ref.name': 'example.com/x:1' } },
  ]);
  const [amd64, arm64] = parsed({ digest }).manifests;
  expect(amd64.platform).toEqual({ architecture: 'amd64', os: 'linux' });
  expect(arm64.platform).toEqual({ architecture: 'arm64', os: 'linux', variant: 'v8' });
  const manifest = parsed(amd64);
  const tar = gunzipSync(blob(manifest.layers[0]));
  expect((await readTar(tar)).map(({ path, data }) => [path, String(data)])).toEqual([['x', 'text']]);
  expect(parsed(manifest.config)).toEqual({
    created: '1970-01-01T00:00:00Z',
    architecture: 'amd64',
    os: 'linux',
    config: {
      User: '1:1',
      ExposedPorts: { '80/tcp': {} },
      Env: ['A=b=c'],
      Entrypoint: ['/x'],
      WorkingDir: '/w',
      Labels: { l: 'm' },
    },
    rootfs: { type: 'layers', diff_ids: [`sha256:${createHash('sha256').update(tar).digest('hex')}`] },
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'a file' }],
  });
});

test('the archive is the same from a cache, without one, and on every machine', async () => {
  const first = await archiveOf();
  const again = await archiveOf();
  const elsewhere = await archiveOf(join(folder, 'other'));
  expect(readdirSync(join(folder, 'other'))).toHaveLength(1);
  expect([again.digest, elsewhere.digest]).toEqual([first.digest, first.digest]);
  expect(elsewhere.archive.equals(first.archive)).toBe(true);
  expect(first.digest).toBe('sha256:965b49016c5dd3237cfa56a1be9b831870192647a0a5cafe86624530a7090154');
});
