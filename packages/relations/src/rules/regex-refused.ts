import { regex } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { routesOf } from '../objects/gateways.js';

interface Found {
  readonly node: Node;
  readonly path: Path;
}

/** The values of a match that are regular expressions. */
function patternsOf(match: Node, path: Path): Found[] {
  const places: { node: Node | undefined; path: Path }[] = [{ node: get(match, 'path'), path: [...path, 'path'] }];
  for (const key of ['headers', 'queryParams'])
    items(get(match, key)).forEach((node, index) => {
      places.push({ node, path: [...path, key, index] });
    });
  return places.flatMap(({ node, path: place }) => {
    const value = get(node, 'value');
    return text(get(node, 'type')) === 'RegularExpression' && text(value) !== undefined
      ? [{ node: value!, path: [...place, 'value'] }]
      : [];
  });
}

export const regexRefused: Rule = {
  id: 'regex-refused',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server and the controller accept any text; the proxy refuses the route that it cannot compile, so that it is as if it were not there.',
  docs: {
    checks:
      'Regular expressions of paths, headers and query parameters of HTTPRoutes, and of headers of GRPCRoutes: the engine of the proxy can compile them.',
    seen: 'The controllers of v1.1.0 and v1.4.1 accept such expressions and send them to the proxy as they are.',
    fix: 'Write the expression without look-around and back references.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {type: RegularExpression, value: "/(?!admin).*"}}]
      backendRefs: [{name: web, port: 80}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {type: RegularExpression, value: "/shop(/.*)?"}}]
      backendRefs: [{name: web, port: 80}]
`,
  },
  check({ root, report }) {
    const check = ({ node, path }: Found): void => {
      const problem = regex.check!(text(node) ?? '');
      if (problem !== undefined)
        report({ at: node, path, message: problem.message, suggestion: problem.suggestion ?? 'correct the expression' });
    };
    for (const route of routesOf(root)) {
      if (!route.own) continue;
      items(at(route.node, 'spec', 'rules')).forEach((rule, index) => {
        items(get(rule, 'matches')).forEach((match, place) => {
          for (const found of patternsOf(match, ['spec', 'rules', index, 'matches', place])) check(found);
        });
      });
    }
  },
};
