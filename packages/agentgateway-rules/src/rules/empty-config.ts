import { at, get, isNull, type Rule } from '@mcpgw/structure';

export const emptyConfig: Rule = {
  id: 'empty-config',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy starts and serves nothing.',
  docs: {
    checks: 'Looks for configurations without binds, gateways and short forms.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and listen on nothing but their own ports.',
    fix: 'Add `binds`, or remove the file.',
    wrong: 'config:\n  enableIpv6: false\n',
    correct:
      'config:\n  enableIpv6: false\nbinds:\n- port: 3000\n  listeners:\n  - name: l3000\n    routes:\n    - backends:\n      - host: "api:8080"\n',
  },
  check({ root, report }) {
    const serves = ['binds', 'gateways', 'llm', 'mcp', 'ui'].some(key => {
      const section = get(root, key);
      return (
        section !== undefined &&
        !isNull(section) &&
        !(section.kind === 'list' && section.items.length === 0) &&
        !(section.kind === 'map' && section.entries.length === 0)
      );
    });
    const remote = at(root, 'config', 'xdsAddress') ?? at(root, 'config', 'localXdsPath');
    if (!serves && remote === undefined)
      report({
        at: root,
        path: [],
        message: 'the configuration makes the proxy listen on nothing',
        suggestion: 'add "binds", "gateways", "mcp" or "llm"',
      });
  },
};
