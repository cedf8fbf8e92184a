import { checkManifest, defaultKubernetesVersion } from '@mcpgw/kubernetes';
import { get, type Rule } from '@mcpgw/structure';
import { type Deployed, deployedOf } from '../translation/deployed.js';

/** Findings about what the rules for the fields of AgentgatewayParameters report themselves. */
const ofFields = /^spec\.(?:env|resources|image|shutdown)\b/;
const kinds: Readonly<Record<string, string>> = {
  deployment: 'Deployment',
  daemonSet: 'DaemonSet',
  service: 'Service',
  serviceAccount: 'ServiceAccount',
  podDisruptionBudget: 'PodDisruptionBudget',
  horizontalPodAutoscaler: 'HorizontalPodAutoscaler',
};

/** Where a finding about the object stands in AgentgatewayParameters. A mapping is found at its first key. */
function placeOf(deployed: Deployed, field: string, finding: ReturnType<typeof checkManifest>[number]) {
  const exact = finding.span === undefined ? undefined : deployed.pathOf(finding.span);
  if (exact === undefined) return ['spec', field];
  // The indices of lists differ, the depth does not: `spec` of the object stands below `spec.<field>`.
  const depth = (finding.path?.length ?? 0) + 2;
  const own = finding.path?.at(-1);
  const isParent = exact.length >= depth && typeof own === 'string' && exact[depth - 1] !== own;
  return exact.slice(0, isParent ? depth - 1 : depth);
}

/** A container without an image; parameters-fail says more about it. */
const isOtherContainer = ({ rule, path }: ReturnType<typeof checkManifest>[number]): boolean =>
  rule === 'missing-field' && path?.at(-1) === 'image' && String(path.at(-3)).endsWith('ontainers');

export const parametersOverlayRefused: Rule = {
  id: 'parameters-overlay-refused',
  severity: 'error',
  kinds: ['manifest'],
  why: 'An overlay is not checked when it is applied: the API server refuses the object that the controller makes of it, so the Gateway keeps its old proxy or none, and fields that the object does not have are dropped.',
  docs: {
    checks:
      'The object that results from each overlay of AgentgatewayParameters, merged as the controller merges it, with all rules for objects of Kubernetes. A field that the object does not have is a warning: the controller drops it.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: overlays are merged as strategic merge patches, and nothing checks the result. It was not run for this rule.',
    fix: 'Write the overlay as a part of the object: its "spec" is the "spec" of the Deployment, Service, budget or autoscaler.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {deployment: {spec: {replica: 3}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {deployment: {spec: {replicas: 3}}}
`,
  },
  check({ root, version, report }) {
    for (const deployed of deployedOf(root, version))
      for (const { field, node } of deployed.objects) {
        if (get(deployed.spec, field) === undefined) continue;
        for (const finding of checkManifest(node, { file: '', kubernetesVersion: defaultKubernetesVersion })) {
          const path = placeOf(deployed, field, finding);
          if (finding.severity === 'info' || ofFields.test(path.join('.')) || isOtherContainer(finding)) continue;
          const dropped = finding.rule === 'unknown-field';
          report({
            at: finding.span ?? node,
            path,
            message: dropped
              ? `the controller drops this: ${finding.message} (${kinds[field]})`
              : `${finding.message} (${finding.rule} of the ${kinds[field]})`,
            severity: dropped ? 'warning' : finding.severity,
            ...(finding.suggestion === undefined ? {} : { suggestion: finding.suggestion }),
          });
        }
      }
  },
};
