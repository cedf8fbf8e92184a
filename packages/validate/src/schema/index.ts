import { newestMinor, oldestMinor } from '@mcpgw/kubernetes';
import { defaultVersion, knownVersions } from '@mcpgw/structure';
import type { Schema } from './definitions.js';
import { fileExamples } from './file-examples.js';
import { objectsSchema } from './objects-schema.js';
import { published } from './published.js';
import { toJsonSchema } from './to-json-schema.js';

/** Names of the published schemas. */
export const schemaNames: readonly string[] = Object.keys(published);

/** The versions for which a schema is written. */
export interface SchemaVersions {
  /** Version of agentgateway, as bare semver. */
  readonly gateway?: string;
  /** Minor version of Kubernetes, such as `1.34`. */
  readonly kube?: string;
}

const kubeVersions = Array.from({ length: newestMinor - oldestMinor + 1 }, (_, index) => `1.${oldestMinor + index}`);
/** Custom resources are supported from the first release with their current form. */
const customVersions = knownVersions.filter(version => !version.startsWith('0.'));
const gatewayVersions: Readonly<Record<string, readonly string[]>> = {
  agentgateway: knownVersions,
  'custom-resources': customVersions,
  manifest: customVersions,
};

/** The versions for which a schema exists, the oldest first; empty if the schema is the same for every version. */
export function schemaVersions(name: string): Readonly<Record<keyof SchemaVersions, readonly string[]>> {
  const by = entryOf(name)?.by ?? [];
  return { gateway: by.includes('gateway') ? (gatewayVersions[name] ?? []) : [], kube: by.includes('kube') ? kubeVersions : [] };
}

const entryOf = (name: string) => (Object.hasOwn(published, name) ? published[name] : undefined);

/** A published schema by name, for versions from `schemaVersions` or the default versions; undefined if the name is unknown. */
export function publishedSchema(name: string, versions: SchemaVersions = {}): Schema | undefined {
  const entry = entryOf(name);
  if (entry === undefined) return undefined;
  const gateway = versions.gateway ?? defaultVersion;
  const kube = versions.kube ?? `1.${newestMinor}`;
  const title = entry.title.replace('{gateway}', gateway).replace('{kube}', kube);
  const head = { id: `urn:mcpgw:${schemaPath(name, { gateway, kube })}`, title, description: entry.description };
  if (entry.shape !== undefined) return toJsonSchema(entry.shape, { ...head, version: gateway, examples: fileExamples[name] ?? [] });
  return objectsSchema({
    ...head,
    ...(entry.by.includes('kube') ? { minor: Number(kube.slice(2)) } : {}),
    ...(entry.by.includes('gateway') ? { gatewayVersion: gateway } : {}),
  });
}

/** The path of a schema below `schemas/`. */
function schemaPath(name: string, { gateway, kube }: Required<SchemaVersions>): string {
  if (name === 'agentgateway') return `agentgateway/v${gateway}/config.json`;
  if (name === 'custom-resources') return `custom-resources/v${gateway}.json`;
  return name === 'kubernetes' ? `kubernetes/v${kube}.json` : `${name}.json`;
}

/** Every published schema, by its path below `schemas/`; `manifest` only for the default versions. */
export function publishedFiles(): Map<string, Schema> {
  const files = new Map<string, Schema>();
  const defaults = { gateway: defaultVersion, kube: `1.${newestMinor}` };
  for (const name of schemaNames) {
    const { gateway, kube } = schemaVersions(name);
    const choices: SchemaVersions[] =
      gateway.length > 0 && kube.length > 0
        ? [{}]
        : [...gateway.map(version => ({ gateway: version })), ...kube.map(version => ({ kube: version }))];
    for (const versions of choices.length === 0 ? [{}] : choices)
      files.set(schemaPath(name, { ...defaults, ...versions }), publishedSchema(name, versions)!);
  }
  return files;
}
