import { whyHeaderCannotBeSet } from '@mcpgw/agentgateway';
import { headerModifiers, headerProblem, listed, type Placed, policiesNamed, transformSides } from '@mcpgw/agentgateway/internal';
import { at, entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Headers whose values are expressions: of transformations, of fixed answers and of authorization checks. */
function computedHeaders(root: Node): Placed[] {
  const sides = transformSides(root).flatMap(({ node, path }) =>
    ['add', 'set'].flatMap(key => {
      const headers = get(node, key);
      return headers === undefined ? [] : [{ node: headers, path: [...path, key] }];
    }),
  );
  const others = [
    ['directResponse', 'headers'],
    ['extAuthz', 'protocol', 'http', 'addRequestHeaders'],
  ].flatMap(([policy, ...rest]) =>
    policiesNamed(root, policy!).flatMap(({ node, path }) => {
      const headers = at(node, ...rest);
      return headers === undefined ? [] : [{ node: headers, path: [...path, ...rest] }];
    }),
  );
  return [...sides, ...others];
}

export const headerModifierFails: Rule = {
  id: 'header-modifier-fails',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy checks names and values of headers only when it sets them: each request that the policy touches fails.',
  docs: {
    checks:
      'Checks every name and value of header modifiers: names that HTTP does not allow, pseudo-headers, control characters, and headers that HTTP sets itself; the last also in transformations, fixed answers and authorization checks.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 500 `invalid HTTP header name` for a name with a space and for `:path`, 500 for a value with a line break, and drop or hang requests with another `content-length`. A transformation that sets `content-length` cuts the body in v1.4.1, and a fixed answer with it ends the connection.',
    fix: 'Use letters, digits and "-" in names, no line breaks in values, and `urlRewrite` for path and host.',
    wrong: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      "bad name": x'),
    correct: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      good-name: x'),
  },
  check({ root, report }) {
    for (const { node, path } of computedHeaders(root))
      for (const { key, keySpan } of entries(node)) {
        const message = headerProblem(key) === undefined ? whyHeaderCannotBeSet(key, '') : undefined;
        if (message !== undefined) report({ at: keySpan, path: [...path, key], message, suggestion: 'leave the header out' });
      }
    for (const { node, path } of headerModifiers(root)) {
      const set = ['add', 'set'].flatMap(key =>
        entries(get(node, key)).map(entry => ({
          name: entry.key,
          at: entry.keySpan,
          path: [...path, key, entry.key],
          value: text(entry.value),
        })),
      );
      const gone = listed(get(node, 'remove'), [...path, 'remove']).map(item => ({
        name: text(item.node) ?? '',
        at: item.node,
        path: item.path,
        value: undefined,
      }));
      for (const header of [...set, ...gone]) {
        const message = whyHeaderCannotBeSet(header.name, header.value);
        if (message !== undefined && !header.name.includes('$'))
          report({
            at: header.at,
            path: header.path,
            message,
            suggestion: 'use a name of letters, digits and "-", and a value on one line',
          });
      }
    }
  },
};
