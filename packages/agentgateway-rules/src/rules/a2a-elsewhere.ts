import { entrySpan, policySets, servesKind } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { onMcpRoute, onRoute } from '../examples/examples.js';

export const a2aElsewhere: Rule = {
  id: 'a2a-elsewhere',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy reads requests between agents (A2A): on a route of another protocol it does nothing but name the requests wrongly in logs and metrics.',
  docs: {
    checks: 'The policy `a2a` is not on routes whose backends are MCP servers or LLM providers.',
    seen: 'Read in the source of v1.4.1: it rewrites the agent card, and records the method of every JSON request as one of A2A.',
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
