/** Detects the kind of a file by its content, and by its name if the content fits several kinds. */

import { staticConfig } from '@mcpgw/agentgateway';
import { nearest } from '@mcpgw/diagnostics';
import { detectMcpFormat, detectServe, isServeName, type McpFormat, mcpFormatOfName } from '@mcpgw/mcp-config';
import { entries, get, items, type Kind, type Node, type Shape, type StructShape, text } from '@mcpgw/structure';
import { goldenCaseKeys } from './golden-case.js';

/** A possible kind of a file, and the weight of the evidence for it. */
export interface Evidence {
  readonly kind: Kind;
  readonly weight: number;
}

/** Detects the kind of a file; undefined if there is no evidence for any. */
export function detectKind(file: string, documents: readonly Node[]): Kind | undefined {
  if (documents.some(document => manifestWeight(document) === certainManifest)) return 'manifest';
  return possibleKinds(file, documents)[0]?.kind;
}

/** The largest difference in weight to the detected kind at which another kind is still plausible. */
const near = 2;

/** The plausible kinds of a file besides the detected one: those with almost as much evidence. */
export function otherKinds(file: string, documents: readonly Node[]): readonly Kind[] {
  const [first, ...rest] = possibleKinds(file, documents);
  return rest.filter(({ weight }) => weight >= first!.weight - near).map(({ kind }) => kind);
}

/** Every kind with evidence, the one with the most evidence first. */
function possibleKinds(file: string, documents: readonly Node[]): readonly Evidence[] {
  const maps = documents.filter(document => document.kind === 'map');
  const [root] = maps;
  const all: Evidence[] = [{ kind: 'manifest', weight: Math.max(0, ...maps.map(manifestWeight)) }];
  if (root !== undefined) {
    all.push({ kind: 'serve', weight: serveWeight(file, root) }, { kind: 'agentgateway', weight: staticWeight(root) });
    const format = detectMcpFormat(root);
    if (format !== undefined) all.push({ kind: format, weight: listWeight(format, root) });
    all.push({ kind: 'golden-case', weight: caseWeight(file, root) });
  }
  all.push({ kind: 'values', weight: valuesWeight(file, root) }, ...ofName(file));
  return all.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
}

/** The weight of `apiVersion` and `kind` together: more than any other kind can have (`caseWeight`, `valuesWeight`, `ofName`). */
const certainManifest = 20;

function manifestWeight(node: Node): number {
  const [apiVersion, kind] = [text(get(node, 'apiVersion')), text(get(node, 'kind'))];
  if (apiVersion !== undefined) return kind === undefined ? 8 : certainManifest;
  return kind !== undefined && get(node, 'metadata') !== undefined ? 8 : 0;
}

function serveWeight(file: string, root: Node): number {
  return detectServe(file, root) ? (isServeName(file) ? 10 : 8) : 0;
}

const staticKeys = new Set([
  'config',
  'binds',
  'frontendPolicies',
  'policies',
  'workloads',
  'services',
  'backends',
  'routeGroups',
  'gateways',
  'routes',
  'tcpRoutes',
  'llm',
  'mcp',
  'ui',
]);
/** Keys of the static configuration that no other kind has. */
const staticOnly = ['binds', 'frontendPolicies', 'tcpRoutes', 'routeGroups'];
const staticLikely = ['gateways', 'llm', 'mcp', 'routes'];

/** Keys that are lists for the proxy. Other programs use them for mappings, such as the services of Compose. */
const staticLists = ['policies', 'workloads', 'services', 'backends'];
const mayBeStatic = (key: string, value: Node): boolean => !staticLists.includes(key) || value.kind !== 'map';

function staticWeight(root: Node): number {
  const keys = entries(root).map(({ key }) => key);
  const known = keys.filter(key => staticKeys.has(key)).length;
  const has = (telling: readonly string[]): boolean => keys.some(key => telling.includes(key)) && known * 2 >= keys.length;
  if (has(staticOnly)) return 9;
  if (has(staticLikely)) return 4;
  if (keys.length === 1 && keys[0] === 'config' && !isSection(get(root, 'config'))) return 0;
  return known > 0 && known === keys.length && entries(root).every(({ key, value }) => mayBeStatic(key, value)) ? 3 : 0;
}

const sectionKeys = new Set(Object.keys(fieldsOf(fieldsOf(staticConfig).config?.shape)));

function fieldsOf(shape?: Shape): StructShape['fields'] {
  return shape?.type === 'struct' ? shape.fields : {};
}

/** Whether a mapping may be the section `config`, which many programs have: it is empty, or one of its keys is almost one of the proxy's. */
function isSection(config: Node | undefined): boolean {
  if (config?.kind !== 'map' || config.entries.length === 0) return true;
  return config.entries.some(({ key }) => isAlmost(key, sectionKeys));
}

