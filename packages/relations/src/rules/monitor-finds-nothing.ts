import type { Path } from '@mcpgw/diagnostics';
import { at, get, isAt, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { labelsOfObject, mayBeSame, type ObjectView, ofKind, ofKindIn, textOr } from '../objects/objects.js';
import { type PodView, podsIn, podsOf, portName, portsOf } from '../objects/pods.js';
import { isEmptySelector, selects } from '../objects/selectors.js';
import { servicePorts } from '../objects/services.js';

/** Whether a monitor looks at a namespace. */
function looksAt({ node, namespace }: ObjectView, other: string): boolean {
  const choice = at(node, 'spec', 'namespaceSelector');
  const names = items(get(choice, 'matchNames')).map(item => text(item) ?? '');
  return isAt(choice, 'any', true) || (names.length === 0 ? mayBeSame(namespace, other) : names.some(name => mayBeSame(name, other)));
}

/** The given Services in the namespaces that a monitor looks at. */
function servicesFor(stream: Node, monitor: ObjectView): readonly ObjectView[] {
  const everywhere = at(monitor.node, 'spec', 'namespaceSelector') !== undefined;
  const services = everywhere ? ofKind(stream, 'Service') : ofKindIn(stream, 'Service', monitor.namespace);
  return services.filter(service => looksAt(monitor, service.namespace));
}

/** The given pods in the namespaces that a monitor looks at. */
function podsFor(stream: Node, monitor: ObjectView): readonly PodView[] {
  const everywhere = at(monitor.node, 'spec', 'namespaceSelector') !== undefined;
  const pods = everywhere ? podsOf(stream) : podsIn(stream, monitor.namespace, () => true);
  return pods.filter(({ owner }) => looksAt(monitor, owner.namespace));
}

/** The named ports that a monitor may find, one list for each Service or pod. */
function portsFor(stream: Node, monitor: ObjectView): string[][] {
  const selector = at(monitor.node, 'spec', 'selector');
  if (monitor.kind === 'PodMonitor')
    return podsFor(stream, monitor)
      .filter(({ labels }) => selects(selector, labels))
      .map(pod => portsOf(pod).map(portName));
  return servicesFor(stream, monitor)
    .filter(service => selects(selector, labelsOfObject(service)))
    .map(service => servicePorts(service).map(port => textOr(port, 'name', '')));
}

/** The namespace of a given Service or pod that has the labels and that a monitor does not look at. */
function elsewhereFor(stream: Node, monitor: ObjectView, selector: Node): string | undefined {
  if (monitor.kind === 'PodMonitor') return podsOf(stream).find(({ labels }) => selects(selector, labels))?.owner.namespace;
  return ofKind(stream, 'Service').find(service => service.group === '' && selects(selector, labelsOfObject(service)))?.namespace;
}

function checkPorts(monitor: ObjectView, found: readonly string[][], report: RuleContext['report']): void {
  const key = monitor.kind === 'PodMonitor' ? 'podMetricsEndpoints' : 'endpoints';
  items(at(monitor.node, 'spec', key)).forEach((endpoint, index) => {
    const port = get(endpoint, 'port');
    const name = text(port);
    if (port === undefined || name === undefined || name === '' || found.some(ports => ports.includes(name))) return;
    const path: Path = ['spec', key, index, 'port'];
    report({
      at: port,
      path,
      message: `nothing that is selected has a port named "${name}"`,
      suggestion: /^\d+$/.test(name)
        ? 'write the name of a port; numbers are not looked up'
        : `the names: ${[...new Set(found.flat())].filter(each => each !== '').join(', ')}`,
    });
  });
}

export const monitorFindsNothing: Rule = {
  id: 'monitor-finds-nothing',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus scrapes nothing for this monitor, and no alert says so.',
  docs: {
    checks:
      'Every ServiceMonitor and PodMonitor that selects given Services or pods: a port that an endpoint names is one of theirs. A namespace that the monitor does not look at, while the Service or pod with its labels is there. If it selects none of the given ones in a namespace where some are given, an info.',
    basedOn: 'The documentation of the Prometheus operator about selectors and ports. No program was run for this rule.',
    fix: 'Write the labels of the Service or pod, and the name of the port.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: web, labels: {app: web}}
spec: {ports: [{name: http, port: 80}, {name: metrics, port: 9090}]}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: "9090"}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: web, labels: {app: web}}
spec: {ports: [{name: http, port: 80}, {name: metrics, port: 9090}]}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: metrics}]}
`,
  },
  check({ root, report }) {
    for (const monitor of [...ofKind(root, 'ServiceMonitor'), ...ofKind(root, 'PodMonitor')]) {
      if (!monitor.own || monitor.group !== 'monitoring.coreos.com') continue;
      const found = portsFor(root, monitor);
      const selector = at(monitor.node, 'spec', 'selector');
      if (found.length > 0) checkPorts(monitor, found, report);
      if (found.length > 0 || selector === undefined || isEmptySelector(selector)) continue;
      const given = monitor.kind === 'PodMonitor' ? podsFor(root, monitor) : servicesFor(root, monitor);
      const elsewhere = elsewhereFor(root, monitor, selector);
      if (elsewhere !== undefined)
        report({
          at: selector,
          path: ['spec', 'selector'],
          message: `what has these labels is in the namespace "${elsewhere}", and the monitor looks at ${at(monitor.node, 'spec', 'namespaceSelector') === undefined ? 'its own' : 'others'}`,
          suggestion: `add namespaceSelector: {matchNames: [${elsewhere}]}`,
        });
      if (given.length === 0 || elsewhere !== undefined) continue;
      report({
        at: selector,
        path: ['spec', 'selector'],
        message: `none of the given ${monitor.kind === 'PodMonitor' ? 'pods' : 'Services'} has these labels`,
        suggestion: 'write the labels of the object itself',
        severity: 'info',
      });
    }
  },
};
