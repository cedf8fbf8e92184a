import type { Finding } from '@mcpgw/diagnostics';
import { checkManifest } from '../kubernetes/index.js';
import type { Node } from '../yaml/node.js';

export interface ObjectOptions {
  readonly file: string;
  /** Version of agentgateway, as bare semver. */
  readonly version: string;
  /** Minor version of Kubernetes. */
  readonly kubeVersion: string;
}

/** Checks one Kubernetes object as the API server does: strict structure, then the rules across fields. */
export function checkObject(node: Node, { file, kubeVersion }: ObjectOptions): Finding[] {
  return checkManifest(node, { file, kubernetesVersion: kubeVersion });
}
