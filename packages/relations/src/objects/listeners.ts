/** The listeners of the checked file that a Gateway of agentgateway has, by itself or from a ListenerSet. */
import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, type Node } from '@mcpgw/structure';
import { type GatewayListener, gatewayApi, isAgentgateway, listenersOf } from './gateways.js';
import { type ObjectView, ofKind, targetsIn, textOr } from './objects.js';

/** The given Gateways of agentgateway in the checked file. */
export const ownGateways = (stream: Node): readonly ObjectView[] =>
  ofKind(stream, 'Gateway').filter(gateway => gateway.own && gateway.group === gatewayApi && isAgentgateway(gateway));

/** The given Gateways that a ListenerSet adds listeners to. */
export function gatewaysOf(stream: Node, set: ObjectView): readonly ObjectView[] {
  const ref = at(set.node, 'spec', 'parentRef');
  const kind = textOr(ref, 'kind', 'Gateway');
  return targetsIn(stream, { group: gatewayApi, kind, name: textOr(ref, 'name', ''), namespace: textOr(ref, 'namespace', set.namespace) });
}

/** The listeners of Gateways of agentgateway, and of the ListenerSets for them, that stand in the checked file. */
export function agentgatewayListeners(stream: Node): readonly GatewayListener[] {
  const sets = ofKind(stream, 'ListenerSet').filter(set => set.own && gatewaysOf(stream, set).some(isAgentgateway));
  return [...ownGateways(stream), ...sets].flatMap(listenersOf);
}

/** The TLS settings of a listener. */
export interface ListenerTls {
  readonly node: Node;
  readonly path: Path;
  readonly mode: string;
  /** Whether the certificate is that of a mesh. */
  readonly ofMesh: boolean;
}

/** The options of TLS that the controller reads. */
export const tlsOptions: ReadonlySet<string> = new Set(['gateway.istio.io/tls-terminate-mode', 'agentgateway.dev/tls-certificate-source']);

/** The TLS settings of a listener, if it has some. */
export function tlsOf(listener: Node, path: Path): ListenerTls | undefined {
  const node = get(listener, 'tls');
  if (node === undefined) return undefined;
  const ofMesh = entries(get(node, 'options')).some(({ key }) => key === 'gateway.istio.io/tls-terminate-mode');
  return { node, path: [...path, 'tls'], mode: textOr(node, 'mode', 'Terminate'), ofMesh };
}
