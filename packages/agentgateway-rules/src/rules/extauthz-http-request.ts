import { appliesAround, expressions, extAuthzs } from '@mcpgw/agentgateway/internal';
import { at, entries, get, items, type Node, type Rule, readsVariable, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Headers whose names read as credentials, and that say nothing about who calls. */
const noCredential = /^(?:user-agent|x-user-agent|sec-.*|content-.*|accept.*|cache-control|idempotency-key)$/;
const isCredential = (name: string): boolean =>
  !noCredential.test(name) && /authorization|cookie|token|key|secret|auth|session|user|jwt|assertion|\$/.test(name);

/** Whether an expression says who calls: by what was checked, or by a header that is a credential. */
function saysWhoCalls(value: Node): boolean {
  const expression = text(value) ?? '';
  const headers = [...expression.matchAll(/headers\s*(?:\[\s*["']([^"']+)["']|\.([\w-]+))/g)].map(([, quoted, plain]) => quoted ?? plain!);
  return (
    ['jwt', 'apiKey', 'basicAuth'].some(name => readsVariable(expression, name)) || headers.some(name => isCredential(name.toLowerCase()))
  );
}

/** Headers of an answer that only the client can use. */
const forClients = /^(?:set-cookie|location|www-authenticate|strict-transport-security|access-control-.*)$/;

const timeout = 'policies: {http: {requestTimeout: 2s}}';

export const extauthzHttpRequest: Rule = {
  id: 'extauthz-http-request',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Over HTTP the authorization service gets the method, the path and the header Authorization, and nothing else that is not listed.',
  docs: {
    checks:
      'The path of an HTTP check begins with "/", a check that redirects to a login gets the cookie, and one after jwtAuth, or with a list of headers, gets a credential at all. Headers of its answer that only clients use are not passed on to the backend.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: the service gets no cookie and no other header; after jwtAuth not even Authorization, because the checked token is removed. A path without "/" answers 403 to every request. v0.12.0 and v1.1.0 do not send the query.',
    fix: 'List what the service needs: `includeRequestHeaders: [authorization, cookie]`, or `addRequestHeaders`.',
    wrong: onRoute(`extAuthz: {host: "localhost:9000", protocol: {http: {path: '"check"'}}, includeRequestHeaders: [cookie], ${timeout}}`),
    correct: onRoute(
      `extAuthz: {host: "localhost:9000", protocol: {http: {path: '"/check"'}}, includeRequestHeaders: [cookie], ${timeout}}`,
    ),
  },
  check({ root, version, report }) {
    for (const { node, tree } of expressions(root, version).filter(({ path }) => path.at(-1) === 'path' && path.at(-2) === 'http')) {
      const authz = extAuthzs(root).find(each => at(each.node, 'protocol', 'http', 'path') === node);
      if (authz === undefined || tree.type !== 'literal' || typeof tree.value !== 'string' || /^(?:\/|https?:)/.test(tree.value)) continue;
      report({
        at: node,
        path: [...authz.path, 'protocol', 'http', 'path'],
        message: 'the path does not begin with "/": every request is refused',
        suggestion: `write '"/${tree.value}"'`,
      });
    }
    for (const { node, path, protocol, set, target } of extAuthzs(root)) {
      if (protocol !== 'http' || target === undefined) continue;
      const http = at(node, 'protocol', 'http')!;
      if (get(http, 'body') !== undefined && get(node, 'includeRequestBody') !== undefined)
        report({
          at: get(node, 'includeRequestBody')!,
          path: [...path, 'includeRequestBody'],
          message: 'the expression "body" replaces the body of the request, so this has no effect',
          suggestion: 'remove one of the two',
        });
      for (const header of items(get(http, 'includeResponseHeaders')))
        if (forClients.test(text(header)?.toLowerCase() ?? ''))
          report({
            at: header,
            path: [...path, 'protocol', 'http', 'includeResponseHeaders'],
            message: `"${text(header)}" is put into the request for the backend: the client never gets it`,
            suggestion: 'let the service answer the client itself, or remove the header',
          });
      const sent = items(get(node, 'includeRequestHeaders')).map(item => text(item)?.toLowerCase() ?? '');
      const computed = entries(get(http, 'addRequestHeaders'));
      const isKnown = computed.some(({ key, value }) => isCredential(key.toLowerCase()) || saysWhoCalls(value));
      if (sent.length > 0 && !sent.some(isCredential) && !isKnown)
        report({
          at: get(node, 'includeRequestHeaders')!,
          path: [...path, 'includeRequestHeaders'],
          message: 'the list replaces the header Authorization, which is sent without it: the service gets no credential',
          suggestion: 'add "authorization" to the list',
        });
      if (items(get(node, 'includeRequestHeaders')).length > 0 || entries(get(http, 'addRequestHeaders')).length > 0) continue;
      const stripped = appliesAround(root, set, ['jwtAuth', 'basicAuth']);
      if (!stripped && get(http, 'redirect') === undefined) continue;
      report({
        at: http,
        path: [...path, 'protocol', 'http'],
        message: stripped
          ? 'the service gets no credential: the token is removed once it is checked, and no other header is sent'
          : 'users are redirected to a login, and the service never gets their cookie: no header but Authorization is sent',
        suggestion: 'list the headers in "includeRequestHeaders", or compute them in "addRequestHeaders"',
      });
    }
  },
};
