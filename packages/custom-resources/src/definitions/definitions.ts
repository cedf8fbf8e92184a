/** Kinds from CustomResourceDefinitions: those that a cluster with these definitions serves. */
import { entries, get, items, type Node, text, toPlain } from '@mcpgw/structure';
import type { StructuralSchema } from './schema.js';

/** A version of a kind, from its definition. */
export interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  /** Undefined if the definition has no schema; then any field is accepted. */
  readonly schema: StructuralSchema | undefined;
  /** Whether `status` is a subresource. If so, the API server drops the field when it creates an object. */
  readonly hasStatus: boolean;
}

/** A kind, from its definition. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  readonly clusterScoped: boolean;
  readonly versions: readonly DefinedVersion[];
}

/** Kinds by group and name. */
export interface Definitions {
  readonly get: (group: string, kind: string) => DefinedKind | undefined;
  readonly hasGroup: (group: string) => boolean;
  readonly all: readonly DefinedKind[];
}

/** Whether a text may define kinds. Most texts do not, and need not be read a second time. */
export const mayDefineKinds = (source: string): boolean => source.includes('CustomResourceDefinition');

/**
 * Collects the kinds that CustomResourceDefinitions among some objects define, including those in lists of objects. The later of two
 * definitions of a kind counts, as with `kubectl apply`. `apiextensions.k8s.io/v1beta1` is ignored: no supported server accepts it.
 */
export function definitionsOf(documents: readonly Node[]): Definitions {
  const kinds = new Map<string, DefinedKind>();
  for (const document of documents) for (const defined of kindsIn(document)) kinds.set(`${defined.group}/${defined.kind}`, defined);
  const all = [...kinds.values()];
  const groups = new Set(all.map(({ group }) => group));
  return { get: (group, kind) => kinds.get(`${group}/${kind}`), hasGroup: group => groups.has(group), all };
}

/** Definitions of no kinds. */
export const noDefinitions: Definitions = definitionsOf([]);

function kindsIn(document: Node): DefinedKind[] {
  const kind = text(get(document, 'kind'));
  const isOfList = kind === 'List' || kind === 'CustomResourceDefinitionList';
  if (isOfList) return items(get(document, 'items')).flatMap(kindsIn);
  if (kind !== 'CustomResourceDefinition' || text(get(document, 'apiVersion')) !== 'apiextensions.k8s.io/v1') return [];
  const spec = get(document, 'spec');
  const group = text(get(spec, 'group'));
  const name = text(get(get(spec, 'names'), 'kind'));
  if (group === undefined || name === undefined) return [];
  const clusterScoped = text(get(spec, 'scope')) === 'Cluster';
  return [{ group, kind: name, clusterScoped, versions: items(get(spec, 'versions')).flatMap(versionOf) }];
}

function versionOf(node: Node): DefinedVersion[] {
  const name = text(get(node, 'name'));
  if (name === undefined) return [];
  const schema = get(get(node, 'schema'), 'openAPIV3Schema');
  const served = get(node, 'served');
  return [
    {
      name,
      served: served?.kind === 'scalar' && served.value === true,
      schema: schema?.kind === 'map' ? (toPlain(schema) as StructuralSchema) : undefined,
      hasStatus: entries(get(node, 'subresources')).some(({ key }) => key === 'status'),
    },
  ];
}
