import { comparedTexts, expressions, mcpTargets } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

export const mcpRuleNames: Rule = {
  id: 'mcp-rule-names',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'In rules a tool has the name that its server gives it and the target has the name of this file: another name never matches.',
  docs: {
    checks:
      'Rules compare `mcp.tool.target` with the name of a target, and `mcp.tool.name` with a name without the prefix of the target; so for prompts and resources.',
    seen: 'Live: v1.1.0 and v1.4.1 list no tool for a name with the prefix of its target, or for a target that is not there.',
    fix: 'Write `mcp.tool.target == "github" && mcp.tool.name == "search"` instead of `mcp.tool.name == "github_search"`.',
    wrong: onMcpRoute(`mcpAuthorization: {rules: ['mcp.tool.name == "tools_search"']}`),
    correct: onMcpRoute(`mcpAuthorization: {rules: ['mcp.tool.target == "tools" && mcp.tool.name == "search"']}`),
  },
  check({ root, version, report }) {
    const targets = [...new Set(mcpTargets(root).flatMap(({ name }) => name ?? []))];
    if (targets.length === 0) return;
    for (const { node, path, tree, phase } of expressions(root, version)) {
      if (phase !== 'mcp') continue;
      for (const kind of ['tool', 'prompt', 'resource']) {
        const unknown = comparedTexts(tree, `mcp.${kind}.target`).find(text => !targets.includes(text));
        const prefixed = comparedTexts(tree, `mcp.${kind}.name`).find(text => targets.some(target => text.startsWith(`${target}_`)));
        if (unknown !== undefined)
          report({
            at: node,
            path,
            message: `there is no target "${unknown}"`,
            suggestion: `targets are ${targets.slice(0, 6).join(', ')}`,
          });
        if (prefixed !== undefined) {
          const target = targets.find(name => prefixed.startsWith(`${name}_`))!;
          report({
            at: node,
            path,
            message: `the name of a ${kind} has no prefix in rules: "${prefixed}" matches only if the server itself calls it so`,
            suggestion: `write mcp.${kind}.target == "${target}" && mcp.${kind}.name == "${prefixed.slice(target.length + 1)}"`,
          });
        }
      }
    }
  },
};
