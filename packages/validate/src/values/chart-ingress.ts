import { at, entries, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, settingsOf, targetsOf, tell, textOf } from './value-at.js';

export const chartIngress: Rule = {
  id: 'chart-ingress',
  severity: 'warning',
  kinds: ['values'],
  why: 'The Ingress is created, and requests to it do not reach the routes of the proxy.',
  docs: {
    checks:
      'Paths of the Ingress that no route of the proxy begins with, hosts in a domain that is reserved for examples, and hosts without a certificate beside others with one. Also sections of TLS for hosts that the Ingress does not have, and annotations for ingress-nginx that rewrite the path, end event streams early or hold answers back.',
    fix: 'List the hosts and the prefixes of the routes; those of targets are `/mcp/<id>`.',
    wrong:
      'global: {agentgateway: {routingMode: static, authorizationRules: [{allow: "true"}], extraMcpTargets: [{id: issues, host: issues, port: 8000}]}}\ningress:\n  enabled: true\n  hosts: [{host: mcp.acme.com, paths: [{path: /tools, pathType: Prefix}]}]\n',
    correct:
      'global: {agentgateway: {routingMode: static, authorizationRules: [{allow: "true"}], extraMcpTargets: [{id: issues, host: issues, port: 8000}]}}\ningress:\n  enabled: true\n  hosts: [{host: mcp.acme.com, paths: [{path: /mcp, pathType: Prefix}]}]\n',
  },
  check(context) {
    const ingress = get(context.root, 'ingress');
    if (!isStatic(context.root) || !isOn(get(ingress, 'enabled'))) return;
    const prefixes = prefixesOf(context);
    const hosts = items(get(ingress, 'hosts'));
    hosts.forEach((host, index) => {
      const path = ['ingress', 'hosts', index];
      if (/(?:^|\.)example\.(?:com|org|net)$/.test(textOf(get(host, 'host'))))
        tell(
          context,
          [...path, 'host'],
          `"${textOf(get(host, 'host'))}" is in a domain that is reserved for examples (RFC 2606): no client can look it up`,
          'write the host that clients use',
          'info',
        );
      items(get(host, 'paths')).forEach((entry, place) => {
        const written = textOf(get(entry, 'path'));
        const isExact = textOf(get(entry, 'pathType')) === 'Exact';
        const fits = (prefix: string): boolean =>
          (isExact ? written === prefix : `${prefix}/`.startsWith(written.replace(/\/?$/, '/'))) || `${written}/`.startsWith(`${prefix}/`);
        if (prefixes.length > 0 && !prefixes.some(fits))
          tell(
            context,
            [...path, 'paths', place, 'path'],
            `no route of the proxy begins with "${written}": such requests get 404`,
            `write a prefix of ${prefixes.slice(0, 3).join(', ')}`,
          );
      });
    });
    checkAnnotations(context, prefixes);
    checkTls(
      context,
      hosts.map(host => textOf(get(host, 'host'))),
    );
  },
};

/** Prefixes of the routes that the chart renders; empty if the values of the targets are not known. */
export function prefixesOf({ root }: RuleContext): string[] {
  const targets = targetsOf(root).map(
    ({ node, id }) =>
      textOf(get(node, 'pathPrefix')) ||
      `/mcp/${{ knowledgeBaseTarget: 'knowledge-base', githubMcpServer: 'github-mcp-server' }[id] ?? id.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`,
  );
  const gateway = isOn(at(root, 'gateway', 'enabled'))
    ? [textOf(at(root, 'gateway', 'target', 'pathPrefix')) || `/mcp/${textOf(at(root, 'gateway', 'target', 'id')) || 'gateway'}`]
    : [];
  const servers = items(get(root, 'mcpServers')).flatMap(server => [
    `/mcp/${textOf(get(server, 'id'))}`,
    `/mcp/${textOf(get(server, 'id'))}-isolated`,
    textOf(get(server, 'pathPrefix')),
    textOf(at(server, 'isolation', 'pathPrefix')),
  ]);
  return settingsOf(root) === undefined ? [] : [...targets, ...gateway, ...servers].filter(prefix => prefix !== '');
}

const nginx = 'nginx.ingress.kubernetes.io/';

/** Annotations of ingress-nginx under which requests do not reach the routes, or streams do not reach the client. */
function checkAnnotations(context: RuleContext, prefixes: readonly string[]): void {
  for (const { key, value } of entries(at(context.root, 'ingress', 'annotations'))) {
    if (!key.startsWith(nginx)) continue;
    const name = key.slice(nginx.length);
    const written = textOf(value);
    const say = (message: string, suggestion: string): void => tell(context, ['ingress', 'annotations', key], message, suggestion);
    // With a capture other than the second one the whole path may be kept.
    const isLost = !prefixes.some(prefix => `${written}/`.startsWith(`${prefix}/`)) && (!written.includes('$') || written === '/$2');
    if (name === 'rewrite-target' && isLost)
      say(`requests reach the proxy with the path "${written}", which no route has`, 'remove the annotation: routes need the whole path');
    if (name === 'backend-protocol' && /^(?:HTTPS|GRPCS|GRPC|FCGI)$/.test(written))
      say(`the controller speaks ${written} to the proxy, whose listener speaks plain HTTP`, 'remove the annotation');
    if (/^proxy-(?:read|send)-timeout$/.test(name) && /^\d+s?$/.test(written) && Number.parseInt(written, 10) < 60)
      say(
        `a call or event stream that is silent for ${written.replace(/s?$/, ' s')} is cut off`,
        'write 3600, since event streams stay open',
      );
    if (name === 'proxy-buffering' && written === 'on')
      say('events reach the client when a buffer is full, and not when they are sent', 'remove the annotation');
    if (name === 'ssl-passthrough' && written === 'true')
      say('TLS ends at the proxy, whose listener speaks plain HTTP: every handshake fails', 'remove the annotation');
  }
}

function checkTls(context: RuleContext, hosts: readonly string[]): void {
  const sections = items(at(context.root, 'ingress', 'tls'));
  const covered = sections.flatMap(section => items(get(section, 'hosts')).map(host => textOf(host)));
  const isCovered = (host: string): boolean => covered.includes(host) || covered.includes(host.replace(/^[^.]*/, '*'));
  if (sections.length > 0 && covered.length > 0)
    hosts.forEach((host, index) => {
      if (host !== '' && !isCovered(host) && !host.includes('{{'))
        tell(
          context,
          ['ingress', 'hosts', index, 'host'],
          `"${host}" is in no section of TLS: it is served over plain HTTP, or with another certificate`,
          'add it to ingress.tls',
        );
    });
  sections.forEach((section, index) => {
    items(get(section, 'hosts')).forEach((host, place) => {
      const name = textOf(host);
      if (
        !hosts.includes(name) &&
        !hosts.some(known => known.replace(/^[^.]*/, '*') === name) &&
        !name.includes('{{') &&
        !hosts.some(known => known.includes('{{'))
      )
        tell(
          context,
          ['ingress', 'tls', index, 'hosts', place],
          `the Ingress has no host "${name}"`,
          'add it to ingress.hosts, or remove it',
        );
    });
    if (textOf(get(section, 'secretName')) === '')
      tell(
        context,
        ['ingress', 'tls', index],
        'the section names no Secret: the controller uses its own certificate',
        'add "secretName"',
        'info',
      );
  });
}
