import { get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { integerOf, ofKind } from '../objects/objects.js';
import { type PodView, portName, portNumber, portsOf } from '../objects/pods.js';
import { podsBehind, servicePorts } from '../objects/services.js';

/** The port of the pods that a port of a Service leads to: a name or a number. */
const targetOf = (port: Node): number | string | undefined =>
  text(get(port, 'targetPort')) ?? integerOf(get(port, 'targetPort')) ?? integerOf(get(port, 'port'));

const opens = (pod: PodView, wanted: number | string): boolean =>
  portsOf(pod).some(port => (typeof wanted === 'number' ? portNumber(port) : portName(port)) === wanted);

/** Ports that the image may open without saying so are no contradiction: then the pods declare no port at all. */
const declaresPorts = (pod: PodView): boolean => portsOf(pod).length > 0;

/** A port by name is found among the ports with its protocol only. */
function checkProtocol(port: Node, index: number, wanted: number | string, pods: readonly PodView[], report: RuleContext['report']): void {
  const protocol = text(get(port, 'protocol')) ?? 'TCP';
  const others = pods.flatMap(portsOf).filter(each => (typeof wanted === 'number' ? portNumber(each) : portName(each)) === wanted);
  const protocols = [...new Set(others.map(each => text(get(each, 'protocol')) ?? 'TCP'))];
  if (others.length === 0 || protocols.includes(protocol)) return;
  report({
    at: get(port, 'protocol') ?? port,
    path: ['spec', 'ports', index, 'protocol'],
    message: `the containers open this port for ${protocols.join(' and ')}, and the Service leads ${protocol} to it`,
    suggestion: `write protocol: ${protocols[0]}`,
    ...(typeof wanted === 'number' ? { severity: 'warning' } : {}),
  });
}

export const serviceTargetPort: Rule = {
  id: 'service-target-port',
  severity: 'error',
  kinds: ['manifest'],
  why: 'No container of the pods opens the port: a name that no container has leads nowhere, and connections to a closed port are refused.',
  docs: {
    checks:
      'The target port of every Service whose pods are given. An error for a name that no container of the pods has, or that has another protocol; for a number an info, because containers need not list their ports.',
    seen: 'Controllers of v1.1.0 and v1.4.1: the route is Accepted=True and ResolvedRefs=True.',
    fix: 'Write the name or the number of a port of the containers.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web, ports: [{name: web, containerPort: 8080}]}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: web}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web, ports: [{name: web, containerPort: 8080}]}]}
`,
  },
  check({ root, report }) {
    for (const service of ofKind(root, 'Service')) {
      const pods = service.own ? podsBehind(root, service) : [];
      if (pods.length === 0) continue;
      servicePorts(service).forEach((port, index) => {
        const wanted = targetOf(port);
        if (wanted !== undefined) checkProtocol(port, index, wanted, pods, report);
        if (wanted === undefined || pods.some(pod => opens(pod, wanted))) return;
        if (typeof wanted === 'number' && !pods.every(declaresPorts)) return;
        const key = get(port, 'targetPort') === undefined ? 'port' : 'targetPort';
        const known = [...new Set(pods.flatMap(portsOf).map(each => portName(each) || String(portNumber(each))))];
        report({
          at: get(port, key) ?? port,
          path: ['spec', 'ports', index, key],
          message: `no container of ${pods[0]!.owner.kind} "${pods[0]!.owner.name}" ${typeof wanted === 'number' ? `lists the port ${wanted}` : `has a port named "${wanted}"`}`,
          suggestion: known.length === 0 ? 'write the number of the port' : `its ports: ${known.join(', ')}`,
          ...(typeof wanted === 'number' ? { severity: 'info' } : {}),
        });
      });
    }
  },
};
