import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const example = (mode: string): string =>
  withRoute(`backends:\n- mcp:\n    statefulMode: ${mode}\n    targets:\n    - name: a\n      stdio:\n        cmd: server`);

/** What each request does to a target, by the kind of the target. */
const effects = [
  ['sse', 'every request opens an event stream of its own to a target that speaks SSE, where a stream is the session'],
  ['stdio', 'every request starts its own process of a stdio target'],
] as const;

export const mcpStatelessStdio: Rule = {
  id: 'mcp-stateless-stdio',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without sessions each request starts the program, introduces itself and ends it: calls are slow, and what the server remembers is lost.',
  docs: {
    checks: 'Looks for programs (stdio) and servers of the older SSE transport behind an MCP backend with `statefulMode: stateless`.',
    seen: 'Versions 1.1.0 and 1.4.1 start the program once for each request.',
    fix: 'Use `statefulMode: stateful`, or run the server behind HTTP.',
    wrong: example('stateless'),
    correct: example('stateful'),
  },
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'statefulMode');
      if (text(mode) !== 'stateless') continue;
      for (const [kind, message] of effects)
        if (items(get(node, 'targets')).some(target => get(target, kind) !== undefined))
          report({ at: mode!, path: [...path, 'statefulMode'], message, suggestion: 'use "statefulMode: stateful"' });
    }
  },
};
