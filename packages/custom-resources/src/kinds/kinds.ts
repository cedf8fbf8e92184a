/** The kinds of agentgateway.dev and of the Gateway API, by version. */
import { inRange, type Shape, type VersionRange } from '@mcpgw/structure';
import { backend } from './backend.js';
import { gateway, gatewayClass, listenerSet } from './gateways.js';
import { backendTlsPolicy, referenceGrant } from './grants.js';
import { model } from './model.js';
import { podMonitor, prometheusRule, serviceMonitor } from './monitoring.js';
import { parameters } from './parameters.js';
import { policy } from './policy.js';
import { grpcRoute, httpRoute, streamRoute, tlsRoute, tlsRouteAlpha } from './routes.js';

/** A kind: its spec, the served versions of its API, and the first version that has it. */
export interface CustomKind extends VersionRange {
  readonly group: 'agentgateway.dev' | 'gateway.networking.k8s.io' | 'monitoring.coreos.com';
  readonly kind: string;
  /** The served versions of the API. The first one is recommended. */
  readonly served: readonly string[];
  /** Versions of the API that only the experimental channel of the Gateway API serves. */
  readonly experimental?: readonly string[];
  readonly clusterScoped?: boolean;
  /** The versions of the definitions that accept an object without a spec. */
  readonly specOptional?: VersionRange;
  readonly spec: Shape;
  /** The spec in versions of the API that differ. */
  readonly specs?: Readonly<Record<string, Shape>>;
}

const agentgateway = { group: 'agentgateway.dev', served: ['v1alpha1'] } as const;
const gatewayApi = { group: 'gateway.networking.k8s.io', served: ['v1'] } as const;
const earlier = { ...gatewayApi, served: ['v1', 'v1beta1'] };

/** The kinds of agentgateway.dev and of the Gateway API. */
export const customKinds: readonly CustomKind[] = [
  { ...agentgateway, kind: 'AgentgatewayBackend', spec: backend },
  { ...agentgateway, kind: 'AgentgatewayModel', spec: model, since: '1.4.0' },
  { ...agentgateway, kind: 'AgentgatewayParameters', spec: parameters },
  { ...agentgateway, kind: 'AgentgatewayPolicy', spec: policy },
  { ...gatewayApi, kind: 'BackendTLSPolicy', spec: backendTlsPolicy, experimental: ['v1alpha3'] },
  { ...earlier, kind: 'Gateway', spec: gateway },
  { ...earlier, kind: 'GatewayClass', spec: gatewayClass, clusterScoped: true },
  { ...gatewayApi, kind: 'GRPCRoute', spec: grpcRoute },
  { ...earlier, kind: 'HTTPRoute', spec: httpRoute },
  { ...gatewayApi, kind: 'ListenerSet', spec: listenerSet },
  { ...earlier, kind: 'ReferenceGrant', spec: referenceGrant, specOptional: { until: '1.6.0' } },
  { ...gatewayApi, kind: 'TCPRoute', spec: streamRoute, since: '1.6.0', experimental: ['v1alpha2'] },
  { ...gatewayApi, kind: 'TLSRoute', spec: tlsRoute, specs: { v1alpha2: tlsRouteAlpha }, experimental: ['v1alpha2', 'v1alpha3'] },
  { ...gatewayApi, kind: 'UDPRoute', spec: streamRoute, since: '1.6.0', experimental: ['v1alpha2'] },
];
/** Kinds of another project that charts often render too. */
const monitoring = { group: 'monitoring.coreos.com', served: ['v1'] } as const;
/** The kinds of monitoring.coreos.com that charts render. */
export const monitoringKinds: readonly CustomKind[] = [
  { ...monitoring, kind: 'PodMonitor', spec: podMonitor },
  { ...monitoring, kind: 'PrometheusRule', spec: prometheusRule },
  { ...monitoring, kind: 'ServiceMonitor', spec: serviceMonitor },
];

const byGroup = new Map<string, Map<string, CustomKind>>();
for (const kind of [...customKinds, ...monitoringKinds]) {
  if (!byGroup.has(kind.group)) byGroup.set(kind.group, new Map());
  byGroup.get(kind.group)!.set(kind.kind, kind);
}

/** Finds a kind by the group of an apiVersion; undefined if it is not one of these kinds. */
export function customKind(apiVersion: string, kind: string): CustomKind | undefined {
  return byGroup.get(groupOf(apiVersion))?.get(kind);
}

/** The group of an apiVersion: the text before the slash, or the whole text if there is none. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? apiVersion : apiVersion.slice(0, slash);
}

/** The names of the kinds of a group that exist in a version. */
export function kindsOf(group: string, version: string): string[] {
  return customKinds.filter(kind => kind.group === group && inRange(version, kind)).map(({ kind }) => kind);
}

const pins: readonly (readonly [agentgateway: string, gatewayApi: string])[] = [
  ['1.4.0', '1.6.1'],
  ['1.3.0', '1.6.0'],
  ['1.1.0', '1.5.1'],
];

/** The version of the Gateway API for which a version of agentgateway is built. Both are bare semver. */
export function gatewayApiVersionOf(gatewayVersion: string): string {
  return pins.find(([since]) => inRange(gatewayVersion, { since }))?.[1] ?? '1.5.0';
}
