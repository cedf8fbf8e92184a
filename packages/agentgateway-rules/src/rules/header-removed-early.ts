import { listed, policySets, type RouteView, routes } from '@mcpgw/agentgateway/internal';
import { at, get, isGiven, items, type Rule, text } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

const example = (removed: string): string =>
  withListener(`policies:
  transformations: {request: {remove: [${removed}]}}
routes:
- policies:
    csrf: {additionalOrigins: ["https://app.example.com"]}
  backends: [{host: localhost:8080}]`);

/** What a route does with a header that is no longer there. */
function lossOf({ node, policies }: RouteView, name: string): string | undefined {
  if (name === 'origin' && isGiven(policies, 'csrf')) return 'csrf of a route lets every request pass';
  if (name === 'origin' && isGiven(policies, 'cors')) return 'cors of a route allows no page';
  const matches = items(get(node, 'matches'));
  const needs = matches.filter(match => items(get(match, 'headers')).some(header => text(get(header, 'name'))?.toLowerCase() === name));
  return matches.length > 0 && needs.length === matches.length ? 'no request matches a route that asks for it' : undefined;
}

export const headerRemovedEarly: Rule = {
  id: 'header-removed-early',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'Transformations of a listener come before a route is chosen and asked: what they remove is missing for its matches and policies.',
  docs: {
    checks:
      'Transformations of listeners do not remove the header Origin where a route has `csrf` or `cors`, nor a header that every match of a route asks for.',
    seen: 'Live: v1.4.1 answered 200 instead of 403 to a POST from another origin where the listener removes `origin`, and 404 to every request for a route with the removed header in its match.',
    fix: 'Remove the header at the route, with `requestHeaderModifier`.',
    wrong: example('origin'),
    correct: example('x-debug'),
  },
  check({ root, report }) {
    const all = routes(root);
    for (const { node, path, level, listener } of policySets(root)) {
      if (level !== 'listener' || listener === undefined) continue;
      const below = all.filter(route => route.listener?.node === listener.node);
      const place = ['transformations', 'request', 'remove'];
      for (const item of listed(at(node, ...place), [...path, ...place])) {
        const name = text(item.node)?.toLowerCase() ?? '';
        const loss = below.map(route => lossOf(route, name)).find(each => each !== undefined);
        if (loss !== undefined)
          report({
            at: item.node,
            path: item.path,
            message: `"${name}" is removed before routes are asked: ${loss}`,
            suggestion: 'remove it at the route',
          });
      }
    }
  },
};
