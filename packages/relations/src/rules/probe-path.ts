import { at, get, items, type Node, type Rule, text, textOrEmpty } from '@mcpgw/structure';
import { handlerPlaces } from '../objects/handlers.js';
import { integerOf } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';
import { type ContainerView, type PodView, portName, portNumber } from '../objects/pods.js';
import { mcpEndpointsIn, plainPath } from '../reach/mcp-endpoints.js';

const example = (path: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "web:1", ports: [{containerPort: 8080}], readinessProbe: {httpGet: {path: "${path}", port: 8080}}}]
`;

/** The paths at which MCP servers are asked unless something else is said. */
const usual: ReadonlySet<string> = new Set(['/mcp', '/sse']);

/** Whether a request asks an MCP server at its endpoint: at a usual path, or at one that the given configuration names. */
function asksMcp(root: Node, pod: PodView, { node }: ContainerView, request: Node | undefined): boolean {
  const written = plainPath(textOrEmpty(get(request, 'path')));
  const path = written.startsWith('/') || written === '' ? written : `/${written}`;
  if (usual.has(path)) return true;
  const port = get(request, 'port');
  const name = text(port);
  const number =
    integerOf(port) ??
    items(get(node, 'ports'))
      .filter(each => portName(each) === name)
      .map(portNumber)[0];
  return mcpEndpointsIn(root, pod.owner).some(
    endpoint => endpoint.path === path && (endpoint.port.number === number || endpoint.port.name === name),
  );
}

export const probePath: Rule = {
  id: 'probe-path',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The kubelet asks for another path than the one that was meant, or one that answers no plain request, and the answer decides about the container.',
  docs: {
    checks:
      'Paths of HTTP probes and hooks: no address with a scheme, no fragment, and not the endpoint of an MCP server: /mcp, /sse, or the path that a given AgentgatewayBackend, an annotation of the Service or an HTTPRoute names for it.',
    seen: 'A server of the MCP SDK for TypeScript 1.32.2 answered the GET of a probe at its endpoint with 406, and with 400 where the probe accepted event streams.',
    fix: 'Write the path alone; scheme, host and port have fields of their own. For an MCP server, write a path for health checks, or use tcpSocket.',
    wrong: example('/mcp'),
    correct: example('/ready'),
  },
  check: context =>
    forOwnContainers(context, (container, say, pod, root) => {
      for (const place of handlerPlaces) {
        const request = at(container.node, ...place, 'httpGet');
        const path = [...container.path, ...place, 'httpGet', 'path'];
        const what = place[0] === 'lifecycle' ? 'hook' : 'probe';
        const written = textOrEmpty(get(request, 'path'));
        const problem = /^[a-z]+:\/\//i.test(written)
          ? 'the path is an address'
          : written.includes('#')
            ? 'the path has a fragment, which is never sent'
            : undefined;
        if (problem !== undefined) say(path, `${problem}: the ${what} asks for something else`, 'write the path alone');
        else if (request !== undefined && asksMcp(root, pod, container, request))
          say(
            path,
            `"${written || '/'}" is the endpoint of an MCP server, which answers a plain GET with 400, 405 or 406, or with a stream that does not end: the ${what} fails`,
            'write a path for health checks, or use tcpSocket',
          );
      }
    }),
};
