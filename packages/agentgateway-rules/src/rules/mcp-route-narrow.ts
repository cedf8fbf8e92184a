import { entrySpan, kindOf, type Placed, policySets, routes } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const mcp = 'backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://srv:3001/mcp"';

export const mcpRouteNarrow: Rule = {
  id: 'mcp-route-narrow',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'MCP clients send POST, open event streams with GET and end sessions with DELETE: a route that keeps some of it out, or waits for the end of a stream, breaks sessions.',
  docs: {
    checks:
      'Looks for MCP routes that match only some methods, that buffer or replace answers or hand them to a processor as a whole, or that send copies of requests, which have no body.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404 to DELETE on a route for POST.',
    fix: 'Leave `method` out of the matches of MCP routes, and use no response buffer, no buffered extProc and no mirror there.',
    wrong: withRoute(`matches:\n- path:\n    exact: /mcp\n  method: POST\n${mcp}`),
    correct: withRoute(`matches:\n- path:\n    exact: /mcp\n${mcp}`),
  },
  check({ root, report }) {
    const serves = (backend: { readonly node: Parameters<typeof kindOf>[1] }): boolean => kindOf(root, backend.node) === 'mcp';
    const isMcp = routes(root).filter(route => route.backends.some(serves));
    for (const route of isMcp) {
      const methods = items(get(route.node, 'matches')).map(match => text(get(match, 'method')));
      const list = (view: Placed): string => view.path.slice(0, -1).join();
      const hasOthers = (): boolean => isMcp.some(other => other !== route && list(other) === list(route));
      if (
        methods.length > 0 &&
        !methods.includes(undefined) &&
        !['GET', 'POST', 'DELETE'].every(method => methods.includes(method)) &&
        !hasOthers()
      )
        report({
          at: at(route.node, 'matches', 0, 'method')!,
          path: [...route.path, 'matches'],
          message: `the MCP route takes only ${[...new Set(methods)].join(' and ')}: event streams or the end of sessions get 404`,
          suggestion: 'remove "method"',
        });
    }
    for (const set of policySets(root)) {
      const ofSection = set.level === 'section' && set.path[0] === 'mcp';
      if (!ofSection && !isMcp.some(route => route.policies === set.node)) continue;
      const modes = get(get(set.node, 'extProc'), 'processingOptions');
      const mode = get(modes, 'responseBodyMode');
      if (/^buffered/.test(text(mode) ?? ''))
        report({
          at: mode!,
          path: [...set.path, 'extProc', 'processingOptions', 'responseBodyMode'],
          message: 'the processor gets an answer when it has ended, and an event stream never ends',
          suggestion: 'write fullDuplexStreamed or none',
        });
      const body = at(set.node, 'transformations', 'response', 'body');
      if (body !== undefined && !isNull(body))
        report({
          at: body,
          path: [...set.path, 'transformations', 'response', 'body'],
          message: 'the body is read until it ends, and an event stream never ends',
          suggestion: 'remove it from the MCP route',
          // An expression that gives the body back may be about other answers of the route, such as metadata.
          ...(text(body)?.includes('response.body') === true ? { severity: 'info' as const } : {}),
        });
      for (const [key, message] of [
        ['buffer', 'an answer is held back until it ends, and an event stream never ends'],
        ['requestMirror', 'a copy has no body, so an MCP server cannot read it'],
      ] as const) {
        const policy = get(set.node, key);
        const used = key === 'buffer' ? get(policy, 'response') : policy;
        if (used !== undefined && !isNull(used))
          report({ at: entrySpan(set.node, key)!, path: [...set.path, key], message, suggestion: `remove "${key}" from the MCP route` });
      }
    }
  },
};
