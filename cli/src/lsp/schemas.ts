/** The published schema of a document, by its kind and the versions of the settings. */
import { join } from 'node:path';
import { publishedSchema, schemaVersions } from '@mcpgw/validate';
import { gatewayVersionOf } from '../gateway-version.js';
import { readNamedText, UnreadableError } from '../read-file.js';
import { valuesSchema } from '../schema/values-schema.js';
import type { ValidateFlags } from '../validate/flags.js';
import { chartAround } from './judge.js';
import type { OpenDocument } from './open-document.js';
import type { FieldSchema } from './schema-view.js';

const names: Readonly<Record<string, string>> = Object.assign(Object.create(null), { settings: 'mcpgw-config' });

const made = new Map<string, FieldSchema | undefined>();

/** The schema of a document; undefined if there is none for its kind. */
export function schemaOf({ kind, place }: Pick<OpenDocument, 'kind' | 'place'>, flags: ValidateFlags): FieldSchema | undefined {
  if (/(?:^|[/\\])values[^/\\]*\.ya?ml$/.test(place.path)) {
    const chart = chartAround(place.path);
    if (chart !== undefined) return chartSchema(chart);
  }
  if (kind === undefined) return undefined;
  if (kind === 'values') return flags.chart === undefined ? valuesSchema : chartSchema(join(place.root, flags.chart));
  const name = names[kind] ?? kind;
  const key = `${name} ${flags.gatewayVersion ?? ''} ${flags.kubeVersion ?? ''}`;
  if (!made.has(key)) made.set(key, published(name, flags));
  return made.get(key);
}

/** The schema of the versions that are named, or of the default versions where there is none for them. */
function published(name: string, { gatewayVersion = '', kubeVersion = '' }: ValidateFlags): FieldSchema | undefined {
  const known = schemaVersions(name);
  const gateway = known.gateway.find(version => version === gatewayVersionOf(gatewayVersion));
  const kube = known.kube.find(version => version === kubeVersion.replace(/^v/, '').split('.').slice(0, 2).join('.'));
  return publishedSchema(name, { ...(gateway !== undefined && { gateway }), ...(kube !== undefined && { kube }) });
}

/** The schema that a chart has for its values; undefined if it has none that can be read. */
function chartSchema(chart: string): FieldSchema | undefined {
  try {
    const schema: unknown = JSON.parse(readNamedText(join(chart, 'values.schema.json')));
    return typeof schema === 'object' && schema !== null ? (schema as FieldSchema) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnreadableError || (error instanceof Error && 'syscall' in error))
      return undefined;
    throw error;
  }
}
