import { at, get, isGiven, items, type Node, type Rule } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { type Deployed, deployedOf } from '../translation/deployed.js';

type Said = readonly [at: Node | undefined, message: string, suggestion: string, severity?: 'info'];

function saidOf({ objects, ports, spec }: Deployed): Said[] {
  const said: Said[] = [];
  const find = (kind: string): Node | undefined => objects.find(({ field }) => field === kind)?.node;
  const replicas = at(find('deployment'), 'spec', 'replicas');
  if (integerOf(replicas) === 0 && !isGiven(spec, 'horizontalPodAutoscaler'))
    said.push([replicas, 'no proxy runs: every request is refused', 'write 1 or more']);
  const target = at(spec, 'horizontalPodAutoscaler', 'spec', 'scaleTargetRef');
  if (target !== undefined)
    said.push([target, 'the controller names the workload of the Gateway here; this replaces it', 'remove "scaleTargetRef"']);
  const selector = at(spec, 'podDisruptionBudget', 'spec', 'selector');
  if (selector !== undefined)
    said.push([selector, 'the controller selects the pods of the Gateway here; this narrows or replaces it', 'remove "selector"', 'info']);
  for (const port of items(at(spec, 'service', 'spec', 'ports'))) {
    const [number, to] = [get(port, 'port'), get(port, 'targetPort')];
    if (ports.length === 0 || integerOf(number) === undefined) continue;
    if (!ports.includes(integerOf(number)!) && !ports.includes(integerOf(to) ?? integerOf(number)!))
      said.push([number, `no listener of the given Gateway has port ${integerOf(number)}`, `its listeners: ${ports.join(', ')}`]);
    else if (integerOf(to) !== undefined && !ports.includes(integerOf(to)!))
      said.push([to, `the proxy listens at the port of the listener, not at ${integerOf(to)}`, 'remove "targetPort"']);
  }
  return said;
}

export const parametersOverlayUnreachable: Rule = {
  id: 'parameters-overlay-unreachable',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Nobody reaches the proxy: no pod runs, or the port of the Service leads to a port at which no listener is.',
  docs: {
    checks:
      'Overlays of AgentgatewayParameters: 0 replicas, ports of the Service and target ports that no listener of the given Gateways has, a scaleTargetRef that replaces the one of the controller, and a selector of the budget (info).',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: overlays are applied to Deployment and Service last. It was not run for this rule.',
    fix: 'Name ports of the listeners, and leave names and selectors to the controller.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {deployment: {spec: {replicas: 0}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {deployment: {spec: {replicas: 2}}}
`,
  },
  check({ root, version, report }) {
    for (const deployed of deployedOf(root, version))
      for (const [node, message, suggestion, severity] of saidOf(deployed)) {
        const path = node === undefined ? undefined : deployed.pathOf(node);
        if (path !== undefined) report({ at: node!, path, message, suggestion, ...(severity === undefined ? {} : { severity }) });
      }
  },
};
