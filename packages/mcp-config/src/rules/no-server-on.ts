import { get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { serverKinds, serversOf } from './mcp-servers-of.js';

export const noServerOn: Rule = {
  id: 'no-server-on',
  severity: 'info',
  kinds: serverKinds,
  why: 'With no server that is on, clients connect and see no tools.',
  docs: {
    checks:
      'Files whose servers are all off, disabled or in quarantine, and names in `mcp.allowed` and `mcp.excluded` (Gemini CLI) that no server has.',
    basedOn: 'The code of `mcpgw serve`: it starts and offers no tools.',
    fix: 'Enable one of the servers.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    disabled: true\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n',
  },
  check(context) {
    const servers = serversOf(context);
    checkAllowed(
      context,
      servers.map(({ name }) => name),
    );
    if (servers.length === 0 || items(get(context.root, 'apis')).length > 0 || get(context.root, 'servers_from') !== undefined) return;
    const flag = (node: Parameters<typeof get>[0], key: string): unknown => {
      const value = get(node, key);
      return value?.kind === 'scalar' ? value.value : undefined;
    };
    // A server that does not say "enabled" has a finding of its own.
    const isOff = (node: Parameters<typeof get>[0]): boolean =>
      flag(node, 'enabled') === false || flag(node, 'disabled') === true || flag(node, 'quarantined') === true;
    if (!servers.every(({ node }) => isOff(node))) return;
    const [first] = servers;
    context.report({
      at: first!.nameSpan,
      path: first!.path,
      message: servers.length === 1 ? 'the only server is off' : `all ${servers.length} servers are off`,
      suggestion: 'enable one of them',
    });
  },
};

/** Names of servers in the lists `mcp.allowed` and `mcp.excluded` of Gemini CLI. */
function checkAllowed({ root, kind, report }: RuleContext, names: readonly (string | undefined)[]): void {
  if (kind !== 'client-config' || names.length === 0) return;
  for (const key of ['allowed', 'excluded'])
    for (const [index, item] of items(get(get(root, 'mcp'), key)).entries()) {
      const name = text(item);
      if (name !== undefined && !names.includes(name))
        report({
          at: item,
          path: ['mcp', key, index],
          severity: 'warning',
          message: `there is no server "${name}" in this file${key === 'allowed' ? ', and those that are not in the list are off' : ''}`,
          suggestion: `its servers: ${names.slice(0, 6).join(', ')}`,
        });
    }
}
