import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const mcpSsePath: Rule = {
  id: 'mcp-sse-path',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The path is the one by which the other transport is served: the handshake fails.',
  docs: {
    checks: 'Compares the kind of a target with the last part of its path.',
    seen: 'Live: v1.1.0 and v1.4.1 send POST to `/sse` as `mcp`, and GET as `sse`.',
    fix: 'Use `mcp` for streamable HTTP and `sse` for the older transport, each with its path.',
    wrong: withTarget('name: a\nmcp:\n  host: "http://srv:3001/sse"'),
    correct: withTarget('name: a\nsse:\n  host: "http://srv:3001/sse"'),
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const host = child(spec, 'path') ?? child(spec, 'host');
      const value = text(host?.node) ?? '';
      const wrong = (kind === 'sse' && /\/mcp\/?$/.test(value)) || (kind === 'mcp' && /\/sse\/?$/.test(value));
      if (!wrong) continue;
      const other = kind === 'sse' ? 'mcp' : 'sse';
      report({
        at: host!.node,
        path: host!.path,
        message: `a target of kind "${kind}" points at "/${other}"`,
        suggestion: `use "${other}:" for the target, or the path of ${kind === 'sse' ? 'SSE' : 'streamable HTTP'}`,
      });
    }
  },
};
