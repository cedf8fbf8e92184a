import { expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const words: Readonly<Record<string, string>> = {
  bool: 'true or false',
  number: 'a number',
  list: 'a list',
  map: 'a map',
  null: 'null',
  timestamp: 'a point in time',
  duration: 'a duration',
};

export const celNotText: Rule = {
  id: 'cel-not-text',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A header, path or credential must be a string; the proxy silently leaves out a value of another type.',
  docs: {
    checks: 'Expressions for headers, paths, redirects and credentials give a string.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: headers with the expressions `1`, `true`, `[1]` and `request.method == "GET"` are not set. `string()` of true or false fails in v0.12.0 and v1.1.0.',
    fix: 'Write a string in its own quotes, `\'"1"\'`, convert a number with `string()`, and choose between strings with `condition ? "true" : "false"`.',
    wrong: onRoute(`transformations: {request: {set: {x-version: '2'}}}`),
    correct: onRoute(`transformations: {request: {set: {x-version: '"2"'}}}`),
  },
  check({ root, version, report }) {
    for (const { node, path, judgement, use, effect, text } of expressions(root, version)) {
      const word = (use === 'header' || use === 'text') && !String(path.at(-1)).startsWith(':') ? words[judgement.type ?? ''] : undefined;
      if (word === undefined) continue;
      const source = text.trim();
      report({
        at: node,
        path,
        message: `the expression returns ${word}, not a string: ${effect}`,
        suggestion:
          /^[\w.-]+$/.test(source) && judgement.type !== 'timestamp'
            ? `write a string in its own quotes: '"${source}"'`
            : 'make a string of it: condition ? "true" : "false"',
      });
    }
  },
};
