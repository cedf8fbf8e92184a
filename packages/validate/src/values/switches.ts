/** Sections of the chart's values with a switch, for the rule switched-off. */
import type { SwitchedSection } from '@mcpgw/structure';

/** A section of the values. */
export interface ValuesSwitch extends SwitchedSection {
  /** The settings limit or protect something, so that they are reported even where a file says "off". */
  readonly protects?: true;
  /** How severe it is where nothing says "off". Default: info, because a profile can prepare values for other files. */
  readonly severity?: 'warning';
}

export const valuesSwitches: readonly ValuesSwitch[] = [
  {
    section: ['global', 'agentgateway', 'static', 'jwtAuth'],
    fields: ['issuer', 'jwksUrl', 'audiences'],
    effect: 'nobody checks tokens',
    protects: true,
    severity: 'warning',
  },
  {
    section: ['global', 'agentgateway', 'extAuth'],
    fields: ['serviceName', 'authorizationRules', 'failureMode', 'denyStatus', 'includeRequestHeaders', 'body', 'grpc', 'http'],
    effect: 'no request is checked by the authorization server, and its rules deny nothing',
    protects: true,
  },
  { section: ['networkPolicy'], effect: 'every pod reaches the proxy, and the proxy reaches everything', protects: true },
  { section: ['gateway', 'networkPolicy'], effect: 'every pod reaches the gateway, and the gateway reaches everything', protects: true },
  { section: ['podDisruptionBudget'], effect: 'all proxies can be evicted at once', protects: true },
  { section: ['gateway', 'podDisruptionBudget'], effect: 'all gateways can be evicted at once', protects: true },
  { section: ['autoscaling'], effect: 'the number of replicas is replicaCount' },
  { section: ['ingress'], effect: 'no Ingress is made' },
  { section: ['gateway'], effect: 'no gateway runs' },
  { section: ['gateway', 'persistence'], effect: 'approvals end with the pod' },
  { section: ['gateway', 'page'], effect: 'no page is served' },
  { section: ['probe', 'cronJob'], effect: 'nothing is probed on a schedule' },
  { section: ['metrics', 'serviceMonitor'], effect: 'no ServiceMonitor is made' },
  { section: ['metrics', 'podMonitor'], effect: 'no PodMonitor is made' },
  { section: ['serviceAccount'], by: 'create', fields: ['annotations'], effect: 'no ServiceAccount is made that could have them' },
  {
    section: ['gateway', 'serviceAccount'],
    by: 'create',
    fields: ['annotations'],
    effect: 'no ServiceAccount is made that could have them',
  },
  { section: ['global', 'agentgateway', 'knowledgeBaseTarget'], effect: 'no route leads to it' },
  { section: ['global', 'agentgateway', 'githubMcpServer'], effect: 'no route leads to it' },
];
