import { entrySpan, policySets, servesKind } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { onMcpRoute, onRoute } from '../examples/examples.js';

export const a2aElsewhere: Rule = {
  id: 'a2a-elsewhere',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy reads requests between agents (A2A): on a route to MCP servers it does nothing, and requests to models are counted as A2A.',
  docs: {
    checks: 'The policy `a2a` is not on routes whose backends are MCP servers or LLM providers.',
    seen: 'Live: the metrics of v1.1.0 and v1.4.1 say `protocol="mcp"` for initialize on such a route, with the policy or without it, and `protocol="a2a"` for a chat completion, which is `llm` otherwise.',
    fix: 'Remove it, or put the agent behind a backend of the kind `host` or `service`.',
    wrong: onMcpRoute('a2a: {}'),
    correct: onRoute('a2a: {}'),
  },
  check({ root, report }) {
    for (const set of policySets(root)) {
      const policy = get(set.node, 'a2a');
      if (policy === undefined || isNull(policy) || set.level === 'listener') continue;
      const kind =
        servesKind(root, set, 'mcp') === true ? 'MCP servers' : servesKind(root, set, 'ai') === true ? 'an LLM provider' : undefined;
      if (kind === undefined) continue;
      report({
        at: entrySpan(set.node, 'a2a')!,
        path: [...set.path, 'a2a'],
        message: `requests here go to ${kind}, which do not speak A2A: the policy has no effect`,
        suggestion: 'remove "a2a"',
      });
    }
  },
};
