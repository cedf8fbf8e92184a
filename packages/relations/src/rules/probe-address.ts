import type { Path } from '@mcpgw/diagnostics';
import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { handlerPlaces } from '../objects/handlers.js';
import { integerOf } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';
import { type ContainerView, portName, portNumber } from '../objects/pods.js';
import type { Say } from '../objects/say.js';

const example = (host: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web:1
      ports: [{name: http, containerPort: 8080}]
      readinessProbe: {httpGet: {path: /ready, port: http${host}}}
`;

/** Whether the name of a port says that it speaks TLS or plain HTTP; undefined if it says neither. */
function saysTls({ node }: ContainerView, port: Node | undefined): boolean | undefined {
  const declared = items(get(node, 'ports')).find(each =>
    text(port) === undefined ? portNumber(each) === integerOf(port) : portName(each) === text(port),
  );
  const name = text(port) ?? (declared === undefined ? '' : portName(declared));
  if (/^(?:https|tls|ssl)$/.test(name)) return true;
  return /^(?:http|http-?metrics|metrics)$/.test(name) ? false : undefined;
}

function checkHandler(handler: Node, path: Path, container: ContainerView, isOfNode: boolean, say: Say): void {
  const host = text(get(handler, 'host')) ?? '';
  if (/^(?:localhost|127\.\d.*|::1|0\.0\.0\.0)$/.test(host) && !isOfNode)
    say([...path, 'host'], `the kubelet asks ${host} of the node, and not the container`, 'remove host: the address of the pod is used');
  else if (host !== '' && !isOfNode)
    say([...path, 'host'], `the answer comes from ${host.slice(0, 80)}, and says nothing about the container`, 'remove host', 'info');
  if (path.at(-1) === 'tcpSocket' || host !== '') return;
  const isTls = saysTls(container, get(handler, 'port'));
  if (isTls !== undefined && isTls !== isAt(handler, 'scheme', 'HTTPS'))
    say(
      [...path, 'scheme'],
      isTls
        ? 'the probe asks over plain HTTP at a port whose name says TLS'
        : 'the probe asks over TLS at a port whose name says plain HTTP',
      isTls ? 'write scheme: HTTPS' : 'remove scheme, or rename the port',
    );
}

export const probeAddress: Rule = {
  id: 'probe-address',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The kubelet asks from the node: another host is not the container, and a scheme that the port does not speak gets no answer.',
  docs: {
    checks:
      'Probes and hooks over HTTP and TCP: a `host` that is the node itself (localhost), unless the pod uses the network of the node; an info for any other host; and a `scheme` that contradicts the name of the port, http or https.',
    basedOn: 'The documentation of Kubernetes about probes. No kubelet ran the examples.',
    fix: 'Remove `host`, and write the scheme of the port.',
    wrong: example(', host: localhost'),
    correct: example(''),
  },
  check: context =>
    forOwnContainers(context, (container, say, pod) => {
      for (const place of handlerPlaces)
        for (const type of ['httpGet', 'tcpSocket']) {
          const handler = at(container.node, ...place, type);
          if (handler !== undefined)
            checkHandler(handler, [...container.path, ...place, type], container, isAt(pod.spec, 'hostNetwork', true), say);
        }
    }),
};
