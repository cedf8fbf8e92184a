/**
 * Images by the OCI image specification 1.1: layers, configuration, manifest and index, and all of them as an archive of an image layout,
 * which containerd, podman and skopeo read.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import type { Architecture } from './sources.js';
import { type Entry, layerTar } from './tar.js';

/** How an image runs; the words of a Dockerfile. */
export interface Runs {
  /** USER */
  readonly user: string;
  /** ENV */
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly workdir: string;
  /** EXPOSE, without the protocol */
  readonly ports: readonly number[];
  /** LABEL */
  readonly labels: Readonly<Record<string, string>>;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: string; readonly variant?: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A layer as it is stored. */
export interface Packed {
  readonly createdBy: string;
  readonly blob: Uint8Array;
  /** Digest of the archive before compression. */
  readonly diffId: string;
}

/** An image for one architecture. */
export interface Image {
  readonly manifest: Descriptor;
  readonly blobs: readonly Uint8Array[];
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const media = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

const describe = (mediaType: string, bytes: Uint8Array, more: Partial<Descriptor> = {}): Descriptor => ({
  mediaType,
  digest: digestOf(bytes),
  size: bytes.length,
  ...more,
});

/**
 * Compresses with a program in JavaScript: zlib's output depends on its version and on the processor. It is slow for a layer as large as
 * Node, so the result is kept in `cache`.
 */
function compressed(archive: Uint8Array, diffId: string, cache: string): Uint8Array {
  const kept = join(cache, `${diffId.replace(':', '-')}.tar.gz`);
  if (existsSync(kept)) return readFileSync(kept);
  const bytes = gzipSync(archive, { level: 6, mtime: 0 });
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, bytes);
  renameSync(`${kept}.${process.pid}`, kept);
  return bytes;
}

/** @param cache - a folder for compressed layers */
export async function packLayer(createdBy: string, entries: readonly Entry[], cache: string): Promise<Packed> {
  const archive = await layerTar(entries);
  const diffId = digestOf(archive);
  return { createdBy, diffId, blob: compressed(archive, diffId, cache) };
}

/** The beginning of 1970: an image has no time of its own, or two builds would differ. */
const created = new Date(0).toISOString().replace('.000', '');

/** The variant that belongs to an architecture, as the specification has it. */
const variants: Readonly<Partial<Record<Architecture, string>>> = { arm64: 'v8' };

export function makeImage(runs: Runs, architecture: Architecture, layers: readonly Packed[]): Image {
  const variant = variants[architecture];
  const platform = { architecture, os: 'linux', ...(variant && { variant }) };
  const config = jsonOf({
    created,
    ...platform,
    config: {
      User: runs.user,
      ExposedPorts: Object.fromEntries(runs.ports.map(port => [`${port}/tcp`, {}])),
      Env: Object.entries(runs.env).map(([name, value]) => `${name}=${value}`),
      Entrypoint: runs.entrypoint,
      WorkingDir: runs.workdir,
      Labels: runs.labels,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
  });
  const manifest = jsonOf({
    schemaVersion: 2,
    mediaType: media.manifest,
    config: describe(media.config, config),
    layers: layers.map(({ blob }) => describe(media.layer, blob)),
    annotations: runs.labels,
  });
  return { manifest: describe(media.manifest, manifest, { platform }), blobs: [...layers.map(({ blob }) => blob), config, manifest] };
}

/** The archive of an image layout with one index of all `images`, and the digest of that index. `name` is `REPOSITORY:TAG`. */
export async function layoutArchive(name: string, images: readonly Image[]): Promise<{ archive: Buffer; digest: string }> {
  const index = jsonOf({ schemaVersion: 2, mediaType: media.index, manifests: images.map(({ manifest }) => manifest) });
  // containerd takes the name from the first annotation, podman and skopeo from the second.
  const annotations = { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': name };
  const top = { schemaVersion: 2, mediaType: media.index, manifests: [describe(media.index, index, { annotations })] };
  const blobs = new Map([...images.flatMap(({ blobs }) => blobs), index].map(blob => [digestOf(blob), blob]));
  const archive = await layerTar([
    { path: 'oci-layout', data: jsonOf({ imageLayoutVersion: '1.0.0' }) },
    { path: 'index.json', data: jsonOf(top) },
    ...[...blobs].map(([digest, data]) => ({ path: `blobs/${digest.replace(':', '/')}`, data })),
  ]);
  return { archive, digest: digestOf(index) };
}
