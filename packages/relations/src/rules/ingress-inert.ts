import { at, entries, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { annotationProblems } from '../objects/ingress-annotations.js';
import { ofKind, textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { type Say, sayOf } from '../objects/say.js';

const example = (host: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  tls: [{hosts: ["*.example.com"], secretName: cert}]
  rules:
    - host: ${host}
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
`;

function checkHosts(rules: readonly PlacedNode[], listed: ReadonlySet<string>, say: Say): void {
  for (const { node, path } of rules) {
    const host = textOr(node, 'host', '');
    const wildcard = [...listed].find(
      each => each.startsWith('*.') && host.endsWith(each.slice(1)) && host.slice(0, -each.length + 1).includes('.'),
    );
    if (host !== '' && !listed.has(host) && wildcard !== undefined)
      say([...path, 'host'], `"${wildcard}" stands for one label, and does not cover "${host}"`, `add "${host}" under tls`);
    const paths = placed(node, path, 'http', 'paths');
    const [only] = paths;
    if (paths.length === 1 && textOr(only!.node, 'pathType', '') === 'Exact')
      say(
        [...only!.path, 'pathType'],
        `requests of other paths than ${textOr(only!.node, 'path', '/')} are answered with 404`,
        'write Prefix',
        'info',
      );
  }
}

/** Groups of a rewritten path. */
function checkRewrite(ingress: Node, rules: readonly PlacedNode[], say: Say): void {
  const target = entries(at(ingress, 'metadata', 'annotations')).find(({ key }) => key === 'nginx.ingress.kubernetes.io/rewrite-target');
  const written = text(target?.value) ?? '';
  const wanted = Math.max(0, ...[...written.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
  for (const { node, path } of written === '' ? [] : rules.flatMap(rule => placed(rule.node, rule.path, 'http', 'paths'))) {
    const value = text(get(node, 'path')) ?? '/';
    const groups = (value.match(/\((?!\?)/g) ?? []).length;
    if (wanted > groups)
      say(
        [...path, 'path'],
        `rewrite-target uses group ${wanted}, and the path has ${groups === 0 ? 'none' : groups}: requests lose their path`,
        'write a group, such as /api(/|$)(.*)',
      );
    else if (wanted === 0 && value !== '/' && textOr(node, 'pathType', '') !== 'Exact')
      say(
        [...path, 'path'],
        `rewrite-target turns every request below ${value} into ${written}`,
        'write /$2, and the path with groups',
        'info',
      );
  }
}

export const ingressInert: Rule = {
  id: 'ingress-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The Ingress is accepted, and the field does nothing: requests get another certificate or path than it suggests.',
  docs: {
    checks:
      'Annotations that ingress-nginx cannot read or does not know, or that another controller than that of the class reads, and a certificate of cert-manager without "tls". Wildcards under "tls", which stand for one label. `rewrite-target` of ingress-nginx with groups that no path has, and beside a path other than `/` without groups, which turns every request into one. A host with one path of type Exact (info).',
    basedOn: 'The documentation of Kubernetes about Ingress, and of ingress-nginx about its annotations. No program was run for this rule.',
    fix: 'Write a host that the wildcard covers, and groups into the path, with pathType ImplementationSpecific.',
    wrong: example('a.b.example.com'),
    correct: example('a.example.com'),
  },
  check({ root, report }) {
    for (const ingress of ofKind(root, 'Ingress')) {
      if (!ingress.own || ingress.group !== 'networking.k8s.io') continue;
      const say = sayOf(report, ingress.node);
      const rules = placed(ingress.node, [], 'spec', 'rules');
      const hosts = placed(ingress.node, [], 'spec', 'tls').flatMap(({ node, path }) => placed(node, path, 'hosts'));
      const listed = new Set(hosts.map(({ node }) => text(node) ?? ''));
      checkHosts(rules, listed, say);
      const annotations = entries(at(ingress.node, 'metadata', 'annotations')).map(({ key, value }): [string, string] => [
        key,
        text(value) ?? '',
      ]);
      const className = text(at(ingress.node, 'spec', 'ingressClassName')) ?? '';
      for (const said of annotationProblems(annotations, className, items(at(ingress.node, 'spec', 'tls')).length > 0))
        say(
          ['metadata', 'annotations', said.key],
          said.message,
          said.suggestion.replaceAll('ingress.tls', 'spec.tls').replaceAll('ingress.className', 'spec.ingressClassName'),
        );
      checkRewrite(ingress.node, rules, say);
    }
  },
};
