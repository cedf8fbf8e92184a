import { at, get, isNull, type Rule } from '@mcpgw/structure';

export const emptyConfig: Rule = {
  id: 'empty-config',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy starts and serves nothing.',
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
