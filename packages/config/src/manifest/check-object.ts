import type { Finding } from '@mcpgw/diagnostics';
import { headSpan } from '../shape/check.js';
import { get, type Node, text } from '../yaml/node.js';

export interface ObjectOptions {
  readonly file: string;
  /** Version of agentgateway, as bare semver. */
  readonly version: string;
  /** Minor version of Kubernetes. */
  readonly kubeVersion: string;
}

/** Checks one Kubernetes object. */
export function checkObject(node: Node, { file }: ObjectOptions): Finding[] {
  const report = (message: string, suggestion: string): Finding[] => [
    { rule: 'missing-field', severity: 'error', message, file, span: headSpan(node), path: [], suggestion },
  ];
  if (node.kind !== 'map') return report('a Kubernetes object is a mapping', 'write apiVersion, kind and metadata');
  if (text(get(node, 'apiVersion')) === undefined) return report('the field "apiVersion" is missing', 'add "apiVersion"');
  if (text(get(node, 'kind')) === undefined) return report('the field "kind" is missing', 'add "kind"');
  return [];
}
