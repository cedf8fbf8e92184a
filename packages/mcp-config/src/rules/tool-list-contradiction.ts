import { entry, get, items, type Kind, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type ListedServer, serversOf } from './mcp-servers-of.js';

/** Lists that let tools in, by kind, and what an empty one does. */
const letting: Partial<Record<Kind, Readonly<Record<string, 'all tools' | 'no tool'>>>> = {
  'mcp-config': { enabled_tools: 'all tools' },
  serve: { enabled_tools: 'all tools' },
  'client-config': { includeTools: 'no tool' },
};
const keeping = ['excludeTools', 'disabledTools'] as const;
const unasked = ['alwaysAllow', 'autoApprove'] as const;

export const toolListContradiction: Rule = {
  id: 'tool-list-contradiction',
  severity: 'warning',
  kinds: ['serve', 'mcp-config', 'client-config'],
  why: 'A list of tools that is empty or that another list overrides does not do what it suggests.',
  docs: {
    checks:
      'Empty lists of the only tools, tools that one list lets in and another keeps out, tools that run without a question and are kept out, and "*" in a list of names.',
    basedOn:
      'The sources of `mcpgw serve` and mcpproxy-go: an empty `enabled_tools` is the same as none; an empty `includeTools` lets no tool in.',
    fix: 'Name the tools once, in one list.',
    wrong: 'servers:\n  files:\n    command: file-server\n    enabled_tools: []\n',
    correct: 'servers:\n  files:\n    command: file-server\n    enabled_tools: [read_file]\n',
  },
  check(context) {
    for (const server of serversOf(context)) checkServer(context, server);
  },
};

function checkServer(context: RuleContext, { node, path, name }: ListedServer): void {
  for (const [key, meaning] of Object.entries(letting[context.kind] ?? {})) {
    const list = entry(node, key);
    if (list?.value.kind === 'list' && list.value.items.length === 0)
      context.report({
        at: list.keySpan,
        path: [...path, key],
        message: `an empty "${key}" lets ${meaning} of "${name ?? ''}" in`,
        suggestion:
          meaning === 'all tools' ? 'name the tools, or write "enabled: false" to let none in' : 'name the tools, or remove the list',
      });
  }
  if (context.kind !== 'client-config') return;
  const trust = entry(node, 'trust');
  if (trust?.value.kind === 'scalar' && trust.value.value === true)
    context.report({
      at: trust.keySpan,
      path: [...path, 'trust'],
      severity: 'info',
      message: `every tool of "${name ?? ''}" runs without a question`,
      suggestion: 'remove "trust" to be asked',
    });
  const names = (key: string): ReadonlySet<string> => new Set(items(get(node, key)).flatMap(item => text(item) ?? []));
  const out = new Set(keeping.flatMap(key => [...names(key)]));
  for (const key of ['includeTools', ...unasked] as const)
    for (const [index, item] of items(get(node, key)).entries()) {
      const tool = text(item);
      if (tool !== undefined && out.has(tool))
        context.report({
          at: item,
          path: [...path, key, index],
          message: `"${tool}" is in "${key}" and in a list that keeps it out, which wins`,
          suggestion: 'remove it from one of the lists',
        });
      else if (tool === '*' && key !== 'includeTools')
        context.report({
          at: item,
          path: [...path, key, index],
          message: `"*" in "${key}" lets every tool run without a question, or none where names are compared exactly`,
          suggestion: 'name the tools',
        });
    }
}
