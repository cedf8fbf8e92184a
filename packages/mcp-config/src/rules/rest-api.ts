import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { urlOf } from './endpoint.js';

export const restApi: Rule = {
  id: 'rest-api',
  severity: 'warning',
  kinds: ['serve'],
  why: 'The tool is offered, and its requests do not reach what the configuration names.',
  docs: {
    checks:
      'REST APIs without endpoints, endpoints of one name or of one request, a prefix that runs into the secret, a query or fragment in the base address, parts of a path that the base address has already, bodies of GET and DELETE, and operations that are included and excluded.',
    basedOn: 'The code of `mcpgw serve`: addresses of requests are put together from these fields.',
    fix: 'Write the address of the API without the path of the endpoints, and each endpoint once.',
    wrong:
      'apis:\n  - name: shop\n    base_url: https://shop.example\n    auth: {header: Authorization, file: token, prefix: Bearer}\n    endpoints: [{name: list, method: GET, path: /items}]\n',
    correct:
      'apis:\n  - name: shop\n    base_url: https://shop.example\n    auth: {header: Authorization, file: token, prefix: "Bearer "}\n    endpoints: [{name: list, method: GET, path: /items}]\n',
  },
  check(context) {
    for (const [index, api] of items(get(context.root, 'apis')).entries()) checkApi(context, api, ['apis', index]);
  },
};

function checkApi(context: RuleContext, api: Node, path: Path): void {
  const { report } = context;
  const endpoints = items(get(api, 'endpoints'));
  const name = text(get(api, 'name')) ?? '';
  if (endpoints.length === 0 && get(api, 'openapi') === undefined)
    report({
      at: get(api, 'name') ?? api,
      path,
      message: `"${name}" has no tools: it has neither endpoints nor an OpenAPI document`,
      suggestion: 'add "endpoints" or "openapi"',
    });
  const prefix = at(api, 'auth', 'prefix');
  if (prefix !== undefined && /^(?:bearer|basic|token|apikey)$/i.test(text(prefix) ?? ''))
    report({
      at: prefix,
      path: [...path, 'auth', 'prefix'],
      message: `"${text(prefix)}" runs into the secret: there is no space between them`,
      suggestion: `write "${text(prefix)} "`,
      fix: [{ span: prefix.span, text: JSON.stringify(`${text(prefix)} `) }],
    });
  checkBase(context, api, path);
  const included = new Set(items(at(api, 'openapi', 'include')).flatMap(item => text(item) ?? []));
  for (const [index, item] of items(at(api, 'openapi', 'exclude')).entries())
    if (included.has(text(item) ?? ''))
      report({
        at: item,
        path: [...path, 'openapi', 'exclude', index],
        message: `"${text(item)}" is included and excluded`,
        suggestion: 'remove it from one of the lists',
      });
  const seen = new Map<string, string>();
  endpoints.forEach((endpoint, index) => {
    checkEndpoint(context, endpoint, [...path, 'endpoints', index], seen);
  });
}

function checkBase({ report }: RuleContext, api: Node, path: Path): void {
  const node = get(api, 'base_url');
  const written = text(node);
  const url = urlOf(written ?? '');
  if (node === undefined || url === undefined) return;
  const at = [...path, 'base_url'];
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(written!))
    report({
      at: node,
      path: at,
      message: 'what follows "?" or "#" in base_url is in no request',
      suggestion: 'write parameters of the query at each endpoint',
    });
  const base = url.pathname.replace(/\/$/, '');
  if (base === '') return;
  items(get(api, 'endpoints')).forEach((endpoint, index) => {
    const path = get(endpoint, 'path');
    if (path !== undefined && (text(path) === base || text(path)?.startsWith(`${base}/`)))
      report({
        at: path,
        path: [...at.slice(0, -1), 'endpoints', index, 'path'],
        message: `"${base}" stands in base_url already: the request goes to ${base}${text(path)}`,
        suggestion: `write "${text(path)!.slice(base.length) || '/'}"`,
      });
  });
}

function checkEndpoint({ report }: RuleContext, endpoint: Node, path: Path, seen: Map<string, string>): void {
  const [name, method, where] = ['name', 'method', 'path'].map(key => text(get(endpoint, key)) ?? '');
  const request = `${method} ${where!.replaceAll(/\{[^{}]*\}/g, '{}')}`;
  const fixed = entries(get(endpoint, 'parameters'))
    .map(({ key }) => key)
    .sort()
    .join();
  const other = seen.get(`${request} ${fixed}`);
  if (other !== undefined && other !== name)
    report({
      at: get(endpoint, 'name') ?? endpoint,
      path,
      severity: 'info',
      message: `"${name}" makes the same request as "${other}"`,
      suggestion: 'remove one of the two',
    });
  seen.set(`${request} ${fixed}`, name!);
  if (method === 'GET' || method === 'DELETE')
    for (const { key, keySpan, value } of entries(get(endpoint, 'parameters')))
      if (text(get(value, 'in')) === 'body')
        report({
          at: keySpan,
          path: [...path, 'parameters', key],
          message: `servers and proxies drop the body of a ${method} request`,
          suggestion: 'write "in: query", or another method',
        });
  if (/[?#]/.test(where!))
    report({
      at: get(endpoint, 'path')!,
      path: [...path, 'path'],
      message: 'what follows "?" in a path is not a query here',
      suggestion: 'write it as a parameter with "in: query"',
    });
}
