import { integerOf, listed } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';

export const shorthandPortClash: Rule = {
  id: 'shorthand-port-clash',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  until: '1.3.0',
  why: 'The short form takes the port of a bind, whose routes are never reached.',
  docs: {
    checks: 'The port of "mcp" and "llm" is not that of a bind.',
    seen: 'Live: v1.1.0 gives the port to `mcp`, and the routes of the bind are never reached. v1.4.1 refuses the file: `binds, llm, and mcp must use unique ports`.',
    fix: 'Give it its own port.',
    version: '1.1.0',
    wrong: `binds:
- port: 3000
  listeners: [{routes: [{backends: [{host: 127.0.0.1:8080}]}]}]
mcp: {port: 3000, targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}
`,
    correct: `binds:
- port: 3000
  listeners: [{routes: [{backends: [{host: 127.0.0.1:8080}]}]}]
mcp: {port: 3001, targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}
`,
  },
  check({ root, report }) {
    const binds = new Set(listed(get(root, 'binds'), ['binds']).map(bind => integerOf(get(bind.node, 'port'))));
    for (const [key, standard] of [
      ['llm', 4000],
      ['mcp', 3000],
    ] as const) {
      const section = get(root, key);
      if (section === undefined || isNull(section)) continue;
      const port = get(section, 'port');
      const value = integerOf(port) ?? standard;
      if (binds.has(value))
        report({
          at: port ?? section,
          path: [key],
          message: `"${key}" listens on port ${value}, and so does a bind`,
          suggestion: `set "${key}.port" to a free port`,
        });
    }
  },
};
