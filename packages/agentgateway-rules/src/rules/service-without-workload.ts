import { integerOf, listed, serviceReferences } from '@mcpgw/agentgateway/internal';
import { at, entries, get, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';

const example = (target: string): string => `services:
- name: api
  namespace: default
  hostname: api.example
  vips: ["/10.0.0.1"]
  ports:
    "80": 8080
workloads:
- workloadIps: [10.1.0.1]
  namespace: default
  services:
    "${target}":
      "80": 8080
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - service:
          name: default/api.example
          port: 80
`;

/** Whether requests may go to a workload. */
const serves = (workload: Node): boolean =>
  text(get(workload, 'status')) !== 'Unhealthy' &&
  integerOf(get(workload, 'capacity')) !== 0 &&
  items(get(workload, 'workloadIps')).length > 0;

export const serviceWithoutWorkload: Rule = {
  id: 'service-without-workload',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The service has no endpoint, so every request to it is answered with 503.',
  docs: {
    checks:
      'Looks for services that are used and that no workload serves, for workloads of services or ports that do not exist, and for workloads that get nothing.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 503 `no healthy backends`.',
    fix: 'Name the service in `services` of a workload as `namespace/hostname`, with each port of the service.',
    wrong: example('default/other.example'),
    correct: example('default/api.example'),
  },
  check({ root, report }) {
    const services = new Map(
      items(get(root, 'services')).map(service => [`${text(get(service, 'namespace'))}/${text(get(service, 'hostname'))}`, service]),
    );
    const workloads = listed(get(root, 'workloads'), ['workloads']);
    const xds = get(get(root, 'config'), 'xdsAddress');
    if (xds !== undefined && !isNull(xds)) return;
    for (const { node, path } of workloads) {
      for (const { key, keySpan, value } of entries(get(node, 'services'))) {
        const service = services.get(key);
        if (service === undefined)
          report({
            at: keySpan,
            path: [...path, 'services', key],
            message: `there is no service "${key}": the workload serves nothing for it`,
            suggestion: 'name a service as namespace/hostname',
          });
        for (const port of service === undefined ? [] : entries(value).filter(entry => get(get(service, 'ports'), entry.key) === undefined))
          report({
            at: port.keySpan,
            path: [...path, 'services', key, port.key],
            message: `the service "${key}" has no port ${port.key}`,
            suggestion: 'name a port of the service',
          });
      }
      if (items(get(node, 'workloadIps')).length === 0)
        report({
          at: get(node, 'workloadIps') ?? node,
          path: [...path, 'workloadIps'],
          message: 'a workload without an address gets no request',
          suggestion: 'add its IP address',
        });
      if (integerOf(get(node, 'capacity')) === 0)
        report({
          at: get(node, 'capacity')!,
          path: [...path, 'capacity'],
          message: 'a workload of capacity 0 gets no request',
          suggestion: 'write at least 1',
        });
    }
    const reported = new Set<string>();
    for (const { node, path, name, port } of serviceReferences(root)) {
      const picked = at(root, ...path.slice(0, -1), 'policies', 'inferenceRouting') !== undefined;
      if (!services.has(name) || picked || reported.has(`${name}:${port}`)) continue;
      reported.add(`${name}:${port}`);
      const own = workloads.filter(workload => serves(workload.node)).map(workload => get(get(workload.node, 'services'), name));
      const found = own.some(
        ports => ports !== undefined && (port === undefined || get(ports, String(port)) !== undefined || entries(ports).length === 0),
      );
      if (!found)
        report({
          at: node,
          path,
          message: `no healthy workload serves port ${port} of "${name}": every request fails`,
          suggestion: 'add it to "services" of a workload',
        });
    }
  },
};
