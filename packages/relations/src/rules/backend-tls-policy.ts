import { at, entries, get, isGiven, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { gatewayApi, isAgentgateway } from '../objects/gateways.js';
import { integerOf, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';
import { portOfSection, servicePort, servicePorts } from '../objects/services.js';

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

/** The ports of Services as sections may name them. */
const portsIn = (services: readonly ObjectView[]): string =>
  services
    .flatMap(servicePorts)
    .map(port => text(get(port, 'name')) ?? integerOf(get(port, 'port')))
    .join(', ');

interface SectionProblem {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'info';
}

/** What is wrong with the section of a target that has ports. A port of a Service is named by its name, which has a letter. */
function sectionProblem(stream: Node, target: PolicyTarget, section: string, others: boolean): SectionProblem | undefined {
  const number = portOfSection(section);
  if (target.kind === 'InferencePool')
    return number !== undefined
      ? undefined
      : { message: `an InferencePool has no port "${section}": the policy holds for no call`, suggestion: 'remove "sectionName"' };
  if (target.kind !== 'Service' || target.group !== '') return undefined;
  const services = targetsIn(stream, target).filter(service => servicePorts(service).length > 0);
  if (services.some(service => servicePort(service, section) !== undefined)) return undefined;
  const byNumber =
    number === undefined ? undefined : services.map(service => servicePort(service, number)).find(port => port !== undefined);
  if (services.length > 0 && byNumber === undefined)
    return {
      message: `the Service "${target.name}" has no port "${section}": the policy holds for no call`,
      suggestion: `its ports: ${portsIn(services)}`,
    };
  if (number === undefined) return undefined;
  const name = text(get(byNumber, 'name'));
  return {
    message: `"${section}" is the number of a port, and a section is its name: agentgateway accepts both, and other controllers attach the policy to nothing`,
    suggestion: name === undefined ? 'write the name of the port, and give it one' : `write sectionName: ${name}`,
    ...(others ? {} : { severity: 'info' }),
  };
}

/** The port that a section names. The name and the number of one port of a given Service are the same. */
function portKey(stream: Node, target: PolicyTarget, section: string | undefined): string {
  const number = section === undefined || target.kind !== 'Service' ? undefined : portOfSection(section);
  const [service] = section === undefined || target.kind !== 'Service' ? [] : targetsIn(stream, target);
  const port = service === undefined ? undefined : servicePort(service, number ?? section!);
  return String(integerOf(get(port, 'port')) ?? number ?? section ?? '');
}

const keyOf = (stream: Node, target: PolicyTarget): string =>
  JSON.stringify([
    target.group,
    target.kind,
    target.name,
    target.namespace,
    portKey(stream, target, text(get(target.node, 'sectionName'))),
  ]);

/** The AgentgatewayPolicies that have settings of TLS, by what they are for: the proxy takes those of one policy as a whole. */
function tlsPolicies(stream: Node): ReadonlyMap<string, ObjectView> {
  const own = ofKind(stream, 'AgentgatewayPolicy').filter(({ node }) => isGiven(at(node, 'spec', 'backend'), 'tls'));
  return new Map(own.flatMap(policy => targetsOf(policy).map(target => [keyOf(stream, target), policy] as const)));
}

export const backendTlsPolicy: Rule = {
  id: 'backend-tls-policy',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy does not hold for the calls that it is meant for, or each of these calls fails.',
  docs: {
    checks:
      'BackendTLSPolicies: no other policy has the same target (the name and the number of one port are the same), the section is the name of a port of the given Service, and public certificates are not expected of a host inside the cluster. An info for the number of a port, which agentgateway accepts and the Gateway API does not; a warning beside Gateways of other classes. With a Gateway of agentgateway also the kinds of targets and certificates that the controller takes, and options, which it does not read.',
    seen: 'The controller of v1.4.1 reports a policy with System certificates for a Service of the cluster as Accepted=True and sends it.',
    basedOn:
      'The Gateway API, which defines BackendTLSPolicy, and the source of the controller of v1.4.1: it compares targets with their sections as they are written, and sends the name of a port of a Service as its number.',
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
    const gateways = ofKind(root, 'Gateway').filter(({ group }) => group === gatewayApi);
    const [ours, others] = [gateways.some(isAgentgateway), gateways.some(gateway => !isAgentgateway(gateway))];
    const seen = new Map<string, { readonly policy: ObjectView; readonly section: string | undefined }>();
    const rivals = tlsPolicies(root);
    for (const policy of ofKind(root, 'BackendTLSPolicy').filter(({ group }) => group === gatewayApi)) {
      for (const target of targetsOf(policy)) {
        const section = text(get(target.node, 'sectionName'));
        const key = JSON.stringify([policy.file, target.group, target.kind, target.name, policy.namespace, portKey(root, target, section)]);
        const other = seen.get(key);
        seen.set(key, { policy, section });
        if (!policy.own) continue;
        const wrong = section === undefined ? undefined : sectionProblem(root, target, section, others);
        if (wrong !== undefined) report({ at: get(target.node, 'sectionName')!, path: [...target.path, 'sectionName'], ...wrong });
        const say = (field: string, message: string, suggestion: string): void =>
          report({ at: get(target.node, field) ?? target.node, path: [...target.path, field], message, suggestion });
        if (other !== undefined && other.policy !== policy)
          say(
            'name',
            other.section === section
              ? `the BackendTLSPolicy "${other.policy.name}" has the same target: the older of the two holds`
              : `the BackendTLSPolicy "${other.policy.name}" is for the same port, which it names "${other.section}": both are accepted, and one of them is used`,
            'keep one of them',
          );
        const rival = rivals.get(keyOf(root, target));
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
