/** Puts an image together: the lower layers, the app with its bill of materials, for every architecture. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './apps.js';
import { type Layer, nodeLayer, systemLayer } from './base.js';
import { type Image, layoutArchive, makeImage, type Packed, packLayer } from './oci.js';
import { billOf } from './sbom.js';
import { type Architecture, debianPackages, type Lock, nodeProgram } from './sources.js';
import type { Entry } from './tar.js';

/** Where the bill of materials lies in an image. */
export const billPath = (name: string): string => `usr/share/sbom/${name}.cdx.json`;

export const readLock = (root: string): Lock => JSON.parse(readFileSync(join(root, 'tools/image/lock.json'), 'utf8')) as Lock;

/** The layers below every app. @throws SourceUnavailable */
export async function baseLayers(lock: Lock, architecture: Architecture, cache: string): Promise<Layer[]> {
  const sources = join(cache, 'sources');
  return [systemLayer(await debianPackages(lock, architecture, sources)), nodeLayer(await nodeProgram(lock, architecture, sources))];
}

/** The image of an app for one architecture, and its bill of materials. */
export async function imageOf(
  app: App,
  base: readonly Layer[],
  architecture: Architecture,
  cache: string,
): Promise<Image & { bill: string }> {
  const { name, version, packages, entries, runs } = app;
  const bill = billOf({ name, version, license: 'Apache-2.0', packages, parts: base.flatMap(({ parts }) => parts) });
  const own: Entry[] = [...entries, { path: billPath(name), data: Buffer.from(bill) }];
  const packed: Packed[] = [];
  for (const layer of [...base, { createdBy: `${name} ${version}`, entries: own }])
    packed.push(await packLayer(layer.createdBy, layer.entries, join(cache, 'layers')));
  return { ...makeImage(runs, architecture, packed), bill };
}

export interface Written {
  readonly archive: string;
  readonly name: string;
  readonly digest: string;
  /** Compressed size of an image in bytes, by architecture. */
  readonly sizes: Readonly<Record<string, number>>;
}

function writeWhole(path: string, bytes: string | Uint8Array): void {
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}

export interface Places {
  readonly output: string;
  readonly cache: string;
}

/** Writes the archive of an app's image for all given architectures, and the bills beside it. @throws SourceUnavailable */
export async function writeImage(
  app: App,
  bases: ReadonlyMap<Architecture, readonly Layer[]>,
  { output, cache }: Places,
): Promise<Written> {
  mkdirSync(output, { recursive: true });
  const images: Image[] = [];
  const sizes: Record<string, number> = {};
  for (const [architecture, base] of bases) {
    const image = await imageOf(app, base, architecture, cache);
    images.push(image);
    sizes[architecture] = image.blobs.reduce((sum, { length }) => sum + length, 0);
    writeWhole(join(output, `${app.name}-linux-${architecture}.cdx.json`), image.bill);
  }
  const name = `${app.repository}:${app.version}`;
  const { archive, digest } = await layoutArchive(name, images);
  const path = join(output, `${app.name}.oci.tar`);
  writeWhole(path, archive);
  return { archive: path, name, digest, sizes };
}
