import { child, kindOf, mcpTargets, simpleReferences, tcpRoutes } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';

const example = (spec: string): string => `backends:
- name: copy
  ${spec}
binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        requestMirror:
          percentage: 0.5
          backend:
            backend: /copy
      backends:
      - host: "api:8080"
`;

export const backendRefWrongKind: Rule = {
  id: 'backend-ref-wrong-kind',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'Policies, MCP targets and TCP routes call a host; a backend of another kind exists and cannot be called, so each call fails.',
  docs: {
    checks: 'Follows the backend references of policies, MCP targets and TCP routes to the backend that they name, which has to be a host.',
    seen: 'Live: v1.4.1 refuses every request with 403 where `extAuthz` refers to a backend of MCP servers.',
    fix: 'Refer to a backend with `host`, or write the host in place.',
    wrong: example('mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://srv:3001/mcp"'),
    correct: example('host: "copy:8080"'),
  },
  check({ root, report }) {
    const places = [
      ...simpleReferences(root),
      ...mcpTargets(root).map(({ spec }) => spec),
      ...tcpRoutes(root).flatMap(({ backends }) => backends),
    ];
    for (const place of places) {
      const reference = child(place, 'backend');
      const ref = text(reference?.node);
      const kind = ref?.startsWith('/') === true ? kindOf(root, place.node) : undefined;
      if (kind === undefined || kind === 'host' || kind === 'aws' || get(place.node, 'host') !== undefined) continue;
      report({
        at: reference!.node,
        path: reference!.path,
        message: `the backend "${ref}" is of kind "${kind}", and only a host can be called here`,
        suggestion: 'refer to a backend with "host"',
      });
    }
  },
};
