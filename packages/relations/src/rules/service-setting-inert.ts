import { at, entries, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { groupOf, integerOf, mayBeSame, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { portName, portNumber, portsOf } from '../objects/pods.js';
import { type Say, sayOf } from '../objects/say.js';
import { podsBehind, servicePorts } from '../objects/services.js';
import { referencesIn } from '../table/references.js';

const example = (port: number): string => `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: ${port}, targetPort: 8080}]}
`;

/** Whether a StatefulSet names a Service as the one of its pods. */
const isOfSet = (root: Node, { name, namespace }: ObjectView): boolean =>
  ofKind(root, 'StatefulSet').some(set => text(at(set.node, 'spec', 'serviceName')) === name && mayBeSame(set.namespace, namespace));

/** The Services that a route or an Ingress leads to: proxies take their endpoints, whose ports are those of the pods. */
const ofRoutes = (root: Node): ReadonlySet<ObjectView> =>
  new Set(
    referencesIn(root)
      .filter(({ kind, owner }) => kind === 'Service' && routed.has(groupOf(textOr(owner.node, 'apiVersion', ''))))
      .flatMap(reference => targetsIn(root, reference)),
  );
const routed: ReadonlySet<string> = new Set(['gateway.networking.k8s.io', 'networking.k8s.io']);

/** Ports of a headless Service: clients get the addresses of the pods, and nothing maps their ports. */
function checkHeadless(root: Node, service: ObjectView, say: Say): void {
  const ports = servicePorts(service);
  if (ports.every(port => get(port, 'targetPort') === undefined || integerOf(get(port, 'targetPort')) === integerOf(get(port, 'port'))))
    return;
  const open = podsBehind(root, service).flatMap(portsOf);
  ports.forEach((port, index) => {
    const number = integerOf(get(port, 'port'));
    const target = get(port, 'targetPort');
    const wanted = integerOf(target) ?? open.filter(each => portName(each) === text(target)).map(portNumber)[0];
    if (number !== undefined && wanted !== undefined && wanted !== number && !open.some(each => portNumber(each) === number))
      say(
        ['spec', 'ports', index, 'port'],
        `a headless Service maps no ports: its name leads to the pods, where port ${number} is not open`,
        `write port: ${wanted}, which clients have to use`,
        isOfSet(root, service) ? 'info' : undefined,
      );
  });
}

export const serviceSettingInert: Rule = {
  id: 'service-setting-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The Service is accepted, and the field has no effect, or another one than it suggests.',
  docs: {
    checks:
      'Ports of headless Services, which are not mapped (an info for the Service of a StatefulSet); those that a route or an Ingress leads to are left out, because proxies take the ports of the pods. Ranges of sources beside one that admits everyone; a selector or mapped port of an ExternalName; `internalTrafficPolicy: Local` in front of pods that are not on every node; and an info for pods that get requests before they are ready.',
    basedOn: 'The documentation of Kubernetes about Services. Its controllers were not run for this rule.',
    fix: 'Write the port of the pods, and remove what has no effect.',
    wrong: example(80),
    correct: example(8080),
  },
  check({ root, report }) {
    const reached = ofRoutes(root);
    for (const service of ofKind(root, 'Service')) {
      if (!service.own || service.group !== '') continue;
      const say = sayOf(report, service.node);
      const spec = get(service.node, 'spec');
      const isHeadless = isAt(spec, 'clusterIP', 'None');
      if (isAt(spec, 'type', 'ExternalName')) {
        if (entries(get(spec, 'selector')).length > 0)
          say(['spec', 'selector'], 'an ExternalName is an alias in DNS: its selector selects nothing', 'remove the selector, or the type');
        servicePorts(service).forEach((port, index) => {
          const target = get(port, 'targetPort');
          if (target !== undefined && integerOf(target) !== integerOf(get(port, 'port')))
            say(['spec', 'ports', index, 'targetPort'], 'an ExternalName is an alias in DNS: it maps no ports', 'remove the ports');
        });
        continue;
      }
      if (isHeadless && !reached.has(service) && entries(get(spec, 'selector')).length > 0) checkHeadless(root, service, say);
      const ranges = items(get(spec, 'loadBalancerSourceRanges')).map(item => text(item)?.trim() ?? '');
      const all = ranges.findIndex(range => /^(?:0\.0\.0\.0|::)\/0$/.test(range));
      if (all >= 0 && ranges.length > 1)
        say(
          ['spec', 'loadBalancerSourceRanges', all],
          `${ranges[all]} is everybody: the other ranges keep nobody out`,
          'remove this range',
        );
      if (isAt(spec, 'internalTrafficPolicy', 'Local') && podsBehind(root, service).some(({ owner }) => owner.kind !== 'DaemonSet'))
        say(
          ['spec', 'internalTrafficPolicy'],
          'a client on a node without one of the pods gets no answer',
          'write Cluster, or make the pods a DaemonSet',
        );
      if (isAt(spec, 'publishNotReadyAddresses', true) && !isHeadless)
        say(
          ['spec', 'publishNotReadyAddresses'],
          'pods get requests before they are ready, and after they fail',
          'remove it, or make the Service headless',
          'info',
        );
    }
  },
};
