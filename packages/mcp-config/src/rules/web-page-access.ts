import { get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';

export const webPageAccess: Rule = {
  id: 'web-page-access',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'The gateway compares the name of each request and the origin of each web page with these lists. With `*` every web site can call from the browser of a user, and a string of another form matches nothing.',
  docs: {
    checks:
      '`*` among `trusted_hosts` and `trusted_origins`, hostnames with a scheme or port, and origins with a path, a slash at the end, a wildcard or without a scheme.',
    seen: '`mcpgw serve` with `trusted_origins: ["https://chat.example.com/"]` answered 403 to a page of https://chat.example.com.',
    fix: 'Write the name of the host alone in `trusted_hosts`, and scheme, host and port in `trusted_origins`.',
    wrong: 'servers:\n  files:\n    command: file-server\ntrusted_origins: ["https://chat.example.com/"]\n',
    correct: 'servers:\n  files:\n    command: file-server\ntrusted_origins: ["https://chat.example.com"]\n',
  },
  check(context) {
    for (const [index, node] of items(get(context.root, 'trusted_hosts')).entries()) checkHost(context, node, index);
    for (const [index, node] of items(get(context.root, 'trusted_origins')).entries()) checkOrigin(context, node, index);
  },
};

function checkHost({ report }: RuleContext, node: Node, index: number): void {
  const path = ['trusted_hosts', index];
  const name = text(node);
  if (name === undefined || name.includes('${')) return;
  if (name === '*')
    report({
      at: node,
      path,
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
