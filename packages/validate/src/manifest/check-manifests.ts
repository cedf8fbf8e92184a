import { staticFindings } from '@mcpgw/agentgateway-rules';
import { definitionsOf, mayDefineKinds } from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import { detectServe, isServeName, serveFindings } from '@mcpgw/mcp-config';
import { streamOf, streamRules } from '@mcpgw/relations';
import { emptyIsFine } from '@mcpgw/relations/internal';
import {
  at,
  defaultVersion,
  duplicateKeys,
  entries,
  get,
  items,
  type Node,
  type ReadYaml,
  runRules,
  type ScalarNode,
  text,
  versionOfTag,
  withoutRepeats,
  yamlReadings,
} from '@mcpgw/structure';
import { detectKind } from '../kinds/kind.js';
import { checkByKind, isSkipped } from './check-by-kind.js';
import { Embedded } from './embedded.js';
import type { EmbeddedServe, ValidateOptions } from './validate-options.js';

/** Checks a stream of Kubernetes objects, including configurations of the proxy and of `mcpgw serve` in ConfigMaps. */
export function checkManifests(source: string, documents: readonly Node[], given: ValidateOptions): Finding[] {
  const options = given.definitions === undefined && mayDefineKinds(source) ? { ...given, definitions: definitionsOf(documents) } : given;
  const version = options.version ?? imageVersion(documents) ?? defaultVersion;
  const findings = checkDocuments(source, documents, version, options);
  return [...findings, ...checkTogether(documents, version, options)];
}

/** The findings about each object on its own. */
export function checkDocuments(source: string, documents: readonly Node[], version: string, options: ValidateOptions): Finding[] {
  return documents.flatMap(document => checkDocument(source, document, version, options));
}

/** The findings about objects that refer to each other. */
export function checkTogether(documents: readonly Node[], version: string, { file, related }: ValidateOptions): readonly Finding[] {
  return related?.() ?? runRules(streamRules, streamOf(documents, []), 'manifest', version, file);
}

function checkDocument(source: string, document: Node, version: string, options: ValidateOptions): Finding[] {
  if (document.kind === 'scalar' && document.value === null) return [];
  const isList = text(get(document, 'kind')) === 'List' && text(get(document, 'apiVersion')) === 'v1';
  if (isList && get(document, 'items')?.kind === 'list')
    return items(get(document, 'items')).flatMap((item, index) =>
      checkDocument(source, item, version, options).map(finding => ({ ...finding, path: ['items', index, ...(finding.path ?? [])] })),
    );
  const { file, kubeVersion, definitions, skip } = options;
  const checked = checkByKind(document, {
    file,
    version,
    kubeVersion,
    ...(definitions !== undefined && { definitions }),
    ...(skip !== undefined && { skip }),
  });
  const own = withoutRepeats([...checked, ...duplicateKeys(document, file, true)]);
  options.onObject?.(document);
  if (skip !== undefined && isSkipped(document, skip)) options.onSkip?.();
  if (text(get(document, 'kind')) !== 'ConfigMap') return own;
  const found = entries(get(document, 'data')).flatMap(({ key, value }) => checkEmbedded(source, key, value, version, options));
  return [...own, ...(isOfController(document) ? found.filter(({ rule }) => !emptyIsFine.has(rule)) : found)];
}

/** Whether the controller made a ConfigMap for the proxy of a Gateway, which gets its routes from it. */
const isOfController = (document: Node): boolean =>
  at(document, 'metadata', 'labels', 'gateway.networking.k8s.io/gateway-name') !== undefined;

/** Checks the configuration of the proxy or of `mcpgw serve` in a ConfigMap. Its findings point into the block scalar. */
function checkEmbedded(source: string, key: string, value: Node, version: string, options: ValidateOptions): Finding[] {
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || !/\.(?:ya?ml|json)$/.test(key)) return [];
  let embedded: Embedded | undefined;
  const place = (finding: Finding): Finding => {
    embedded ??= new Embedded(source, value as ScalarNode);
    const span = embedded.span(finding.span ?? { start: 0, end: 1 });
    return { ...finding, file: options.file, span, path: ['data', key, ...(finding.path ?? [])], fix: [] };
  };
  return configurationFindings(key, value.text, version, options, place).map(place);
}

function configurationFindings(
  key: string,
  text: string,
  version: string,
  { file, readFile, onServe, readYaml = yamlReadings() }: ValidateOptions,
  place: EmbeddedServe['place'],
): readonly Finding[] {
  if (isStaticConfig(key, text, file, readYaml))
    return staticFindings(text, { file, version, readYaml, ...(readFile === undefined ? {} : { readFile }) });
  if (!mayBeServe.test(text)) return [];
  const findings = embeddedServeFindings(key, text, file, readYaml);
  if (findings !== undefined) onServe?.({ key, text, findings, place });
  return findings ?? [];
}

const mayBeServe = /^(?:\{|["']?(?:listen|servers|servers_from|apis|store|routing_mode|tool_names|trusted_hosts)\b)/m;

/** Rules about facts that only the pod knows: its environment variables, and who can reach the port. Files of the pod are unknown too. */
const untold: ReadonlySet<string> = new Set(['unset-variable', 'serve-open-without-key']);

/** The findings about a configuration of `mcpgw serve`; undefined if the text is not one. */
function embeddedServeFindings(key: string, text: string, file: string, readYaml: ReadYaml): readonly Finding[] | undefined {
  const parsed = readYaml(text, { file: key, dialect: 'core' });
  if (parsed.findings.length > 0) return isServeName(key) ? parsed.findings.map(finding => ({ ...finding, file })) : undefined;
  const [root] = parsed.documents;
  if (root === undefined || !detectServe(key, root)) return undefined;
  const readServers = () => ({ file: key, text: '{}' });
  const { findings } = serveFindings(root, { file, env: {}, resolve: 'form', kind: 'serve', readServers });
  return withoutRepeats([...duplicateKeys(root, file), ...findings]).filter(({ rule, file: at }) => !untold.has(rule) && at === file);
}

/** Whether a text is a configuration of the proxy. Keys that only the proxy has are found without parsing, so even in invalid YAML. */
function isStaticConfig(key: string, source: string, file: string, readYaml: ReadYaml): boolean {
  if (/^(?:binds|gateways|frontendPolicies):/m.test(source)) return true;
  if (!/^(?:\{|["']?(?:config|llm|mcp|routes|tcpRoutes|routeGroups|backends|policies)\b)/m.test(source)) return false;
  return detectKind(key, readYaml(source, { file, dialect: 'serde' }).documents) === 'agentgateway';
}

/** The version in the tag of an agentgateway image that a container of the stream runs; undefined if there is none. */
export function imageVersion(documents: readonly Node[]): string | undefined {
  for (const document of documents) {
    const pod = get(get(get(document, 'spec'), 'template'), 'spec');
    for (const container of items(get(pod, 'containers'))) {
      const tag = /agentgateway[^:@]*:([^@]+)/.exec(text(get(container, 'image')) ?? '')?.[1];
      const version = tag === undefined ? undefined : versionOfTag(tag);
      if (version !== undefined) return version;
    }
  }
  return undefined;
}
