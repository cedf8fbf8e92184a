import { headerProblem } from '@mcpgw/agentgateway/internal';
import type { Path, Span } from '@mcpgw/diagnostics';
import { entries, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

/** Fields with names of headers that the API server takes as free text, the mapping that has them, and what a wrong name does. */
const lists = [
  ['allowedRequestHeaders', 'http', 'the header is not sent to the service'],
  ['allowedResponseHeaders', 'http', 'the proxy refuses the policy'],
] as const;
const maps = [
  ['addRequestHeaders', 'http', 'the proxy refuses the policy'],
  ['headers', 'webhook', 'the header is not sent'],
] as const;
const pseudo: ReadonlySet<string> = new Set([':authority', ':method', ':path', ':scheme', ':status']);
const problemOf = (name: string): string | undefined => (pseudo.has(name) ? undefined : headerProblem(name)?.message);

export const policyHeaderName: Rule = {
  id: 'policy-header-name',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server takes any text as a name of a header here; the proxy refuses the policy or leaves the header out.',
  docs: {
    checks:
      'Names of headers that authorization services and webhook guards get or give, and that transformations remove, of which none is a pseudo header.',
    seen: 'The same transformation in a static configuration: v1.4.1 ends with `invalid HTTP header name` for `remove: [":authority"]`.',
    fix: 'Write names of letters, digits and "-", without a colon, a space or "*".',
    wrong: onGateway(`traffic: {extAuth: {backendRef: {name: auth, port: 9000}, http: {allowedResponseHeaders: ["x-user: name"]}}}`),
    correct: onGateway(`traffic: {extAuth: {backendRef: {name: auth, port: 9000}, http: {allowedResponseHeaders: [x-user]}}}`),
  },
  check({ root, report }) {
    const say = (name: string, at: Node | Span, path: Path, effect: string): void => {
      const problem = problemOf(name);
      if (problem !== undefined) report({ at, path, message: `${problem}: ${effect}`, suggestion: 'use letters, digits and "-"' });
    };
    for (const [key, parent, effect] of lists)
      for (const { node, path } of fieldsNamed(root, key, parent))
        items(node).forEach((item, index) => {
          say(text(item) ?? 'x', item, [...path, index], effect);
        });
    for (const side of ['request', 'response'])
      for (const { node, path } of fieldsNamed(root, 'remove', side)) {
        if (path.includes('headerModifiers') || path.includes('headers')) continue;
        items(node).forEach((item, index) => {
          if (pseudo.has(text(item) ?? ''))
            report({
              at: item,
              path: [...path, index],
              message: `"${text(item)}" cannot be removed: the proxy refuses the policy`,
              suggestion: 'remove it from the list',
            });
        });
      }
    for (const [key, parent, effect] of maps)
      for (const { node, path } of fieldsNamed(root, key, parent))
        for (const { key: name, keySpan } of entries(node)) say(name, keySpan, [...path, name], effect);
  },
};
