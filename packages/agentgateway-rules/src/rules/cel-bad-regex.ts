import { expressions, regex, regexArgument } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const celBadRegex: Rule = {
  id: 'cel-bad-regex',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy compiles such a pattern when the expression runs; one that cannot be compiled makes the expression fail every time.',
  docs: {
    checks: 'The patterns of `matches()` and `regexReplace()` can be compiled.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 start with `request.path.matches("(")`; a header that it computes is never set.',
    fix: 'Correct the pattern. The syntax is that of RE2: no look-around and no back references.',
    wrong: onRoute(`authorization: {rules: ['request.path.matches("^/(?!admin)")']}`),
    correct: onRoute(`authorization: {rules: [{deny: 'request.path.matches("^/admin")'}]}`),
  },
  check({ root, version, report }) {
    for (const { node, path, calls, effect } of expressions(root, version))
      for (const call of calls) {
        const text = regexArgument(call);
        const problem = text === undefined ? undefined : regex.check!(text);
        if (problem === undefined) continue;
        report({
          at: node,
          path,
          message: `${problem.message}: ${effect}`,
          suggestion: 'the syntax is that of RE2: no look-around, no back references',
        });
      }
  },
};
