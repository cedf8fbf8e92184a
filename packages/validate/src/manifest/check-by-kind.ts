import {
  checkCustomResource,
  checkDefined,
  type Definitions,
  definedKind,
  isKnownCustomResource,
  noDefinitions,
  slipOf,
} from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import { checkManifest, defaultKubernetesVersion } from '@mcpgw/kubernetes';
import { get, type Node, text } from '@mcpgw/structure';

export interface ObjectOptions {
  readonly file: string;
  /** Version of agentgateway, as bare semver. */
  readonly version: string;
  /** Minor version of Kubernetes, such as `1.34`. Default: the newest known one. */
  readonly kubeVersion?: string | undefined;
  /** Kinds from CustomResourceDefinitions. For a kind that is also built in, the definition counts. */
  readonly definitions?: Definitions;
  /** Kinds that are not checked, as `Kind` or `group/version/Kind`. */
  readonly skip?: ReadonlySet<string>;
}

/** Whether `skip` contains the kind of an object. */
export function isSkipped(node: Node, skip: ReadonlySet<string>): boolean {
  const kind = text(get(node, 'kind')) ?? '';
  return skip.has(kind) || skip.has(`${text(get(node, 'apiVersion')) ?? ''}/${kind}`);
}

/** Checks one Kubernetes object as the API server does: first the structure, strictly, then the rules across fields. */
export function checkByKind(node: Node, { file, version, kubeVersion, definitions = noDefinitions, skip }: ObjectOptions): Finding[] {
  const apiVersion = text(get(node, 'apiVersion')) ?? '';
  const kind = text(get(node, 'kind')) ?? '';
  if (skip !== undefined && isSkipped(node, skip)) return [];
  const defined = definedKind(node, definitions);
  if (defined !== undefined && node.kind === 'map') return checkDefined(node, defined, file);
  if (isKnownCustomResource(apiVersion, kind)) return checkCustomResource(node, { file, gatewayVersion: version });
  return checkManifest(node, {
    file,
    kubernetesVersion: kubeVersion ?? defaultKubernetesVersion,
    slipOf: (apiVersion, kind) => slipOf(apiVersion, kind, definitions),
  });
}
