import { type ListenerView, listeners } from '@mcpgw/agentgateway/internal';
import { entries, get, isNull, type Rule, text } from '@mcpgw/structure';

const example = (name: string): string => `binds:
- port: 3000
  listeners:
  - name: public
    policies:
      basicAuth:
        mode: strict
        htpasswd: "anna:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="
    routes:
    - backends:
      - host: "one:8080"
- port: 3001
  listeners:
  - name: ${name}
    routes:
    - backends:
      - host: "two:8080"
`;

/** The name that policies go by; a listener without one is called by its place in the list. */
const nameOf = (listener: ListenerView): string => text(get(listener.node, 'name')) ?? `listener${listener.path.at(-1)}`;
const hasPolicies = ({ policies }: ListenerView): boolean => entries(policies).some(({ value }) => !isNull(value));

export const listenerNameShared: Rule = {
  id: 'listener-name-shared',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Policies of a listener apply to every listener of that name, on all ports; of two with one name on a port, one is lost.',
  docs: {
    checks:
      'Compares the names of listeners on one port, and on all ports if one of them has policies. Listeners without a name are called listener0, listener1 and so on.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 401 on port 3001 when only the listener without a name on port 3000 has `basicAuth`, and 404 `listener not found` for the first of two listeners with one name on a port.',
    fix: 'Give every listener its own name.',
    wrong: example('public'),
    correct: example('internal'),
  },
  check({ root, report }) {
    const all = listeners(root);
    for (const [index, listener] of all.entries()) {
      const name = nameOf(listener);
      const earlier = all.slice(0, index).filter(other => nameOf(other) === name && other.path[0] === listener.path[0]);
      const at = get(listener.node, 'name') ?? listener.node;
      const samePort = earlier.some(other => other.path[1] === listener.path[1]);
      if (samePort)
        report({
          at,
          path: listener.path,
          message: `two listeners of this port are called "${name}": only the last one gets requests`,
          suggestion: 'give each listener its own name',
        });
      if (listener.path[0] !== 'binds' && !samePort) continue;
      const shares =
        earlier.find(other => other.path[1] !== listener.path[1] && hasPolicies(other) !== hasPolicies(listener)) ??
        earlier.find(other => other.path[1] !== listener.path[1] && hasPolicies(other));
      if (!samePort && shares !== undefined)
        report({
          at,
          path: listener.path,
          message: `the listener "${name}" shares its name with one on another port: the policies of each apply to both`,
          suggestion: 'give each listener its own name',
        });
    }
  },
};
