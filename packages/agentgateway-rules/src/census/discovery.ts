import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, cluster, inside, label, mesh, noAccess, outside, row, works } from './answers.js';

const lost = row(['service-without-workload'], noAccess, ['service-without-workload'], ['service-without-workload']);
const like = row('A value that no workload shares makes no difference, or none is chosen, as the mode says.', noAccess, cluster, alone);

/** `config/discovery.ts`. */
export const discoveryCensus: Census = {
  'a workload': {
    workloadIps: lost,
    waypoint: mesh,
    networkGateway: mesh,
    protocol: row(works, noAccess, outside, alone),
    networkMode: mesh,
    uid: row('Workloads without an ID get one each.', noAccess, works, 'Two workloads with one ID are one workload, as it says.'),
    name: label,
    namespace: label,
    trustDomain: mesh,
    serviceAccount: mesh,
    network: mesh,
    workloadName: label,
    workloadType: label,
    canonicalName: label,
    canonicalRevision: label,
    hostname: row(works, noAccess, outside, alone),
    node: like,
    authorizationPolicies: mesh,
    status: lost,
    clusterId: like,
    locality: inside,
    services: lost,
    hboneMtlsPort: mesh,
    capacity: lost,
  },
  'a locality': { region: like, zone: like, subzone: like },
  'a service': {
    name: label,
    namespace: row(['dangling-service-ref', 'service-without-workload'], noAccess, ['dangling-service-ref'], ['duplicate-backend-name']),
    hostname: row(['dangling-service-ref', 'service-without-workload'], noAccess, ['dangling-service-ref'], ['duplicate-backend-name']),
    vips: row(works, noAccess, checked, alone),
    ports: row(['service-port-missing', 'service-without-workload'], noAccess, ['service-port-missing'], ['duplicate-map-key']),
    port: row(works, noAccess, ['service-port-missing'], alone),
    appProtocols: row('A port that the service does not have is never asked for.', noAccess, outside, ['duplicate-map-key']),
    subjectAltNames: mesh,
    waypoint: mesh,
    weightedWaypoints: mesh,
    loadBalancer: inside,
    ipFamilies: choice,
    ingressUseWaypoint: mesh,
  },
  'a load balancer': { routingPreferences: like, mode: like, healthPolicy: choice },
  'a weighted waypoint': { destination: mesh, weight: mesh },
  'a gateway address': { destination: mesh, hboneMtlsPort: mesh },
};
