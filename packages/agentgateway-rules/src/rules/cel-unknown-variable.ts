import { expressions, hasVariable, variableNames, variableSince } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import { celPath, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const celUnknownVariable: Rule = {
  id: 'cel-unknown-variable',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy checks only the syntax of an expression: one that reads an unknown variable fails for every request.',
  docs: {
    checks: 'Every variable that an expression reads exists in this version of the proxy.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 start with such an expression; a header that it computes is never set, and a rule never holds.',
    fix: 'Use a variable of the proxy, such as `request`, `jwt`, `source` or `mcp`. Write a string in quotes, and a header as `request.headers["x-user"]`.',
    wrong: onRoute(`authorization: {rules: ['user.name == "anna"']}`),
    correct: onRoute(`
jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}
authorization: {rules: ['jwt.name == "anna"']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, reads, effect, tree } of expressions(root, version)) {
      const read = reads.find(({ path: [name] }) => !hasVariable(name!, version));
      const name = read?.path[0];
      if (read === undefined || name === undefined) continue;
      const since = variableSince(name);
      const near = nearest(name, variableNames);
      report({
        at: node,
        path,
        message:
          since === undefined
            ? `there is no variable "${name}": ${effect}`
            : `"${name}" exists from v${since.replace(/\.0$/, '')} on: ${effect}`,
        suggestion: read.dashed
          ? 'a name with "-" is written in brackets, such as request.headers["x-user"]'
          : celPath(tree)?.length === 1
            ? `a string needs its own quotes: '"${name}"'`
            : near === undefined
              ? `variables are ${variableNames.slice(0, 3).join(', ')}, jwt, mcp, llm and others; put a string in quotes`
              : `did you mean "${near}"?`,
      });
    }
  },
};
