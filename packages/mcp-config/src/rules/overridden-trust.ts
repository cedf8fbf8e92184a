import { entry, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type ListedServer, serversOf } from './mcp-servers-of.js';

export const overriddenTrust: Rule = {
  id: 'overridden-trust',
  severity: 'warning',
  kinds: ['mcp-config', 'serve'],
  why: 'Several fields say whether tools wait for approval, and one of them decides alone: the others look like a protection that is not there, or like a trust that is not given.',
  docs: {
    checks:
      '`trust_mode` beside the older `skip_quarantine` and `auto_approve_tool_changes`, these two with different values, `quarantined` beside a trust that it overrides, `quarantine_enabled: false`, which trusts every server, and `read_only_mode` beside servers whose tools wait for approval.',
    basedOn: 'The source of mcpproxy-go: a `trust_mode` that is set decides, then `auto_approve_tool_changes`, then `skip_quarantine`.',
    fix: 'Keep `trust_mode` alone.',
    wrong:
      'mcpServers:\n  - name: files\n    command: file-server\n    enabled: true\n    trust_mode: manual\n    auto_approve_tool_changes: true\n',
    correct: 'mcpServers:\n  - name: files\n    command: file-server\n    enabled: true\n    trust_mode: manual\n',
  },
  check(context) {
    const all = get(context.root, 'quarantine_enabled');
    const open = all?.kind === 'scalar' && all.value === false;
    for (const server of serversOf(context)) checkServer(context, server, open);
    checkReadOnly(context);
    const held = get(context.root, 'hold_unreviewed');
    if (held?.kind === 'scalar' && held.value === false && context.kind === 'serve')
      context.report({
        at: held,
        path: ['hold_unreviewed'],
        severity: 'info',
        message: 'prompts, resources and log messages of servers that nobody has approved reach clients',
        suggestion: 'remove it to hold them until a tool of the server is approved',
      });
    const known = serversOf(context);
    const areTrusted = known.length > 0 && known.every(({ node }) => text(get(node, 'trust_mode')) === 'auto');
    if (held?.kind === 'scalar' && held.value === true && areTrusted && get(context.root, 'servers_from') === undefined)
      context.report({
        at: held,
        path: ['hold_unreviewed'],
        severity: 'info',
        message: '"hold_unreviewed" has no effect: every server is trusted by "trust_mode: auto", and nothing of it is held',
        suggestion: 'write "trust_mode: manual" at the servers that are to be reviewed',
      });
    if (open && context.kind === 'mcp-config')
      context.report({
        at: all!,
        path: ['quarantine_enabled'],
        severity: 'info',
        message: 'no tool waits for approval, whatever trust_mode says',
        suggestion: 'remove it to review new and changed tools',
      });
  },
};

function checkReadOnly(context: RuleContext): void {
  const node = get(context.root, 'read_only_mode');
  const waiting = serversOf(context).find(({ node: server }) => text(get(server, 'trust_mode')) === 'manual');
  if (node?.kind === 'scalar' && node.value === true && waiting !== undefined)
    context.report({
      at: node,
      path: ['read_only_mode'],
      severity: 'info',
      message: `nobody can approve the tools of "${waiting.name ?? ''}" through the gateway: new and changed ones stay locked`,
      suggestion: 'approve them by "mcpgw tools approve" on the store',
    });
}

const older = ['auto_approve_tool_changes', 'skip_quarantine'] as const;

function checkServer({ report }: RuleContext, { node, path, name }: ListedServer, open: boolean): void {
  const mode = text(get(node, 'trust_mode')) ?? '';
  const flag = (key: string): unknown => {
    const value = get(node, key);
    return value?.kind === 'scalar' ? value.value : undefined;
  };
  const trusts = older.filter(key => flag(key) === true);
  for (const key of older) {
    const found = entry(node, key);
    if (found === undefined || mode === '' || (flag(key) === true) === (mode === 'auto')) continue;
    report({
      at: found.keySpan,
      path: [...path, key],
      message: `"${key}: ${String(flag(key))}" of "${name ?? ''}" has no effect: "trust_mode: ${mode}" decides`,
      suggestion: `remove "${key}"`,
    });
  }
  if (mode === '' && flag('auto_approve_tool_changes') === false && flag('skip_quarantine') === true)
    report({
      at: entry(node, 'skip_quarantine')!.keySpan,
      path: [...path, 'skip_quarantine'],
      message: '"skip_quarantine: true" has no effect: "auto_approve_tool_changes: false" decides',
      suggestion: 'write "trust_mode" alone',
    });
  if (flag('quarantined') === true && flag('enabled') !== false && (mode === 'auto' || trusts.length > 0))
    report({
      at: entry(node, 'quarantined')!.keySpan,
      path: [...path, 'quarantined'],
      severity: 'info',
      message: `"${name ?? ''}" is trusted and in quarantine: it is not connected`,
      suggestion: 'remove "quarantined", or the trust',
    });
  if (open && mode !== '' && mode !== 'auto')
    report({
      at: entry(node, 'trust_mode')!.keySpan,
      path: [...path, 'trust_mode'],
      message: `"trust_mode: ${mode}" of "${name ?? ''}" has no effect: "quarantine_enabled: false" trusts every server`,
      suggestion: 'remove quarantine_enabled',
    });
}
