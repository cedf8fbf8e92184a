import { at, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { hostsIntersect } from '../objects/gateways.js';
import { type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';

const ingressesOf = (stream: Node): readonly ObjectView[] => ofKind(stream, 'Ingress').filter(({ group }) => group === 'networking.k8s.io');

/** Whether the Ingress has annotations with which controllers give paths another meaning. */
const ownMeaning = (ingress: ObjectView): boolean => at(ingress.node, 'metadata', 'annotations') !== undefined;

/** The paths of a rule; `seen` holds those of the rules above. */
function checkPaths(ingress: ObjectView, rule: PlacedNode, host: string, seen: Set<string>, report: RuleContext['report']): void {
  for (const { node, path } of placed(rule.node, rule.path, 'http', 'paths')) {
    const value = textOr(node, 'path', '/');
    const type = textOr(node, 'pathType', '');
    const key = JSON.stringify([host, type, value]);
    const said = seen.has(key)
      ? (['the same path of this host is above', 'remove one of the two'] as const)
      : /[*^$]|\(\.|\\/.test(value) && type !== 'ImplementationSpecific' && !ownMeaning(ingress)
        ? ([
            'paths of type Exact and Prefix are compared as they are: "*" and "^" have no meaning',
            'write the path alone, or use ImplementationSpecific',
          ] as const)
        : undefined;
    seen.add(key);
    if (said !== undefined) report({ at: get(node, 'path') ?? node, path: [...path, 'path'], message: said[0], suggestion: said[1] });
  }
}

export const ingressHosts: Rule = {
  id: 'ingress-hosts',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A certificate is never shown, a path never matches, or of two equal paths one gets no request.',
  docs: {
    checks:
      'Ingresses: each host under "tls" is a host of a rule, no host is there twice with different certificates, no rule repeats a path of the same host, and paths of type Exact and Prefix hold no wildcard, unless annotations may give them a meaning. An info for a host of a rule that "tls" leaves out.',
    basedOn:
      'The documentation of Kubernetes about Ingress. What a controller does with two equal paths is its own choice. No program was run for this rule.',
    fix: 'Write the same host under "tls" and in the rule.',
    wrong: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  tls: [{hosts: [www.example.com], secretName: cert}]
  rules:
    - host: example.com
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
`,
    correct: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  tls: [{hosts: [example.com], secretName: cert}]
  rules:
    - host: example.com
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
`,
  },
  check({ root, report }) {
    for (const ingress of ingressesOf(root)) {
      if (!ingress.own) continue;
      const rules = placed(ingress.node, [], 'spec', 'rules');
      const hosts = rules.map(({ node }) => textOr(node, 'host', ''));
      const secured = placed(ingress.node, [], 'spec', 'tls').flatMap(entry =>
        placed(entry.node, entry.path, 'hosts').map(host => ({
          ...host,
          name: text(host.node) ?? '',
          secret: textOr(entry.node, 'secretName', ''),
        })),
      );
      const secrets = new Map<string, string>();
      for (const { node, path, name, secret } of secured) {
        if (hosts.length > 0 && !hosts.some(host => hostsIntersect(host, name)))
          report({
            at: node,
            path,
            message: `no rule is for the host "${name}"`,
            suggestion: `the hosts: ${[...new Set(hosts)].join(', ')}`,
          });
        const other = secrets.get(name);
        if (other !== undefined && other !== secret)
          report({ at: node, path, message: `the host "${name}" has another certificate above`, suggestion: 'keep one of the two' });
        secrets.set(name, secret);
      }
      const seen = new Set<string>();
      for (const [index, rule] of rules.entries()) {
        const host = hosts[index]!;
        if (host !== '' && secured.length > 0 && !secured.some(({ name }) => hostsIntersect(name, host)))
          report({
            at: get(rule.node, 'host')!,
            path: [...rule.path, 'host'],
            message: `the host "${host}" is not under "tls"`,
            suggestion: 'add it, unless it is meant to be served without its own certificate',
            severity: 'info',
          });
        checkPaths(ingress, rule, host, seen, report);
      }
    }
  },
};
