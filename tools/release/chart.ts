/** The chart of a release: as an archive with its provenance, as an index of a repository, and as an OCI image layout. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml, toPlain } from '@mcpgw/structure';
import { run } from './run.js';

/** A key of a keyring that signs the chart. */
export interface Signature {
  readonly key: string;
  readonly keyring: string;
}

interface ChartOptions {
  readonly tree: string;
  readonly output: string;
  readonly repository: string;
  /** The time of the release, RFC 3339: that of its commit, so that two builds are alike. */
  readonly time: string;
  readonly signature?: Signature | undefined;
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The media types that Helm gives charts in registries. */
const media = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.cncf.helm.config.v1+json',
  chart: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  provenance: 'application/vnd.cncf.helm.chart.provenance.v1.prov',
} as const;

/** Writes the chart as an OCI image layout in `folder`, as `helm push` writes it to a registry. Returns its digest. */
export function writeLayout(
  folder: string,
  archive: string,
  provenance: string | undefined,
  chart: Readonly<Record<string, unknown>>,
  time: string,
): string {
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
  const write = (mediaType: string, bytes: Uint8Array) => {
    const digest = digestOf(bytes);
    writeFileSync(join(folder, 'blobs', digest.replace(':', '/')), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const layers = [write(media.chart, readFileSync(archive)), ...(provenance ? [write(media.provenance, readFileSync(provenance))] : [])];
  const annotations = {
    'org.opencontainers.image.title': String(chart.name),
    'org.opencontainers.image.version': String(chart.version),
    'org.opencontainers.image.description': String(chart.description),
    'org.opencontainers.image.created': time,
  };
  const manifest = write(media.manifest, json({ schemaVersion: 2, config: write(media.config, json(chart)), layers, annotations }));
  const named = { ...manifest, annotations: { 'org.opencontainers.image.ref.name': String(chart.version) } };
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(folder, 'index.json'), json({ schemaVersion: 2, manifests: [named] }));
  return manifest.digest;
}

/** Packages the chart of a tree into `OUTPUT/charts` and `OUTPUT/chart-oci`. @throws ReleaseError if helm is missing or fails */
export function packChart({ tree, output, repository, time, signature }: ChartOptions): {
  readonly archive: string;
  readonly digest: string;
} {
  const charts = join(output, 'charts');
  mkdirSync(charts, { recursive: true });
  const stage = join(output, 'chart-stage/mcp-gateway');
  cpSync(join(tree, 'charts/mcp-gateway'), stage, { recursive: true });
  const text = readFileSync(join(stage, 'Chart.yaml'), 'utf8');
  writeFileSync(join(stage, 'Chart.yaml'), `${text.trimEnd()}\nhome: ${repository}\n`);
  const { documents } = parseYaml(readFileSync(join(stage, 'Chart.yaml'), 'utf8'), { file: 'Chart.yaml', dialect: 'go' });
  const chart = toPlain(documents[0]!) as { name: string; version: string };
  const sign = signature ? ['--sign', '--key', signature.key, '--keyring', signature.keyring] : [];
  run('helm', ['package', stage, '--destination', charts, ...sign], { cwd: tree });
  const archive = join(charts, `${chart.name}-${chart.version}.tgz`);
  run('helm', ['repo', 'index', charts, '--url', `${repository}/releases/download/v${chart.version}`], { cwd: tree });
  const digest = writeLayout(join(output, 'chart-oci'), archive, signature && `${archive}.prov`, chart, time);
  return { archive, digest };
}
