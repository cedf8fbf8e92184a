import { looksAtRequestOnly } from '@mcpgw/agentgateway';
import { walk } from '@mcpgw/agentgateway/internal';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const backend = (expression: string): string =>
  withRoute(
    `backends:\n- ai: {groups: [{providers: [{name: a, provider: {openAI: {}}}]}, {providers: [{name: b, provider: {openAI: {}}}]}]}\n  policies: {backendAuth: {key: $KEY}, health: {unhealthyExpression: '${expression}', eviction: {duration: 30s}}}`,
  );

/** A comparison of the status that holds for an error of the client. */
const fromClientErrors = /response\.code\s*(?:>=\s*(?:4\d\d|[23]\d\d)|>\s*(?:4(?!99)\d\d|[23]\d\d)|!=\s*200)(?!\d)/;

/** A second comparison beside it, such as `&& response.code < 500`, is not looked into. */
const holds = (expression: string): boolean => expression.split('||').some(part => fromClientErrors.test(part) && !part.includes('&&'));

/** Whether a policy is that of a backend with one address or provider, which is used even if it is unhealthy. */
function isSingle(root: Node, path: readonly (string | number)[]): boolean {
  const backend = path.at(-3) === 'policies' ? at(root, ...path.slice(0, -3)) : undefined;
  return ['host', 'mcp'].some(kind => get(backend, kind) !== undefined) || at(backend, 'ai', 'provider') !== undefined;
}

export const healthClientErrors: Rule = {
  id: 'health-client-errors',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'A wrong request of one client counts as a failure of the provider or endpoint, which is then left out for all clients.',
  docs: {
    checks:
      'The expression that makes a backend unhealthy holds for 400, 401, 403 or 404, which say that the request was wrong, or looks at the request alone.',
    seen: 'Live: with `response.code >= 400` and two providers, v1.1.0 and v1.4.1 answered 404 for a model that the first does not have, and sent requests for other models to the second from then on. In v1.4.1 a provider that is the only one stayed in use.',
    fix: 'Compare with 500, and with 429 where a provider limits its clients.',
    wrong: backend('response.code >= 400'),
    correct: backend('response.code >= 500 || response.code == 429'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const expression = path.at(-1) === 'unhealthyExpression' ? text(node) : undefined;
        if (expression !== undefined && looksAtRequestOnly(expression))
          report({
            at: node,
            path,
            message: 'the request alone decides, not the answer: any client can make the backend unhealthy for all',
            suggestion: 'compare "response.code"',
          });
        if (expression === undefined || expression.length > 2048 || !holds(expression) || isSingle(root, path)) return;
        report({
          at: node,
          path,
          message: 'a wrong request of one client (400, 401, 404) makes the backend unhealthy for all',
          suggestion: 'write "response.code >= 500"',
        });
      },
      ({ last }) => last === 'unhealthyExpression',
    );
  },
};
