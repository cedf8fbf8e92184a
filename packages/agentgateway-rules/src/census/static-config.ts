import type { Census } from '@mcpgw/structure';
import { alone, checked, cluster, inside, label, noAccess, parts, reference, row, service, works } from './answers.js';

/** `config/static-config.ts`. */
export const staticConfigCensus: Census = {
  'the configuration': {
    config: inside,
    binds: row(
      ['empty-config', 'bind-without-listeners'],
      parts,
      ['duplicate-bind-port', 'bind-on-internal-port'],
      ['duplicate-bind-port', 'listener-name-shared'],
    ),
    frontendPolicies: row(['list-for-struct', 'setting-without-effect'], parts, parts, parts),
    policies: row(['policy-target-missing', 'attached-policy-ignored'], ['attached-policy-ignored'], parts, [
      'policy-target-shared',
      'gateway-policy-replaced',
    ]),
    workloads: row(['service-without-workload'], noAccess, ['service-without-workload'], ['service-without-workload']),
    services: row(['unused-definition'], noAccess, ['service-without-workload', 'service-port-missing'], ['duplicate-backend-name']),
    backends: row(['unused-definition'], parts, ['dangling-backend-ref'], ['duplicate-backend-name']),
    routeGroups: row(['unused-definition'], parts, ['route-group-missing'], ['duplicate-backend-name', 'route-group-missing']),
    gateways: row(['no-routes'], parts, checked, ['duplicate-map-key', 'bind-on-internal-port']),
    routes: row(['route-shadowed'], parts, ['no-backends'], ['duplicate-route-name', 'route-shadowed']),
    tcpRoutes: row(['bind-protocols-mixed'], noAccess, parts, ['bind-protocols-mixed']),
    llm: row(['llm-no-models'], parts, parts, ['shorthand-port-clash']),
    mcp: row(['mcp-no-targets'], parts, parts, ['shorthand-port-clash']),
    ui: inside,
  },
  ui: {
    gateways: row(checked, ['backend-opens-proxy'], checked, alone),
    policies: row(['null-policy'], ['null-policy'], parts, parts),
  },
  'an attached policy': {
    name: label,
    target: row(['policy-target-missing', 'attached-policy-ignored'], ['policy-target-missing', 'attached-policy-ignored'], works, [
      'policy-target-missing',
    ]),
    phase: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
    policy: row(['attached-policy-ignored', 'null-policy'], ['attached-policy-ignored', 'null-policy'], parts, ['attached-policy-ignored']),
  },
  'a name': { name: label, namespace: label },
  'a listener set': {
    name: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
    namespace: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
    section: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
  },
  'a target': {
    gateway: row(['policy-target-missing'], ['policy-target-missing'], works, ['policy-target-missing']),
    route: row(['policy-target-missing', 'attached-policy-ignored'], ['policy-target-missing'], works, ['policy-target-missing']),
    backend: row(['policy-target-missing', 'attached-policy-ignored'], ['policy-target-missing'], works, ['policy-target-missing']),
    listenerSet: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
  },
  'a gateway': {
    gatewayName: row(['policy-target-missing'], ['policy-target-missing'], works, ['policy-target-missing', 'setting-without-effect']),
    gatewayNamespace: row(['policy-target-missing'], ['policy-target-missing'], works, ['policy-target-missing', 'setting-without-effect']),
    listenerName: row(['policy-target-missing'], ['policy-target-missing', 'listener-name-shared'], works, ['listener-name-shared']),
  },
  'a route group': {
    name: row(['unused-definition'], noAccess, ['route-group-missing'], ['duplicate-backend-name']),
    routes: row(['route-shadowed', 'route-group-unreachable'], parts, 'A group without routes answers 404, as it says.', [
      'duplicate-route-name',
      'route-group-missing',
    ]),
  },
  'a route': { kind: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, alone) },
  'a backend': {
    name: row(['unused-definition', 'policy-target-missing'], noAccess, ['dangling-backend-ref'], ['duplicate-backend-name']),
    namespace: row(['attached-policy-ignored'], ['attached-policy-ignored'], works, ['attached-policy-ignored']),
    section: row(
      'The name of a target or provider inside the backend; a wrong one is reported with the backend.',
      noAccess,
      cluster,
      alone,
    ),
    backend: reference,
    service,
  },
};
