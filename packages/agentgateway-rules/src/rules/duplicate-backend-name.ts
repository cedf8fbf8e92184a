import { listed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';

const pair = (second: string): string => `backends:
- name: a
  host: "one:8080"
- name: ${second}
  host: "two:8080"
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - backend: /a
      - backend: /${second}
`;

export const duplicateBackendName: Rule = {
  id: 'duplicate-backend-name',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Definitions with one name replace each other: the last one is used everywhere, and the others nowhere.',
  docs: {
    checks: 'Looks for two top-level backends, two route groups or two services with one name.',
    seen: 'Versions 1.1.0 and 1.4.1 send every request to the last of two backends with one name.',
    fix: 'Give each its own name.',
    wrong: pair('a'),
    correct: pair('b'),
  },
  check({ root, report }) {
    for (const [list, what] of [
      ['backends', 'backend'],
      ['routeGroups', 'route group'],
      ['services', 'service'],
    ] as const) {
      const seen = new Set<string>();
      for (const { node, path } of listed(get(root, list), [list])) {
        const name = get(node, list === 'services' ? 'hostname' : 'name');
        const key = list === 'services' ? `${text(get(node, 'namespace'))}/${text(name)}` : text(name);
        if (name === undefined || key === undefined) continue;
        if (seen.has(key))
          report({
            at: name,
            path: [...path, 'name'],
            message: `there are two ${what}s "${key}": only the last one is used`,
            suggestion: 'give each its own name',
          });
        seen.add(key);
      }
    }
  },
};
