/**
 * The structure of agentgateway's static configuration, v0.11 to v1.4, as data. `since` and `until` of a field define the
 * versions that accept it. Written from the recorded verdicts of the real proxies.
 */
import { anyText, def, list, opt, req, type Shape, struct, variants } from '@mcpgw/structure';
import { fullBackend } from './backends.js';
import { port, v10, v12, v14 } from './common.js';
import { configSection } from './config-section.js';
import { service, workload } from './discovery.js';
import { frontendPolicies } from './frontend.js';
import { bind, gatewayRefs, gateways, route, routeFields, tcpRouteFields } from './listeners.js';
import { llm, mcp, ui } from './llm.js';
import { routePolicies } from './policies.js';

const resourceName = struct('a name', { name: req(anyText, 'name'), namespace: req(anyText, 'namespace') });
const listenerTarget = struct('a gateway', {
  gatewayName: req(anyText, 'name of the gateway'),
  gatewayNamespace: req(anyText, 'namespace of the gateway'),
  listenerName: opt(anyText, 'Name of the listener'),
  port: opt(port, 'Port', { since: '1.2.0' }),
});
const routeTarget = struct('a route', {
  name: req(anyText, 'name'),
  namespace: req(anyText, 'namespace'),
  ruleName: opt(anyText, 'Rule within the route'),
  kind: opt(anyText, 'Kind of route'),
});
const backendTarget = struct(
  'a backend',
  {
    backend: def(
      struct('a backend', {
        name: req(anyText, 'name'),
        namespace: req(anyText, 'namespace'),
        section: opt(anyText, 'Part of the backend'),
      }),
      'A backend',
    ),
    service: def(
      struct('a service', { hostname: req(anyText, 'hostname'), namespace: req(anyText, 'namespace'), port: opt(port, 'Port') }),
      'A service',
    ),
  },
  { choices: [{ keys: ['backend', 'service'], need: 'one' }] },
);
const policyTarget = struct(
  'a target',
  {
    gateway: def(listenerTarget, 'A gateway or listener'),
    route: def(routeTarget, 'A route'),
    backend: def(backendTarget, 'A backend'),
    listenerSet: def(
      struct('a listener set', { name: req(anyText, 'name'), namespace: req(anyText, 'namespace'), section: opt(anyText, 'Part') }),
      'A listener set',
      v12,
    ),
  },
  { choices: [{ keys: ['gateway', 'route', 'backend', 'listenerSet'], need: 'one' }] },
);
const attachedPolicy = struct('an attached policy', {
  name: req(resourceName, 'name of the policy'),
  target: req(policyTarget, 'what it is attached to'),
  phase: def(variants('route', 'gateway'), 'When it runs', { default: 'route' }),
  policy: req(routePolicies, 'the policy'),
});
const gatewaysField = opt(gatewayRefs, 'Gateways that serve it');

/** The whole file. */
export const staticConfig: Shape = struct('the configuration', {
  config: opt(configSection, 'Settings read once at the start'),
  binds: def(list(bind), 'Ports and what listens on them'),
  frontendPolicies: def(frontendPolicies, 'Policies of all traffic'),
  policies: def(list(attachedPolicy), 'Policies attached by name'),
  workloads: def(list(workload), 'Workloads that services lead to'),
  services: def(list(service), 'Services that routes and policies may refer to'),
  backends: def(list(fullBackend), 'Backends that routes and policies refer to'),
  routeGroups: def(
    list(struct('a route group', { name: req(anyText, 'name'), routes: req(list(route), 'routes') })),
    'Groups of routes',
    v12,
  ),
  gateways: def(gateways, 'Gateways by name', v14),
  routes: def(list(struct('a route', { ...routeFields, gateways: gatewaysField })), 'Routes of gateways', v14),
  tcpRoutes: def(list(struct('a TCP route', { ...tcpRouteFields, gateways: gatewaysField })), 'TCP routes of gateways', v14),
  llm: opt(llm, 'Short form for LLM gateways', v10),
  mcp: opt(mcp, 'Short form for MCP gateways', v10),
  ui: opt(ui, 'The user interface', v14),
});
