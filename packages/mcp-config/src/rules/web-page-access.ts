import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isLoopback, urlOf } from './endpoint.js';
import { loginsOf } from './login-view.js';

export const webPageAccess: Rule = {
  id: 'web-page-access',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'The gateway compares the name of each request and the origin of each web page with these lists. With `*` every web site can call from the browser of a user, and a string of another form matches nothing.',
  docs: {
    checks:
      'In gateway.yaml, addresses of the gateway (`login.url`, `auth.oauth.resource`, the `redirect_uri` of a login) whose host is not among the `trusted_hosts`. Also `*` among `trusted_hosts` and `trusted_origins`, hostnames with a scheme or port, and origins with a path, a slash at the end, a wildcard or without a scheme.',
    seen: '`mcpgw serve` with `trusted_origins: ["https://chat.example.com/"]` answered 403 to a page of https://chat.example.com.',
    fix: 'Write the name of the host alone in `trusted_hosts`, and scheme, host and port in `trusted_origins`.',
    wrong: 'servers:\n  files:\n    command: file-server\ntrusted_origins: ["https://chat.example.com/"]\n',
    correct: 'servers:\n  files:\n    command: file-server\ntrusted_origins: ["https://chat.example.com"]\n',
  },
  check(context) {
    for (const [index, node] of items(get(context.root, 'trusted_hosts')).entries()) checkHost(context, node, index);
    for (const [index, node] of items(get(context.root, 'trusted_origins')).entries()) checkOrigin(context, node, index);
    if (context.kind === 'serve') checkOwnNames(context);
  },
};

/** Addresses of the gateway itself, by which browsers and clients come. */
function addressesOf(context: RuleContext): { readonly node: Node; readonly path: Path }[] {
  const own = [
    ['login', 'url'],
    ['auth', 'oauth', 'resource'],
  ].map(path => ({ node: at(context.root, ...path), path }));
  const ofServers = loginsOf(context).map(({ node, path }) => ({ node: get(node, 'redirect_uri'), path: [...path, 'redirect_uri'] }));
  return [...own, ...ofServers].flatMap(({ node, path }) => (node === undefined ? [] : [{ node, path }]));
}

/** Names of the gateway that it refuses itself. Without names, a gateway that is not on loopback takes every name. */
function checkOwnNames(context: RuleContext): void {
  const list = items(get(context.root, 'trusted_hosts'));
  const hosts = list.map(node => text(node)?.toLowerCase() ?? '*');
  const listen = text(get(context.root, 'listen')) ?? '127.0.0.1:8080';
  if (hosts.some(host => host === '*' || host.includes('${')) || listen.includes('${')) return;
  if (hosts.length === 0 && !isLoopback(listen.replace(/:\d+$/, ''))) return;
  for (const { node, path } of addressesOf(context)) {
    const written = text(node) ?? '';
    const url = written.includes('${') ? undefined : urlOf(written);
    if (url === undefined || isLoopback(url.hostname) || hosts.includes(url.hostname.toLowerCase())) continue;
    context.report({
      at: node,
      path,
      message: `requests for "${url.hostname}" are refused with 403: the name is not among the trusted_hosts`,
      suggestion: `add "${url.hostname}" to trusted_hosts`,
      // A proxy in front may send another name.
      ...(list.length === 0 ? { severity: 'info' } : {}),
    });
  }
}

/** Whether every caller shows a key or a token, which a web site of a stranger does not have. */
const asksCallers = ({ root }: RuleContext): boolean =>
  items(at(root, 'auth', 'api_keys')).length > 0 || items(at(root, 'auth', 'oauth', 'issuers')).length > 0;

function checkHost(context: RuleContext, node: Node, index: number): void {
  const { report } = context;
  const path = ['trusted_hosts', index];
  const name = text(node);
  if (name === undefined || name.includes('${')) return;
  if (name === '*')
    report({
      at: node,
      path,
      ...(asksCallers(context) ? { severity: 'info' as const } : {}),
      message: 'every hostname is accepted: a web site can point its own name at the gateway',
      suggestion: 'list the names that clients use',
    });
  else if (!/^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(name))
    report({
      at: node,
      path,
      message: `"${name}" matches no request: names are compared whole, without scheme, port and wildcard`,
      suggestion: 'write the name alone',
    });
}

function checkOrigin({ report }: RuleContext, node: Node, index: number): void {
  const fault = originFault(text(node) ?? '$' + '{');
  const [message, suggestion, origin] = fault ?? [];
  if (message === undefined || suggestion === undefined) return;
  const fix = origin === undefined ? {} : { fix: [{ span: node.span, text: JSON.stringify(origin) }] };
  report({ at: node, path: ['trusted_origins', index], message, suggestion, ...fix });
}

function originFault(origin: string): readonly [message: string, suggestion: string, certain?: string] | undefined {
  if (origin.includes('$' + '{')) return undefined;
  if (origin === '*') return ['pages of every web site may call from the browser of a user', 'list the origins'];
  if (origin === 'null') return ['"null" is the origin of files and sandboxed pages of anybody', 'remove it'];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(origin) && !/^https?:/i.test(origin)) return undefined;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(origin))
    return [`"${origin}" matches no page: an origin begins with http:// or https://`, `write "https://${origin.replace(/^\/+/, '')}"`];
  if (origin.includes('*')) return [`"${origin}" matches no page: origins are compared whole, without wildcards`, 'list each origin'];
  if (origin.toLowerCase() === url.origin) return undefined;
  return [`"${origin}" matches no page: browsers send "${url.origin}"`, `write "${url.origin}"`, url.origin];
}
