import type { Finding } from '@mcpgw/diagnostics';
import { checkCustomResource, isKnownCustomResource } from '../custom-resources/check-custom-resource.js';
import { checkManifest, defaultKubernetesVersion } from '../kubernetes/index.js';
import { get, type Node, text } from '../yaml/node.js';

export interface ObjectOptions {
  readonly file: string;
  /** Version of agentgateway, as bare semver. */
  readonly version: string;
  /** Minor version of Kubernetes; the newest known when absent. */
  readonly kubeVersion?: string | undefined;
}

/** Checks one Kubernetes object as the API server does: strict structure, then the rules across fields. */
export function checkObject(node: Node, { file, version, kubeVersion }: ObjectOptions): Finding[] {
  const custom = isKnownCustomResource(text(get(node, 'apiVersion')) ?? '', text(get(node, 'kind')) ?? '');
  if (custom) return checkCustomResource(node, { file, gatewayVersion: version });
  return checkManifest(node, { file, kubernetesVersion: kubeVersion ?? defaultKubernetesVersion });
}
