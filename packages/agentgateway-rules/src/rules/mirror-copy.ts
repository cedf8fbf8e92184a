import { integerOf, mcpPolicies, policiesNamed } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The address of a backend, to compare it with another one. */
function addressOf(backend: Node | undefined): string | undefined {
  const host = text(get(backend, 'host')) ?? text(get(backend, 'backend'));
  const service = get(backend, 'service');
  return host ?? (service === undefined ? undefined : `${text(get(service, 'name'))}:${integerOf(get(service, 'port'))}`);
}

const readOnly = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];

export const mirrorCopy: Rule = {
  id: 'mirror-copy',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The copy of a request has no body and no credentials of the backend, and a copy for the same server makes every call happen twice.',
  docs: {
    checks:
      'The backend of a mirror is not a backend of the route. That a copy has no body is an info, unless the route matches only methods without one.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 send the copy without the body of the request, without Content-Length and without the key of `backendAuth`.',
    fix: 'Mirror to another server, and only requests that are complete without a body.',
    wrong: onRoute('requestMirror: {backend: {host: localhost:8080}, percentage: 0.5}'),
    correct: onRoute('requestMirror: {backend: {host: localhost:8081}, percentage: 0.5}'),
  },
  check({ root, report }) {
    const ofMcp = new Set(mcpPolicies(root).map(policies => policies.node));
    for (const { node, path, set } of policiesNamed(root, 'requestMirror')) {
      const backend = get(node, 'backend');
      const own = (set.route?.backends ?? []).map(each => addressOf(each.node));
      const copy = addressOf(backend);
      const share = get(node, 'percentage');
      if (backend === undefined || (share?.kind === 'scalar' && share.value === 0)) continue;
      if (copy !== undefined && own.includes(copy))
        report({
          at: backend,
          path: [...path, 'backend'],
          message: `"${copy}" is the backend of the route itself: it gets every mirrored request twice`,
          suggestion: 'name another server, or remove the mirror',
        });
      const methods = items(at(set.route?.node ?? node, 'matches')).map(match => text(get(match, 'method')) ?? '');
      if (ofMcp.has(set.node)) continue;
      if (methods.length === 0 || !methods.every(method => readOnly.includes(method)))
        report({
          at: node,
          path,
          message: 'a copy has no body: the server that gets it sees an empty POST or PUT',
          suggestion: 'mirror only routes with `method: GET`, or accept it',
          severity: 'info',
        });
    }
  },
};
