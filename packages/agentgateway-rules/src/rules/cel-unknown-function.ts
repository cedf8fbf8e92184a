import { customFunctions, expressions, functionNames, functionSince, hasFunction } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const celUnknownFunction: Rule = {
  id: 'cel-unknown-function',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy checks only the syntax of an expression: one that calls an unknown function fails for every request.',
  docs: {
    checks: 'Every function that an expression calls exists in this version of the proxy, or in `config.customFunctions`.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 start with `request.path.startswith("/")` and `now()`; a header computed from them is never set. `type()` is unknown in v0.12.0 and v1.1.0.',
    fix: 'Use a function of the proxy. Names are case-sensitive: `startsWith`, `lowerAscii`, `matches`.',
    wrong: onRoute(`authorization: {rules: ['request.path.startswith("/public")']}`),
    correct: onRoute(`authorization: {rules: ['request.path.startsWith("/public")']}`),
  },
  check({ root, version, report }) {
    const custom = customFunctions(root);
    for (const { node, path, calls, effect } of expressions(root, version)) {
      const call = calls.find(({ name }) => !hasFunction(name, version) && !custom.has(name));
      if (call === undefined) continue;
      const since = functionSince(call.name);
      const near = nearest(call.name, functionNames) ?? functionNames.find(name => name.toLowerCase() === call.name.toLowerCase());
      report({
        at: node,
        path,
        message:
          since === undefined
            ? `there is no function "${call.name}": ${effect}`
            : `the function "${call.name}" exists from v${since.replace(/\.0$/, '')} on: ${effect}`,
        suggestion: near === undefined || since !== undefined ? 'use a function that this version has' : `did you mean "${near}"?`,
      });
    }
  },
};
