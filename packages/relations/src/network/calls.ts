/** The calls that the given configuration asks for: from proxies to backends, and from pods to Services that their settings name. */
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';
import { gatewayApi, parentObjects, parentsOf, routesOf } from '../objects/gateways.js';
import { integerOf, mayBeSame, named, type ObjectView, ofKind, targetsIn } from '../objects/objects.js';
import { containersOf, isServer, type PodView, podsOf, portName, portNumber, portsOf } from '../objects/pods.js';
import { podsBehind, servicePort } from '../objects/services.js';
import { referencesOf } from '../table/references.js';
import type { ConnectionPort, PodEnd } from './network.js';

/** A call from one pod to the pods of a Service. */
export interface ServiceCall {
  readonly from: PodEnd;
  /** What calls, in words. */
  readonly caller: string;
  readonly to: PodEnd;
  readonly service: ObjectView;
  readonly port: ConnectionPort;
}

/** The pods of the proxy that the controller deploys for a Gateway, as an end of connections. */
export function endOfGateway(gateway: ObjectView): PodEnd {
  const className = text(at(gateway.node, 'spec', 'gatewayClassName')) ?? '';
  const labels = new Map([
    ['gateway.networking.k8s.io/gateway-name', gateway.name],
    ['gateway.networking.k8s.io/gateway-class-name', className],
    ['app.kubernetes.io/name', gateway.name],
    ['app.kubernetes.io/instance', gateway.name],
  ]);
  return { labels, namespace: gateway.namespace };
}

function callsTo(stream: Node, service: ObjectView, wanted: number | undefined, from: PodEnd, caller: string): ServiceCall[] {
  const port = wanted === undefined ? undefined : servicePort(service, wanted);
  return podsBehind(stream, service).map(pod => ({
    from,
    caller,
    to: { labels: pod.labels, namespace: pod.owner.namespace },
    service,
    port: portBehind(pod, port, wanted),
  }));
}

/** The port of a pod that a port of a Service leads to. */
export function portBehind(pod: PodView, port: Node | undefined, wanted: number | undefined): ConnectionPort {
  const target = get(port, 'targetPort');
  const [name, number] = [text(target) ?? '', integerOf(target) ?? (target === undefined ? wanted : undefined)];
  const open = portsOf(pod).find(each => (name === '' ? portNumber(each) === number : portName(each) === name));
  return { number: open === undefined ? number : portNumber(open), name: open === undefined ? name : portName(open), protocol: 'TCP' };
}

function callsOfGateways(stream: Node): ServiceCall[] {
  return routesOf(stream).flatMap(route =>
    parentsOf(route)
      .flatMap(parent => parentObjects(stream, parent))
      .filter(({ kind, group }) => kind === 'Gateway' && group === gatewayApi)
      .flatMap(gateway =>
        referencesOf(route)
          .filter(({ spec, kind }) => spec.port && kind === 'Service')
          .flatMap(reference =>
            targetsIn(stream, reference).flatMap(service =>
              callsTo(
                stream,
                service,
                integerOf(get(reference.around, 'port')),
                endOfGateway(gateway),
                `the proxy of the Gateway "${gateway.name}"`,
              ),
            ),
          ),
      ),
  );
}

const address = /\b([a-z][a-z0-9-]{0,62})(?:\.([a-z][a-z0-9-]{0,62}))?(?:\.svc(?:\.cluster\.local)?)?:(\d{2,5})\b/g;
const longestText = 100_000;

/** The texts of the settings of a pod: variables, arguments, and ConfigMaps that it mounts or reads. */
function textsOf(stream: Node, pod: PodView): string[] {
  const own = containersOf(pod).flatMap(({ node }) => [
    ...items(get(node, 'env')).flatMap(variable => text(get(variable, 'value')) ?? []),
    ...[...items(get(node, 'args')), ...items(get(node, 'command'))].flatMap(item => text(item) ?? []),
    ...items(get(node, 'envFrom')).flatMap(source => valuesOf(stream, pod, text(at(source, 'configMapRef', 'name')))),
  ]);
  const mounted = items(get(pod.spec, 'volumes')).flatMap(volume => valuesOf(stream, pod, text(at(volume, 'configMap', 'name'))));
  return [...own, ...mounted].filter(value => value.length <= longestText);
}

function valuesOf(stream: Node, pod: PodView, name: string | undefined): string[] {
  if (name === undefined) return [];
  return named(stream, 'ConfigMap', name)
    .filter(({ namespace }) => mayBeSame(namespace, pod.owner.namespace))
    .flatMap(({ node }) => entries(get(node, 'data')).flatMap(({ value }) => text(value) ?? []));
}

function callsOfPods(stream: Node): ServiceCall[] {
  return podsOf(stream).flatMap(pod => {
    const from = { labels: pod.labels, namespace: pod.owner.namespace };
    const found = new Map<string, ServiceCall[]>();
    for (const value of textsOf(stream, pod)) {
      if (!value.includes(':')) continue;
      for (const [whole, name, namespace, port] of value.matchAll(address)) {
        if (found.has(whole)) continue;
        const services = named(stream, 'Service', name!).filter(
          each => each.group === '' && mayBeSame(each.namespace, namespace ?? pod.owner.namespace),
        );
        const caller = `${pod.owner.kind} "${pod.owner.name}"`;
        found.set(
          whole,
          services.flatMap(service => callsTo(stream, service, Number(port), from, caller)),
        );
      }
    }
    return [...found.values()].flat();
  });
}

const known = new WeakMap<Node, readonly ServiceCall[]>();

/** Every call that the given objects ask for. Only looked for if NetworkPolicies are given. */
export function callsOf(stream: Node): readonly ServiceCall[] {
  if (ofKind(stream, 'NetworkPolicy').length === 0) return [];
  const found = known.get(stream) ?? [...callsOfGateways(stream), ...callsOfPods(stream)];
  known.set(stream, found);
  return found;
}

/** Whether a pod is cut off from DNS on purpose: its only name servers are its own loopback. */
function resolvesNothing({ spec }: PodView): boolean {
  const servers = items(at(spec, 'dnsConfig', 'nameservers'));
  return (
    text(get(spec, 'dnsPolicy')) === 'None' && servers.length > 0 && servers.every(server => /^(?:127\.|::1$)/.test(text(server) ?? ''))
  );
}

/** The pods of workloads that serve and look up names, as ends of connections. */
export const endsOf = (stream: Node): { readonly end: PodEnd; readonly name: string }[] =>
  podsOf(stream)
    .filter(isServer)
    .filter(pod => !resolvesNothing(pod))
    .map(pod => ({ end: { labels: pod.labels, namespace: pod.owner.namespace }, name: `${pod.owner.kind} "${pod.owner.name}"` }));
