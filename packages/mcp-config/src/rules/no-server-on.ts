import { get, items, type Rule } from '@mcpgw/structure';
import { serverKinds, serversOf } from './mcp-servers-of.js';

export const noServerOn: Rule = {
  id: 'no-server-on',
  severity: 'info',
  kinds: serverKinds,
  why: 'With no server that is on, clients connect and see no tools.',
  docs: {
    checks: 'Files whose servers are all off, disabled or in quarantine.',
    fix: 'Enable one of the servers.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    disabled: true\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n',
  },
  check(context) {
    const servers = serversOf(context);
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
