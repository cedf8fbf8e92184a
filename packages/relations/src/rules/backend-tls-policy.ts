import { at, entries, get, isGiven, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { gatewayApi, isAgentgateway } from '../objects/gateways.js';
import { integerOf, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';
import { servicePort, servicePorts } from '../objects/services.js';

const taken: ReadonlySet<string> = new Set([
  '/Service',
  'agentgateway.dev/AgentgatewayBackend',
  'inference.networking.k8s.io/InferencePool',
]);

/** Which authorities are trusted; `ours` if a Gateway of agentgateway is given. */
function checkTrust(policy: ObjectView, ours: boolean, report: RuleContext['report']): void {
  const validation = at(policy.node, 'spec', 'validation');
  const path = ['spec', 'validation'];
  const known = get(validation, 'wellKnownCACertificates');
  if (known !== undefined && /\.svc(?:\.|$)|\.local$|^[^.]+$/.test(textOr(validation, 'hostname', '')))
    report({
      at: known,
      path: [...path, 'wellKnownCACertificates'],
      message: 'no public authority issues certificates for hosts inside the cluster',
      suggestion: 'use "caCertificateRefs"',
    });
  if (!ours) return;
  for (const ref of placed(validation, path, 'caCertificateRefs'))
    if (textOr(ref.node, 'kind', '') !== 'ConfigMap' || textOr(ref.node, 'group', '') !== '')
      report({
        at: get(ref.node, 'kind') ?? ref.node,
        path: [...ref.path, 'kind'],
        message: 'the controller reads authorities from ConfigMaps only: TLS to the backend fails',
        suggestion: 'put ca.crt into a ConfigMap',
        severity: 'error',
      });
  if (known !== undefined && text(known) !== 'System')
    report({
      at: known,
      path: [...path, 'wellKnownCACertificates'],
      message: `agentgateway does not know the set "${text(known)}": TLS to the backend fails`,
      suggestion: 'write "System"',
      severity: 'error',
    });
  const [option] = entries(at(policy.node, 'spec', 'options'));
  if (option !== undefined)
    report({
      at: option.keySpan,
      path: ['spec', 'options', option.key],
      message: 'agentgateway reads no options here',
      suggestion: 'remove "options"',
    });
}

/** The section of a Service is the name of a port, or for this controller its number. */
function checkSection(stream: Node, target: PolicyTarget, section: string | undefined, report: RuleContext['report']): void {
  const services = target.kind === 'Service' ? targetsIn(stream, target) : [];
  if (section === undefined || services.length === 0) return;
  const isPort = (service: ObjectView): boolean =>
    servicePorts(service).length === 0 ||
    servicePort(service, section) !== undefined ||
    servicePort(service, Number(section)) !== undefined;
  if (!services.some(isPort))
    report({
      at: get(target.node, 'sectionName')!,
      path: [...target.path, 'sectionName'],
      message: `the Service "${target.name}" has no port "${section}": the policy holds for no call`,
      suggestion: `its ports: ${servicePorts(services[0]!)
        .map(port => text(get(port, 'name')) ?? integerOf(get(port, 'port')))
        .join(', ')}`,
    });
}

const keyOf = (target: PolicyTarget): string =>
  JSON.stringify([target.group, target.kind, target.name, target.namespace, text(get(target.node, 'sectionName')) ?? '']);

/** The AgentgatewayPolicies that have settings of TLS, by what they are for: the proxy takes those of one policy as a whole. */
function tlsPolicies(stream: Node): ReadonlyMap<string, ObjectView> {
  const own = ofKind(stream, 'AgentgatewayPolicy').filter(({ node }) => isGiven(at(node, 'spec', 'backend'), 'tls'));
  return new Map(own.flatMap(policy => targetsOf(policy).map(target => [keyOf(target), policy] as const)));
}

export const backendTlsPolicy: Rule = {
  id: 'backend-tls-policy',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy does not hold for the calls that it is meant for, or each of these calls fails.',
  docs: {
    checks:
      'BackendTLSPolicies: no other policy has the same target, the section is a port of the given Service, and public certificates are not expected of a host inside the cluster. With a Gateway of agentgateway also the kinds of targets and certificates that the controller takes, and options, which it does not read.',
    fix: 'Name the ConfigMap with the authority of the backend.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: BackendTLSPolicy
metadata: {name: web}
spec:
  targetRefs: [{group: "", kind: Service, name: web}]
  validation: {hostname: web.apps.svc.cluster.local, wellKnownCACertificates: System}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: BackendTLSPolicy
metadata: {name: web}
spec:
  targetRefs: [{group: "", kind: Service, name: web}]
  validation: {hostname: web.apps.svc.cluster.local, caCertificateRefs: [{group: "", kind: ConfigMap, name: authority}]}
`,
  },
  check({ root, report }) {
    const ours = ofKind(root, 'Gateway').some(isAgentgateway);
    const seen = new Map<string, ObjectView>();
    const rivals = tlsPolicies(root);
    for (const policy of ofKind(root, 'BackendTLSPolicy').filter(({ group }) => group === gatewayApi)) {
      for (const target of targetsOf(policy)) {
        const section = text(get(target.node, 'sectionName'));
        const key = JSON.stringify([policy.file, target.group, target.kind, target.name, policy.namespace, section ?? '']);
        const other = seen.get(key);
        seen.set(key, policy);
        if (!policy.own) continue;
        checkSection(root, target, section, report);
        const say = (field: string, message: string, suggestion: string): void =>
          report({ at: get(target.node, field) ?? target.node, path: [...target.path, field], message, suggestion });
        if (other !== undefined && other !== policy)
          say('name', `the BackendTLSPolicy "${other.name}" has the same target: the older of the two holds`, 'keep one of them');
        const rival = rivals.get(keyOf(target));
        if (rival !== undefined)
          say(
            'name',
            `the AgentgatewayPolicy "${rival.name}" sets "backend.tls" for the same target: one of the two is used`,
            'keep one of them',
          );
        if (ours && !taken.has(`${target.group}/${target.kind}`))
          say('kind', `agentgateway takes no ${target.kind} as target`, 'refer to a Service or an AgentgatewayBackend');
      }
      if (!policy.own) continue;
      checkTrust(policy, ours, report);
    }
  },
};
