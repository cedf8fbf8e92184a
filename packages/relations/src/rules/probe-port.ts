import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { handlerPlaces } from '../objects/handlers.js';
import { integerOf } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { type ContainerView, containersOf, type PodView, portName, portNumber, portsOf } from '../objects/pods.js';

interface Handler {
  readonly port: Node;
  readonly path: Path;
  readonly container: ContainerView;
}

const types = ['httpGet', 'tcpSocket'];

function handlersOf(pod: PodView): Handler[] {
  return containersOf(pod).flatMap(container => handlerPlaces.flatMap(path => handlersAt(container, path)));
}

function handlersAt(container: ContainerView, path: Path): Handler[] {
  const probe = at(container.node, ...path);
  if (probe === undefined) return [];
  return [...types, ...(path[0] === 'lifecycle' ? [] : ['grpc'])].flatMap(type => {
    const handler = get(probe, type);
    const port = get(handler, 'port');
    const elsewhere = text(get(handler, 'host')) !== undefined;
    return port === undefined || elsewhere ? [] : [{ port, path: [...container.path, ...path, type, 'port'], container }];
  });
}

export const probePort: Rule = {
  id: 'probe-port',
  severity: 'error',
  kinds: ['manifest'],
  why: 'A probe of a port that its container does not have never succeeds: the pod gets no requests, or is restarted again and again.',
  docs: {
    checks:
      'The port of every probe and lifecycle hook. An error for a name that the container itself does not list; an info for a number that no container of the pod lists although the container lists ports.',
    basedOn: 'The documentation of Kubernetes about probes. No kubelet ran the examples.',
    fix: 'Write the name or the number of a port of the container.',
    wrong: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web
      ports: [{name: http, containerPort: 8080}]
      readinessProbe: {httpGet: {path: /, port: web}}
`,
    correct: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web
      ports: [{name: http, containerPort: 8080}]
      readinessProbe: {httpGet: {path: /, port: http}}
`,
  },
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      for (const { port, path, container } of handlersOf(pod)) {
        const ports = items(get(container.node, 'ports'));
        const [name, number] = [text(port), integerOf(port)];
        if (name !== undefined && !/^\d+$/.test(name) && !ports.some(each => portName(each) === name))
          report({
            at: port,
            path,
            message: `the container has no port named "${name}"`,
            suggestion:
              ports.length === 0
                ? 'write the number of the port'
                : `its ports: ${ports.map(each => portName(each) || String(portNumber(each))).join(', ')}`,
          });
        if (number !== undefined && ports.length > 0 && !portsOf(pod).some(each => portNumber(each) === number))
          report({
            at: port,
            path,
            message: `no container of the pod lists the port ${number}`,
            suggestion: `its ports: ${ports.map(portNumber).join(', ')}`,
            severity: 'info',
          });
      }
    }
  },
};
