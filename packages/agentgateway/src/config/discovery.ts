/**
 * The entries of `workloads` and `services`, as agentgateway v0.11 to v1.4 reads them (its types/discovery.rs): data that a
 * control plane would otherwise send. Keys of port maps are numbers from 0 to 65535.
 */
import { isIP } from 'node:net';
import { anyText, bool, def, list, map, opt, req, type Shape, string, struct, type TextCheck, variants, versioned } from '@mcpgw/structure';
import { port, texts, u32, v12 } from './common.js';
import { namespacedHostname } from './scalars.js';

const ip = string('an IP address', value =>
  isIP(value) === 0 || value.includes('%')
    ? { message: `"${value}" is not an IP address`, suggestion: 'write the address alone, such as "10.0.0.1"' }
    : undefined,
);
/** `network/address`; the network may be empty. */
const networkAddress = string('network/IP', value => {
  const slash = value.indexOf('/');
  return slash >= 0 && isIP(value.slice(slash + 1)) !== 0
    ? undefined
    : { message: `"${value}" is not of the form network/IP`, suggestion: 'write "/" and the address, such as "/10.0.0.1"' };
});
/** `spiffe://trust-domain/ns/namespace/sa/account`. */
const identity = string('a SPIFFE identity', value =>
  /^spiffe:\/\/[^/]*\/ns\/[^/]*\/sa\/[^/]*$/.test(value)
    ? undefined
    : { message: `"${value}" is not a SPIFFE identity`, suggestion: 'write spiffe://TRUST-DOMAIN/ns/NAMESPACE/sa/ACCOUNT' },
);
const portKey: TextCheck = key =>
  /^(?:0|[1-9]\d{0,4})$/.test(key) && Number(key) <= 65535
    ? undefined
    : { message: `"${key}" is not a port`, suggestion: 'a port is a number from 0 to 65535' };
const ports = map(port, { key: portKey });

const gatewayAddress = struct('a gateway address', {
  destination: req(namespacedHostname, 'network/IP, or namespace/hostname'),
  hboneMtlsPort: req(port, 'port for HBONE'),
});
const locality = struct(
  'a locality',
  { region: req(anyText, 'region'), zone: req(anyText, 'zone'), subzone: req(anyText, 'part of the zone') },
  { open: true },
);

/** A workload: the destination of requests to services. */
export const workload: Shape = struct('a workload', {
  workloadIps: req(list(ip), 'addresses of the workload'),
  waypoint: opt(gatewayAddress, 'Waypoint in front of the workload'),
  networkGateway: opt(gatewayAddress, 'Gateway of its network'),
  protocol: def(variants('TCP', 'HBONE', 'LegacyIstioMtls'), 'Protocol the workload takes', { default: 'TCP' }),
  networkMode: def(variants('Standard', 'HostNetwork'), 'Whether it uses the network of its host', { default: 'Standard' }),
  uid: def(anyText, 'Unique id'),
  name: def(anyText, 'Name'),
  namespace: req(anyText, 'namespace'),
  trustDomain: def(anyText, 'Trust domain'),
  serviceAccount: def(anyText, 'Service account'),
  network: def(anyText, 'Network'),
  workloadName: def(anyText, 'Name of what runs it, such as a Deployment'),
  workloadType: def(anyText, 'Kind of what runs it'),
  canonicalName: def(anyText, 'Canonical name'),
  canonicalRevision: def(anyText, 'Canonical revision'),
  hostname: def(anyText, 'Hostname'),
  node: def(anyText, 'Node it runs on'),
  authorizationPolicies: def(texts, 'Names of policies'),
  status: def(variants('Healthy', 'Unhealthy'), 'Whether it is ready', { default: 'Healthy' }),
  clusterId: def(anyText, 'Cluster'),
  locality: def(locality, 'Where it runs'),
  services: req(map(ports), 'ports by "namespace/hostname" of a service'),
  hboneMtlsPort: def(port, 'Port for HBONE', { since: '1.3.0' }),
  capacity: def(u32, 'Share of the traffic', { default: 1 }),
});

const loadBalancer = struct('a load balancer', {
  routingPreferences: req(
    list(variants('Region', 'Zone', 'Subzone', 'Node', 'Cluster', 'Network')),
    'what has to be alike, first things first',
  ),
  mode: req(variants('Standard', 'Strict', 'Failover', 'Passthrough'), 'what the preferences mean'),
  healthPolicy: req(variants('OnlyHealthy', 'AllowAll'), 'whether workloads that are not ready are used'),
});
const weightedWaypoint = struct('a weighted waypoint', {
  destination: req(gatewayAddress, 'the waypoint'),
  weight: req(u32, 'share of the connections'),
});

/** A service: a name for a set of workloads. */
export const service: Shape = struct('a service', {
  name: req(anyText, 'name'),
  namespace: req(anyText, 'namespace'),
  hostname: req(anyText, 'hostname; routes refer to it as "namespace/hostname"'),
  vips: req(list(networkAddress), 'virtual addresses, as "network/IP"'),
  ports: req(ports, 'port of the workload by port of the service'),
  appProtocols: def(
    map(
      versioned(
        { until: '1.0.0', shape: variants('Http11', 'Http2', 'Grpc') },
        { shape: variants('Http11', 'Http2', 'Grpc', 'Tls', 'Tcp') },
      ),
      { key: portKey },
    ),
    'Protocol by port of the service',
  ),
  subjectAltNames: def(list(versioned({ until: '1.1.0', shape: anyText }, { shape: identity })), 'Identities of the workloads'),
  waypoint: opt(gatewayAddress, 'Waypoint in front of the service'),
  weightedWaypoints: def(list(weightedWaypoint), 'Waypoints by share', { since: '1.4.1' }),
  loadBalancer: opt(loadBalancer, 'How a workload is chosen'),
  ipFamilies: opt(variants('Dual', 'IPv4', 'IPv6'), 'Address families'),
  ingressUseWaypoint: def(bool, 'Whether traffic from outside passes the waypoint', v12),
});
