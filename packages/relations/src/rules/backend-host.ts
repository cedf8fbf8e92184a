import type { Path } from '@mcpgw/diagnostics';
import { get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type HostView, hostsOf, ownBackendsOf } from '../objects/backends.js';
import { integerOf, named, type ObjectView, ofKindIn } from '../objects/objects.js';
import { serviceOfHost, servicePort, servicePorts, servicesNamed } from '../objects/services.js';
import { hasTls } from '../reach/tls.js';

/** Why a text is no host; undefined if it may be one. */
function notAHost(host: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return 'it has a scheme';
  if (host.includes('/')) return 'it has a path';
  if (/^[^:]+:\d+$/.test(host)) return 'it has a port';
  if (/\s/.test(host)) return 'it has a space';
  if (host.startsWith('*')) return 'it is a pattern';
  return undefined;
}

/** Whether TLS is switched on for the calls of a backend, by itself or by a given policy. */
function usesTls(stream: Node, { owner, policies }: HostView): boolean {
  if (policies.some(each => get(each, 'tls') !== undefined)) return true;
  return hasTls(stream, owner);
}

/** The given Services that a host names, as `name.namespace.svc`. */
function serviceOf(
  stream: Node,
  host: string,
): { name: string; namespace: string; found: readonly ObjectView[]; near: boolean } | undefined {
  const service = serviceOfHost(host);
  if (service === undefined) return undefined;
  const { name, namespace } = service;
  const found = servicesNamed(stream, name, namespace);
  const near =
    named(stream, 'Service', name).length > 0 || ofKindIn(stream, 'Service', namespace).some(object => object.namespace === namespace);
  return { name, namespace, found, near };
}

function checkPort(stream: Node, view: HostView, host: string, path: Path, report: RuleContext['report']): void {
  const portNode = get(view.node, 'port');
  const port = integerOf(portNode);
  if (port === 443 && !usesTls(stream, view))
    report({
      at: portNode!,
      path: [...view.path, 'port'],
      message: 'port 443 is called in clear text: nothing switches TLS on for this backend',
      suggestion: 'add "policies.tls: {}", or name the port that speaks plain HTTP',
    });
  if (port === 80 && usesTls(stream, view))
    report({
      at: portNode!,
      path: [...view.path, 'port'],
      message: 'TLS is spoken to port 80',
      suggestion: 'name the TLS port, such as 443',
    });
  const service = serviceOf(stream, host);
  if (service === undefined) return;
  const [first] = service.found;
  if (
    first !== undefined &&
    port !== undefined &&
    servicePorts(first).length > 0 &&
    !service.found.some(each => servicePort(each, port) !== undefined)
  )
    report({
      at: portNode!,
      path: [...view.path, 'port'],
      message: `the Service "${first.name}" has no port ${port}`,
      suggestion: `its ports: ${servicePorts(first)
        .map(each => integerOf(get(each, 'port')))
        .join(', ')}`,
    });
  if (first === undefined && service.near)
    report({
      at: get(view.node, 'host')!,
      path,
      message: `no given Service is named "${service.name}" in namespace "${service.namespace}"`,
      suggestion: 'write the name and namespace of the Service',
      severity: named(stream, 'Service', service.name).length > 0 ? 'warning' : 'info',
    });
}

export const backendHost: Rule = {
  id: 'backend-host',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The address cannot be called as it is written: every request to the backend fails.',
  docs: {
    checks:
      'Every host and port of an AgentgatewayBackend: the host is a name without scheme, port and path; port 443 is called with TLS, port 80 without; a host such as `web.apps.svc` names a given Service and one of its ports; `localhost` is the pod of the proxy.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a host with a scheme, and hosts at port 443 without TLS, are Accepted=True and sent to the proxy as they are written.',
    fix: 'Write the host alone, its port beside it, the path in "path", and add "policies.tls" for TLS.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: mcp.example.com, port: 443}}]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: mcp.example.com, port: 443, policies: {tls: {}}}}]}}
`,
  },
  check({ root, report }) {
    for (const backend of ownBackendsOf(root)) {
      for (const view of hostsOf(backend)) {
        const node = get(view.node, 'host')!;
        const host = text(node) ?? '';
        const path = [...view.path, 'host'];
        const problem = notAHost(host);
        if (problem !== undefined) {
          report({
            at: node,
            path,
            message: `"${host.slice(0, 80)}" is not a hostname: ${problem}`,
            suggestion: 'write the host alone',
            severity: 'error',
          });
          continue;
        }
        if (/^(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0)$/.test(host))
          report({
            at: node,
            path,
            message: `"${host}" is the pod of the proxy itself`,
            suggestion: 'write the name of a Service, unless the server runs beside the proxy in its pod',
            severity: 'info',
          });
        checkPort(root, view, host, path, report);
      }
    }
  },
};
