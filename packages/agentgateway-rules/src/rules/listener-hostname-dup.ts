import { listeners } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';

export const listenerHostnameDup: Rule = {
  id: 'listener-hostname-dup',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Of two listeners with one hostname on a port, one never gets a request, and which one is by chance.',
  docs: {
    checks: 'The listeners of a port have different hostnames.',
    seen: 'Live: v1.1.0 and v1.4.1 answer from one of the two listeners alone; which one differed from start to start of v1.4.1.',
    fix: 'Give each listener its own hostname, or put their routes into one.',
    wrong: `binds:
- port: 3000
  listeners:
  - {name: a, routes: [{backends: [{host: 127.0.0.1:8080}]}]}
  - {name: b, routes: [{backends: [{host: 127.0.0.1:8081}]}]}
`,
    correct: `binds:
- port: 3000
  listeners:
  - {name: a, routes: [{backends: [{host: 127.0.0.1:8080}]}]}
  - {name: b, hostname: b.example.com, routes: [{backends: [{host: 127.0.0.1:8081}]}]}
`,
  },
  check({ root, report }) {
    const seen = new Set<string>();
    for (const listener of listeners(root)) {
      const hostname = get(listener.node, 'hostname');
      const key = JSON.stringify([listener.path.slice(0, 2), text(hostname) ?? '*']);
      if (seen.has(key))
        report({
          at: hostname ?? listener.node,
          path: listener.path,
          message: `another listener of this port has the hostname "${text(hostname) ?? '*'}"`,
          suggestion: 'put the routes of both under one listener',
        });
      seen.add(key);
    }
  },
};
