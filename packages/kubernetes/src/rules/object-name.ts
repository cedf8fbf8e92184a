import { given, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import * as grammar from '../formats/grammar.js';
import { ip } from '../formats/ip.js';
import { kindOf } from '../objects/kinds.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const grammars: Readonly<Record<string, (name: string) => grammar.Wrong>> = {
  Service: grammar.dnsLabel1035,
  Namespace: grammar.dnsLabel,
  StatefulSet: grammar.dnsLabel,
  Role: grammar.pathSegment,
  ClusterRole: grammar.pathSegment,
  RoleBinding: grammar.pathSegment,
  ClusterRoleBinding: grammar.pathSegment,
  HorizontalPodAutoscaler: grammar.dnsSubdomain,
  APIService: grammar.pathSegment,
  CertificateSigningRequest: grammar.pathSegment,
  FlowSchema: grammar.dnsSubdomain,
  IPAddress: ip,
  PodDisruptionBudget: grammar.pathSegment,
  PriorityLevelConfiguration: grammar.dnsSubdomain,
  CronJob: cronJobName,
  CSIDriver: csiDriverName,
};

function cronJobName(name: string): grammar.Wrong {
  return (
    grammar.dnsSubdomain(name) ??
    (name.length > 52 ? `it has ${name.length} characters, a cron job may have 52 (its jobs get 11 more)` : undefined)
  );
}

function csiDriverName(name: string): grammar.Wrong {
  return name.length > 63 ? 'it may have at most 63 characters' : grammar.dnsSubdomain(name);
}

/** A name to check in place of a generated one, to which the server appends five characters. */
function generated(prefix: string): string {
  return `${prefix.replace(/-$/, '')}a`;
}

export const objectName: ObjectRule = {
  id: 'object-name',
  severity: 'error',
  on: ['ObjectMeta'],
  why: 'The server refuses an object whose name is missing or breaks the grammar of its kind.',
  check(node, context) {
    if (given(context.root, 'metadata') !== node) return;
    const name = textAt(node, 'name');
    const prefix = textAt(node, 'generateName');
    if (name === '' && prefix === '') context.report(['name'], 'the object has no name', 'set metadata.name');
    if (context.kind === 'Event') return;
    const wrongWith = grammars[context.kind] ?? grammar.dnsSubdomain;
    const wrong = name === '' ? undefined : wrongWith(name);
    if (wrong !== undefined) context.report(['name'], `${quoted(name)} cannot be the name of a ${context.kind}: ${wrong}`);
    const wrongPrefix = prefix === '' ? undefined : wrongWith(generated(prefix));
    if (wrongPrefix !== undefined)
      context.report(['generateName'], `${quoted(prefix)} cannot start the name of a ${context.kind}: ${wrongPrefix}`);
    checkNamespace(textOrEmpty(given(node, 'namespace')), context);
  },
};

function checkNamespace(namespace: string, context: ObjectContext): void {
  if (namespace === '' || kindOf(context.apiVersion, context.kind)?.namespaced !== true) return;
  const wrong = grammar.dnsLabel(namespace);
  if (wrong !== undefined) context.report(['namespace'], `${quoted(namespace)} is not a namespace: ${wrong}`);
}
