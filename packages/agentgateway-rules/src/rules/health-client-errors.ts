import { walk } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const backend = (expression: string): string =>
  withRoute(
    `backends:\n- ai: {name: a, provider: {openAI: {}}}\n  policies: {backendAuth: {key: $KEY}, health: {unhealthyExpression: '${expression}', eviction: {duration: 30s}}}`,
  );

/** A comparison of the status that holds for an error of the client. */
const fromClientErrors = /response\.code\s*(?:>=\s*(?:4\d\d|[23]\d\d)|>\s*(?:4(?!99)\d\d|[23]\d\d)|!=\s*200)(?!\d)/;

/** A second comparison beside it, such as `&& response.code < 500`, is not looked into. */
const holds = (expression: string): boolean => expression.split('||').some(part => fromClientErrors.test(part) && !part.includes('&&'));

export const healthClientErrors: Rule = {
  id: 'health-client-errors',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'A wrong request of one client counts as a failure of the backend, which is then left out for all clients.',
  docs: {
    checks: 'The expression that makes a backend unhealthy holds for 400, 401, 403 or 404, which say that the request was wrong.',
    fix: 'Compare with 500, and with 429 where a provider limits its clients.',
    wrong: backend('response.code >= 400'),
    correct: backend('response.code >= 500 || response.code == 429'),
  },
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      const expression = path.at(-1) === 'unhealthyExpression' ? text(node) : undefined;
      if (expression === undefined || expression.length > 2048 || !holds(expression)) return;
      report({
        at: node,
        path,
        message: 'a wrong request of one client (400, 401, 404) makes the backend unhealthy for all',
        suggestion: 'write "response.code >= 500"',
      });
    });
  },
};
