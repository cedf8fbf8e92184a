import { type Finding, nearest, sortFindings } from '@mcpgw/diagnostics';
import {
  any,
  anyText,
  checkShape,
  def,
  duplicateKeys,
  entry,
  errorAt,
  get,
  historyOf,
  inRange,
  listNames,
  type MapNode,
  map,
  type Node,
  opt,
  req,
  type Shape,
  string,
  struct,
  text,
} from '@mcpgw/structure';
import { type CustomKind, customKind, gatewayApiVersionOf, groupOf, kindsOf } from '../kinds/kinds.js';
import { operatorVersion } from '../kinds/monitoring.js';
import { checkMetadata } from './metadata.js';

export interface CustomResourceOptions {
  readonly file: string;
  /** Version of agentgateway, as bare semver. */
  readonly gatewayVersion: string;
  /** Version of the Gateway API, as bare semver. Default: the version for which agentgateway is built. */
  readonly gatewayApiVersion?: string;
}

/** Whether objects of this apiVersion and kind are checked here. For a known group, that includes all kinds. */
export function isKnownCustomResource(apiVersion: string, kind: string): boolean {
  return kind !== '' && (customKind(apiVersion, kind) !== undefined || isCustomGroup(apiVersion));
}

const groups = ['agentgateway.dev', 'gateway.networking.k8s.io'];
const isCustomGroup = (apiVersion: string): boolean => groups.includes(groupOf(apiVersion));

/**
 * Checks an agentgateway.dev or Gateway API object as an API server with the definitions of a version does, with strict field
 * validation: fields, types, bounds, and rules across fields.
 */
export function checkCustomResource(document: Node, options: CustomResourceOptions): Finding[] {
  if (document.kind !== 'map') return [errorAt(options.file, 'wrong-type', document, [], 'an object of Kubernetes is a mapping')];
  const apiVersion = text(get(document, 'apiVersion')) ?? '';
  const kind = text(get(document, 'kind')) ?? '';
  const version = versionOf(groupOf(apiVersion), options);
  const known = customKind(apiVersion, kind);
  if (known === undefined) return isCustomGroup(apiVersion) ? [unknownKind(document, apiVersion, kind, version, options.file)] : [];
  const served = servedProblem(document, known, apiVersion, version, options.file);
  if (served.some(({ severity }) => severity === 'error')) return served;
  const reader = `${readers[known.group]} v${version}`;
  const findings = checkShape(document, objectShape(known, apiVersion, version), {
    file: options.file,
    version,
    reader,
    nullIsAbsent: true,
  });
  const metadata = checkMetadata(document, { file: options.file, apiVersion, kind, clusterScoped: known.clusterScoped === true });
  return sortFindings([...served, ...metadata, ...findings, ...duplicateKeys(document, options.file, true)]);
}

/** The version of the definitions of a group. */
function versionOf(group: string, { gatewayVersion, gatewayApiVersion }: CustomResourceOptions): string {
  if (group === 'agentgateway.dev') return gatewayVersion;
  return group === 'monitoring.coreos.com' ? operatorVersion : (gatewayApiVersion ?? gatewayApiVersionOf(gatewayVersion));
}

const readers = {
  'agentgateway.dev': 'agentgateway',
  'gateway.networking.k8s.io': 'the Gateway API',
  'monitoring.coreos.com': 'the Prometheus operator',
} as const;
const shapes = new Map<string, Shape>();

function objectShape(kind: CustomKind, apiVersion: string, version: string): Shape {
  const specOptional = kind.specOptional !== undefined && inRange(version, kind.specOptional);
  const spec = kind.specs?.[apiVersion.split('/')[1] ?? ''] ?? kind.spec;
  const key = `${kind.kind} ${specOptional} ${spec !== kind.spec}`;
  const shape =
    shapes.get(key) ??
    struct(`an object of kind ${kind.kind}`, {
      apiVersion: req(anyText, 'the version of the API'),
      kind: req(string(), 'the kind'),
      metadata: def(any, 'name and labels'),
      spec: (specOptional ? opt : req)(spec, 'what the object is to do'),
      status: opt(map(any), ''),
    });
  shapes.set(key, shape);
  return shape;
}

function unknownKind(document: MapNode, apiVersion: string, kind: string, version: string, file: string): Finding {
  const names = kindsOf(groupOf(apiVersion), version);
  const near = nearest(kind, names);
  const at = entry(document, 'kind')?.value ?? document;
  const suggestion = near === undefined ? `known kinds: ${listNames(names)}` : `did you mean "${near}"?`;
  const group = groupOf(apiVersion) as keyof typeof readers;
  return errorAt(file, 'unknown-kind', at, ['kind'], `${readers[group]} v${version} has no kind "${kind}"`, suggestion);
}

/** Reports a kind, or a version of its API, that the API server does not serve. */
function servedProblem(document: MapNode, known: CustomKind, apiVersion: string, version: string, file: string): Finding[] {
  const name = apiVersion.split('/')[1] ?? '';
  const at = entry(document, 'apiVersion')!.value;
  const path = ['apiVersion'];
  const best = `write apiVersion: ${known.group}/${known.served[0]}`;
  if (known.experimental?.includes(name) === true) {
    const message = `${known.kind} of ${apiVersion} is in the experimental channel of the Gateway API only`;
    const suggestion = inRange(version, known) ? best : 'install the experimental channel, or a newer version of the Gateway API';
    return [{ ...errorAt(file, 'experimental-api', at, path, message, suggestion), severity: 'warning' }];
  }
  if (!inRange(version, known)) {
    const message = `${readers[known.group]} v${version} has no kind ${known.kind}: it ${historyOf(known)}`;
    return [errorAt(file, 'unknown-kind', at, path, message)];
  }
  return known.served.includes(name) ? [] : [errorAt(file, 'unknown-kind', at, path, `${known.kind} is not served as ${apiVersion}`, best)];
}
