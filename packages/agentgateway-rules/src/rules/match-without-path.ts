import { type Alternative, everyPathProblems, listed, routes } from '@mcpgw/agentgateway/internal';
import { at, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** The prefixes "" and "/" take every path. */
function alternativeOf(match: Node): Alternative {
  const prefix = text(at(match, 'path', 'pathPrefix'));
  const conditions = ['headers', 'query'].filter(key => items(get(match, key)).length > 0);
  return {
    hasPath: isGiven(match, 'path') && prefix !== '' && prefix !== '/',
    conditions: [...(isGiven(match, 'method') ? ['method'] : []), ...conditions],
  };
}

export const matchWithoutPath: Rule = {
  id: 'match-without-path',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Each entry of `matches` is enough by itself: an entry with only a method, headers or a query takes requests of every path.',
  docs: {
    checks:
      'Beside matches with a path, none has only a method, headers or a query, without a path or with the prefix "/" (an info without a method).',
    seen: 'Live: v1.1.0 and v1.4.1 sent a POST to another path to a route with the matches `/upload` and `POST`, and answered 404 where one match has both.',
    fix: 'Write the path and the other conditions in one match. If every path is meant, write another route.',
    wrong: withRoute('matches:\n- path: {pathPrefix: /upload}\n- method: POST'),
    correct: withRoute('matches:\n- path: {pathPrefix: /upload}\n  method: POST'),
  },
  check({ root, report }) {
    for (const { node, path } of routes(root)) {
      const matches = listed(get(node, 'matches'), [...path, 'matches']);
      for (const problem of everyPathProblems(matches, alternativeOf)) report(problem);
    }
  },
};
