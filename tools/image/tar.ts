/**
 * Layers as tar archives. An archive depends on names, contents and kinds of its entries alone: owner, mode, time and order are the same on
 * every machine.
 */
import { extract, pack } from 'tar-stream';

/** User and group id of the images, as in distroless images and in the chart's `podSecurityContext`. */
export const userId = 65532;

/** An entry of a layer. `path` has no leading slash. */
export type Entry =
  | { readonly path: string; readonly data: Uint8Array; readonly executable?: boolean }
  | { readonly path: string; readonly link: string }
  | { readonly path: string; readonly folder: FolderKind };

/** `plain` belongs to root, `own` to the user of the image alone, `temporary` to everybody. */
type FolderKind = 'plain' | 'own' | 'temporary';

const folderModes: Readonly<Record<FolderKind, number>> = { plain: 0o755, own: 0o700, temporary: 0o1777 };
const epoch = new Date(0);

/** The folders above the entries that are not entries themselves. */
function parentsOf(entries: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ path }) => path));
  const parents = new Map<string, Entry>();
  for (const { path } of entries)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const parent = path.slice(0, at);
      if (!known.has(parent)) parents.set(parent, { path: parent, folder: 'plain' });
    }
  return [...parents.values()];
}

const byPath = (a: Entry, b: Entry): number => (a.path < b.path ? -1 : 1);

/** The tar archive of a layer. @throws Error if two entries have one path, or a path is absolute */
export async function layerTar(entries: readonly Entry[]): Promise<Buffer> {
  for (const { path } of entries)
    if (path === '' || path.startsWith('/') || path.split('/').includes('..')) throw new Error(`not a path in a layer: ${path}`);
  const sorted = [...entries, ...parentsOf(entries)].sort(byPath);
  const repeated = sorted.find(({ path }, index) => path === sorted[index + 1]?.path);
  if (repeated) throw new Error(`two entries of a layer are named ${repeated.path}`);
  return packed(sorted);
}

function packed(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const entry of entries) {
    const common = { uid: 0, gid: 0, uname: '', gname: '', mtime: epoch };
    if ('data' in entry) archive.entry({ ...common, name: entry.path, mode: entry.executable ? 0o755 : 0o644 }, Buffer.from(entry.data));
    else if ('link' in entry) archive.entry({ ...common, name: entry.path, type: 'symlink', linkname: entry.link, mode: 0o777 });
    else {
      const owner = entry.folder === 'own' ? { uid: userId, gid: userId } : {};
      archive.entry({ ...common, ...owner, name: `${entry.path}/`, type: 'directory', mode: folderModes[entry.folder] });
    }
  }
  archive.finalize();
  return collected(archive);
}

async function collected(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** What a tar archive says of an entry. `path` has neither a leading `./` nor a slash at its end. */
export interface Header {
  readonly path: string;
  readonly type: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtime: number;
  readonly link: string;
  readonly data: Buffer;
}

/** The entries of an archive, in its order. @throws Error if it is damaged */
export async function readTar(archive: Uint8Array): Promise<Header[]> {
  const reader = extract();
  reader.end(Buffer.from(archive));
  const found: Header[] = [];
  for await (const entry of reader) {
    const { name, type, mode, uid, gid, mtime, linkname } = entry.header;
    const path = name.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    const data = await collected(entry);
    found.push({
      path,
      type: type ?? 'file',
      mode: mode ?? 0,
      uid: uid ?? 0,
      gid: gid ?? 0,
      mtime: Number(mtime ?? 0),
      link: linkname ?? '',
      data,
    });
  }
  return found;
}
