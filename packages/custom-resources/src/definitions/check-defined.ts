import { type Finding, nearest, sortFindings } from '@mcpgw/diagnostics';
import {
  any,
  checkShape,
  docsOf,
  duplicateKeys,
  entry,
  errorAt,
  get,
  listNames,
  type MapNode,
  map,
  type Node,
  type Shape,
  text,
} from '@mcpgw/structure';
import { checkMetadata } from '../check/metadata.js';
import { groupOf } from '../kinds/kinds.js';
import type { DefinedKind, DefinedVersion, Definitions } from './definitions.js';
import type { StructuralSchema } from './schema.js';
import { shapeOfSchema } from './schema-shape.js';

/** The definition of the kind of an object; undefined if there is none. */
export function definedKind(object: Node, definitions: Definitions): DefinedKind | undefined {
  const apiVersion = text(get(object, 'apiVersion')) ?? '';
  return apiVersion.includes('/') ? definitions.get(groupOf(apiVersion), text(get(object, 'kind')) ?? '') : undefined;
}

/** Checks an object as an API server with the definition of its kind does, with strict field validation. */
export function checkDefined(object: MapNode, kind: DefinedKind, file: string): Finding[] {
  const apiVersion = text(get(object, 'apiVersion')) ?? '';
  const name = apiVersion.slice(kind.group.length + 1);
  const version = kind.versions.find(candidate => candidate.name === name);
  if (version === undefined || !version.served) return [notServed(object, kind, name, version !== undefined, file)];
  const metadata = checkMetadata(object, { file, apiVersion, kind: kind.kind, clusterScoped: kind.clusterScoped });
  const rules = { unchecked: new Set<string>() };
  const reader = `the definition of ${kind.kind}`;
  const findings =
    version.schema === undefined
      ? []
      : checkShape(object, rootShape(kind, version, version.schema, rules), { file, version: '0.0.0', reader, nullIsAbsent: true });
  return sortFindings([...metadata, ...findings, ...duplicateKeys(object, file)].map(withDocs));
}

const withDocs = (finding: Finding): Finding => (finding.rule.startsWith('cel-') ? { ...finding, docs: docsOf(finding.rule) } : finding);

/** The shape of a whole object, with apiVersion, kind and metadata. If `status` is a subresource, the server drops the field. */
function rootShape(kind: DefinedKind, version: DefinedVersion, schema: StructuralSchema, rules: { unchecked: Set<string> }): Shape {
  const { apiVersion: _apiVersion, kind: _kind, metadata = {}, ...own } = schema.properties ?? {};
  const properties: Record<string, StructuralSchema> = {
    ...own,
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: openMetadata(metadata),
  };
  if (version.hasStatus && properties.status !== undefined) properties.status = anything;
  const required = schema.required?.filter(name => name !== 'status' || !version.hasStatus);
  const root: StructuralSchema = { ...schema, type: 'object', properties, ...(required !== undefined && { required }) };
  const shape = shapeOfSchema(root, `an object of kind ${kind.kind}`, rules);
  return schema.properties === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true ? map(any) : shape;
}

const anything: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true };
/** The schema of metadata. A definition may restrict names; the other fields are those of every object. */
const openMetadata = (metadata: StructuralSchema): StructuralSchema => ({
  ...metadata,
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
});

function notServed(object: MapNode, kind: DefinedKind, name: string, isDefined: boolean, file: string): Finding {
  const served = kind.versions.filter(version => version.served).map(version => version.name);
  const near = nearest(name, served);
  const message = isDefined
    ? `the definition of ${kind.kind} does not serve ${kind.group}/${name}`
    : `the definition of ${kind.kind} has no version "${name}"`;
  const suggestion =
    served.length === 0
      ? 'the definition serves no version'
      : `write apiVersion: ${kind.group}/${near ?? (served.length === 1 ? served[0] : `(${listNames(served, 'or', '')})`)}`;
  const rule = 'unknown-kind';
  return { ...errorAt(file, rule, entry(object, 'apiVersion')!.value, ['apiVersion'], message, suggestion), docs: docsOf(rule) };
}
