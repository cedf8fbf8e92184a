import type { Path } from '@mcpgw/diagnostics';
import { get, items, type Kind, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type ListedServer, serversOf } from './mcp-servers-of.js';

/** The fields of each kind that name tools. */
const fields: Partial<Record<Kind, readonly string[]>> = {
  'mcp-config': ['enabled_tools', 'disabled_tools'],
  serve: ['enabled_tools', 'disabled_tools'],
  'client-config': ['includeTools', 'excludeTools', 'disabledTools', 'autoApprove', 'alwaysAllow'],
};

/** Lists for which some clients take `*` alone as all tools. */
const unasked = ['autoApprove', 'alwaysAllow'];

export const unmatchedToolName: Rule = {
  id: 'unmatched-tool-name',
  severity: 'error',
  kinds: ['mcp-config', 'serve', 'client-config'],
  why: 'Lists of tools are compared with the bare names of the server, exactly: a name of another form matches no tool, and the tool stays as it was.',
  docs: {
    checks:
      'Lists of tools contain the names that the server itself gives to its tools: no prefix of the server, no patterns, no spaces, none twice.',
    basedOn: 'The code of `mcpgw serve`: names of the lists are compared with those of the server exactly.',
    fix: 'Write the name that the server itself gives to the tool, without the name of the server before it.',
    wrong: '{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true, "disabled_tools": ["a:create"]}]}\n',
    correct: '{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true, "disabled_tools": ["create"]}]}\n',
  },
  check(context) {
    for (const server of serversOf(context))
      for (const field of fields[context.kind] ?? [])
        checkList(unasked.includes(field) ? softer(context) : context, server, field, separatorsOf(context.root));
  },
};

/** A tool that is not found in these lists is asked for, which some clients may do otherwise. */
const softer = (context: RuleContext): RuleContext => ({
  ...context,
  report: problem => context.report({ ...problem, severity: 'warning' }),
});

/** The separators between server and tool in the names that clients see. */
export function separatorsOf(root: Node): string[] {
  const own = text(get(get(root, 'tool_names'), 'separator'));
  return [...new Set([':', '__', ...(own === undefined ? [] : [own])])];
}

function checkList(context: RuleContext, server: ListedServer, field: string, separators: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, node] of items(get(server.node, field)).entries()) {
    const name = text(node);
    if (name === undefined || name.includes('${') || (name === '*' && unasked.includes(field))) continue;
    const path = [...server.path, field, index];
    const bare = bareName(name, server.name ?? '', separators);
    if (seen.has(name))
      context.report({ at: node, path, severity: 'warning', message: `"${name}" is named twice`, suggestion: 'remove one of the two' });
    else if (bare !== undefined) {
      const message = `"${name}" is not a tool of the server: names are compared without the name of the server`;
      context.report({ at: node, path, message, suggestion: `write "${bare}"` });
    } else checkName(context, node, name, path);
    seen.add(name);
  }
}

/** The name without the prefix of the server; undefined if it has no such prefix. */
function bareName(name: string, server: string, separators: readonly string[]): string | undefined {
  const prefixes = server === '' ? [] : separators.flatMap(separator => [`${server}${separator}`, `mcp${separator}${server}${separator}`]);
  const prefix = prefixes.find(candidate => name.startsWith(candidate) && name.length > candidate.length);
  return prefix === undefined ? undefined : name.slice(prefix.length);
}

function checkName(context: RuleContext, node: Node, name: string, path: Path): void {
  if (name.trim() === '')
    context.report({ at: node, path, message: 'the name of a tool is empty', suggestion: 'name a tool, or remove the item' });
  else if (/[*?^$|\\[\]{}]|\.[+*]/.test(name))
    context.report({
      at: node,
      path,
      message: `"${name}" is a pattern, and names are compared exactly`,
      suggestion: 'write the name of each tool',
    });
  else if (/\s/.test(name))
    context.report({
      at: node,
      path,
      message: `"${name}" contains a space, which no name of a tool has`,
      suggestion: 'write the name as the server lists it',
    });
}
