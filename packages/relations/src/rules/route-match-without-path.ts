import { type Alternative, everyPathProblems } from '@mcpgw/agentgateway/internal';
import { get, isGiven, items, type Node, type Rule } from '@mcpgw/structure';
import { placed } from '../objects/placed.js';
import { routeRules, takesEveryPath } from '../reach/routes.js';

const listsIn = (match: Node): string[] => ['headers', 'queryParams'].filter(key => items(get(match, key)).length > 0);

function ofHttp(match: Node): Alternative {
  return { hasPath: !takesEveryPath(match), conditions: [...(isGiven(match, 'method') ? ['method'] : []), ...listsIn(match)] };
}

/** The path of a call of gRPC is its service and method. */
function ofGrpc(match: Node): Alternative {
  const method = get(match, 'method');
  return { hasPath: isGiven(method, 'service') || isGiven(method, 'method'), conditions: listsIn(match) };
}

const kinds: Readonly<Record<string, (match: Node) => Alternative>> = { HTTPRoute: ofHttp, GRPCRoute: ofGrpc };

const example = (matches: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: upload}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches:
${matches}
      backendRefs: [{name: upload, port: 80}]
`;

export const routeMatchWithoutPath: Rule = {
  id: 'route-match-without-path',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Each entry of `matches` is enough by itself: an entry with only a method, headers or parameters takes requests of every path.',
  docs: {
    checks:
      'The rules of HTTPRoutes and GRPCRoutes: beside matches with a path, or a service or method of gRPC, none has only other conditions (an info without a method).',
    seen: 'The proxy of v1.1.0 and v1.4.1 does so for the same matches in a static configuration: a POST to another path is sent to the backend.',
    fix: 'Write the path and the other conditions in one match. If every path is meant, write another rule.',
    wrong: example('        - path: {value: /upload}\n        - method: POST'),
    correct: example('        - path: {value: /upload}\n          method: POST'),
  },
  check({ root, report }) {
    for (const rule of routeRules(root)) {
      const judge = kinds[rule.route.kind];
      if (judge === undefined) continue;
      const matches = placed(rule.node, rule.path, 'matches');
      for (const problem of everyPathProblems(matches, judge)) report(problem);
    }
  },
};
