import { type AuthView, authPolicies } from '@mcpgw/agentgateway/internal';
import type { Node, Rule } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

const example = (listener: string, route: string): string =>
  withListener(`policies:
  apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]${listener}}
routes:
- policies:
    apiKey: {mode: strict, keys: [{key: $OTHER_KEY}]${route}}
  backends: [{host: localhost:8080}]`);

const placeOf = ({ location }: AuthView): string => `${location.kind} ${location.name}`;

export const authTwice: Rule = {
  id: 'auth-twice',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The listener takes the credential out of the request when it has checked it, so that the route finds none and refuses every request.',
  docs: {
    checks:
      'A listener and one of its routes do not read a credential of one place (JWT, key, password), unless the route lets requests without one pass.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 401 `no API Key found` to every request where listener and route have `apiKey`.',
    fix: 'Authenticate in one of the two places; check with `authorization` at the route who may pass.',
    wrong: example('', ''),
    correct: example('', ', location: {header: {name: x-route-key}}'),
  },
  check({ root, report }) {
    const policies = authPolicies(root).filter(({ location }) => location.kind !== 'expression');
    const outer = new Map<Node, Map<string, AuthView>>();
    for (const auth of policies) {
      if (auth.set.level !== 'listener' || auth.set.listener === undefined) continue;
      const places = outer.get(auth.set.listener.node) ?? new Map<string, AuthView>();
      places.set(placeOf(auth), auth);
      outer.set(auth.set.listener.node, places);
    }
    for (const auth of policies) {
      if (auth.set.level !== 'route' || auth.set.listener === undefined) continue;
      const first = outer.get(auth.set.listener.node)?.get(placeOf(auth));
      if (first === undefined) continue;
      const strict = auth.mode === 'strict';
      report({
        at: auth.node,
        path: auth.path,
        message: strict
          ? `"${first.kind}" of the listener takes the credential out of the request: "${auth.kind}" of the route refuses every request`
          : `"${first.kind}" of the listener takes the credential out of the request: "${auth.kind}" of the route never finds one`,
        suggestion: 'authenticate in one of the two places',
      });
    }
  },
};
