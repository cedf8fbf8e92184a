/** ServiceMonitors, PodMonitors and PrometheusRules of the checked file. */
import type { Node } from '@mcpgw/structure';
import { type ObjectView, ofKind } from './objects.js';
import { type PlacedNode, placed } from './placed.js';

const ofGroup = (stream: Node, kind: string): readonly ObjectView[] =>
  ofKind(stream, kind).filter(({ own, group }) => own && group === 'monitoring.coreos.com');

/** The monitors. */
export const monitorsOf = (stream: Node): readonly ObjectView[] => [...ofGroup(stream, 'ServiceMonitor'), ...ofGroup(stream, 'PodMonitor')];

/** The endpoints of a monitor. */
export const endpointsOf = (monitor: ObjectView): PlacedNode[] =>
  placed(monitor.node, [], 'spec', monitor.kind === 'PodMonitor' ? 'podMetricsEndpoints' : 'endpoints');

/** The rules of every PrometheusRule. */
export const monitorRulesOf = (stream: Node): PlacedNode[] =>
  ofGroup(stream, 'PrometheusRule').flatMap(object =>
    placed(object.node, [], 'spec', 'groups').flatMap(group => placed(group.node, group.path, 'rules')),
  );