/** Whether a key is one of a set, or spelled almost like one. */
const isAlmost = (key: string, known: ReadonlySet<string>): boolean => known.has(key) || nearest(key, known) !== undefined;

const connectionKeys = ['command', 'url', 'httpUrl', 'serverUrl'];
const connects = (node: Node): boolean => connectionKeys.some(key => get(node, key) !== undefined);

/** The weight of the evidence for a list of MCP servers: entries with a command or an address. */
function listWeight(format: McpFormat, root: Node): number {
  if (format === 'mcp-config') return listedWeight(items(get(root, 'mcpServers')));
  if (format === 'client-config') return entries(get(root, 'mcpServers')).some(({ value }) => connects(value)) ? 7 : 5;
  return format === 'opencode-config' ? 7 : 6;
}

function listedWeight(servers: readonly Node[]): number {
  const telling = servers.filter(item => connects(item) || get(item, 'name') !== undefined).length;
  return telling === 0 ? 4 : telling === servers.length ? 8 : 6;
}

/** Keys of the bundled chart that few other charts have. */
const chartOnly = ['agentgateway', 'gatewayApi', 'forwardProxy', 'extraConfig'];
/** The other top-level keys of the bundled chart. */
const chartKeys = new Set(
  `global agentgateway nameOverride fullnameOverride namespaceOverride commonLabels commonAnnotations clusterDomain replicaCount image
  imagePullSecrets service admin logging extraConfig serviceAccount resources podSecurityContext securityContext startupProbe
  readinessProbe livenessProbe terminationGracePeriodSeconds strategy revisionHistoryLimit podAnnotations podLabels nodeSelector
  tolerations affinity topologySpreadConstraints priorityClassName extraArgs extraEnv extraEnvFrom extraVolumes extraVolumeMounts
  extraContainers initContainers extraObjects autoscaling podDisruptionBudget networkPolicy ingress metrics gatewayApi gateway tests
  probe mcpServers forwardProxy`.split(/\s+/),
);
/** Keys that are common in the values of charts and rare in files of other kinds. */
const helmKeys =
  'replicaCount image imagePullSecrets nameOverride fullnameOverride serviceAccount podAnnotations podLabels podSecurityContext securityContext service ingress resources autoscaling nodeSelector tolerations affinity global'.split(
    ' ',
  );

const valuesName = /(?:^|[/\\])values[^/\\]*\.ya?ml$|[.-]values\.ya?ml$/i;
const valuesFolder = /(?:^|[/\\])values[/\\][^/\\]+\.ya?ml$/i;

/** The weight of the evidence for chart values. If the file does not have the name of a values file, only keys of the bundled chart count. */
function valuesWeight(file: string, root: Node | undefined): number {
  const named = valuesName.test(file) ? 6 : 0;
  const keys = entries(root).map(({ key }) => key);
  const ofHelm = Math.min(3, keys.filter(key => helmKeys.includes(key)).length);
  if (root !== undefined && isOfBundledChart(root, keys, valuesFolder.test(file))) return 9 + named + ofHelm;
  return named === 0 ? 0 : named + ofHelm;
}

const hasAgentgateway = (root: Node): boolean => get(get(root, 'global'), 'agentgateway') !== undefined;

function isOfBundledChart(root: Node, keys: readonly string[], isInFolder: boolean): boolean {
  const servers = items(get(root, 'mcpServers'));
  if (servers.some(item => get(item, 'id') !== undefined && !connects(item))) return true;
  if (hasAgentgateway(root)) return true;
  return keys.length > 0 && keys.every(key => chartKeys.has(key)) && (isInFolder || keys.some(key => chartOnly.includes(key)));
}

/**
 * Whether values may be for the bundled chart: they are empty, they have a key that few other charts have, or at least half of their keys are
 * keys of the bundled chart or spelled almost like one.
 */
export function mayBeForBundledChart(root: Node): boolean {
  const keys = entries(root).map(({ key }) => key);
  const known = keys.filter(key => isAlmost(key, chartKeys));
  const isOwn = hasAgentgateway(root) || known.some(key => key === 'mcpServers' || chartOnly.includes(key));
  return isOwn || known.length * 2 >= keys.length;
}

function caseWeight(file: string, root: Node): number {
  const keys = entries(root).map(({ key }) => key);
  return /(?:^|[/\\])case\.ya?ml$/.test(file) && keys.some(key => goldenCaseKeys.includes(key)) ? 12 : 0;
}

/** The evidence of the file name alone. */
function ofName(file: string): Evidence[] {
  const name = file.replaceAll('\\', '/').split('/').at(-1)!.toLowerCase();
  if (name === 'mcpgw.config.yaml') return [{ kind: 'settings', weight: 12 }];
  const format = mcpFormatOfName(file);
  return format === undefined ? [] : [{ kind: format, weight: 3 }];
}
