import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, settingsOf, targetsOf, tell, textOf } from './value-at.js';

export const chartIngress: Rule = {
  id: 'chart-ingress',
  severity: 'warning',
  kinds: ['values'],
  why: 'The Ingress is created, and requests to it do not reach the routes of the proxy.',
  docs: {
    checks:
      'Paths of the Ingress that no route of the proxy begins with, routes to which no path of it leads (info), hosts in a domain that is reserved for examples, and hosts without a certificate beside others with one. Also sections of TLS for hosts that the Ingress does not have, and annotations for ingress-nginx that rewrite the path, end event streams early or hold answers back.',
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
        if (prefixes.length > 0 && !prefixes.some(prefix => passes(entry, prefix)))
          tell(
            context,
            [...path, 'paths', place, 'path'],
            `no route of the proxy begins with "${written}": such requests get 404`,
            `write a prefix of ${prefixes.slice(0, 3).join(', ')}`,
          );
      });
    });
    checkRoutes(context, hosts);
    checkAnnotations(context, prefixes);
    checkTls(
      context,
      hosts.map(host => textOf(get(host, 'host'))),
    );
  },
};

/** A route that the chart renders: the prefix of its paths, and the value that says so. */
interface ChartRoute {
  readonly prefix: string;
  readonly path: Path;
}

const ownNames: Readonly<Record<string, string>> = { knowledgeBaseTarget: 'knowledge-base', githubMcpServer: 'github-mcp-server' };

/** The routes that the chart renders; none if the values of the targets are not known. */
function routesOf(root: Node): ChartRoute[] {
  if (settingsOf(root) === undefined) return [];
  const written = (node: Node | undefined, path: Path, name: string): ChartRoute =>
    textOf(get(node, 'pathPrefix')) === ''
      ? { prefix: `/mcp/${name}`, path }
      : { prefix: textOf(get(node, 'pathPrefix')), path: [...path, 'pathPrefix'] };
  const targets = targetsOf(root).map(({ node, path, id }) =>
    written(node, path, ownNames[id] ?? id.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')),
  );
  const target = at(root, 'gateway', 'target');
  const gateway = isOn(at(root, 'gateway', 'enabled'))
    ? [written(target, ['gateway', 'target'], textOf(get(target, 'id')) || 'gateway')]
    : [];
  const servers = items(get(root, 'mcpServers')).flatMap((server, index) => {
    const [id, path] = [textOf(get(server, 'id')), ['mcpServers', index]];
    const isolation = get(server, 'isolation');
    const isolated = isolation === undefined ? [] : [written(isolation, [...path, 'isolation'], `${id}-isolated`)];
    return [written(server, path, id), ...isolated];
  });
  return [...targets, ...gateway, ...servers];
}

/** Prefixes of the routes that the chart renders; empty if the values of the targets are not known. */
export const prefixesOf = ({ root }: RuleContext): string[] => routesOf(root).map(({ prefix }) => prefix);

/** Whether a path of the Ingress passes requests to a prefix, or to paths below it. */
function passes(entry: Node, prefix: string): boolean {
  const written = textOf(get(entry, 'path'));
  const isExact = textOf(get(entry, 'pathType')) === 'Exact';
  return (isExact ? written === prefix : `${prefix}/`.startsWith(written.replace(/\/?$/, '/'))) || `${written}/`.startsWith(`${prefix}/`);
}

/** Routes to which no path of the Ingress leads. */
function checkRoutes(context: RuleContext, hosts: readonly Node[]): void {
  const paths = hosts.flatMap(host => items(get(host, 'paths')));
  const routes = routesOf(context.root);
  if (!routes.some(({ prefix }) => paths.some(entry => passes(entry, prefix)))) return;
  for (const { prefix, path } of routes)
    if (!prefix.includes('{{') && !paths.some(entry => passes(entry, prefix)))
      tell(
        context,
        path,
        `no path of the Ingress leads to "${prefix}": only clients inside the cluster reach this route`,
        'add the path to ingress.hosts, or choose a prefix below one that is there',
        'info',
      );
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
