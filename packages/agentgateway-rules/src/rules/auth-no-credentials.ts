import { authPolicies } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const listOf: Readonly<Record<string, string>> = { jwtAuth: 'providers', apiKey: 'keys', basicAuth: 'htpasswd' };

const isEmpty = (node: Node | undefined): boolean => (node?.kind === 'list' ? node.items.length === 0 : text(node)?.trim() === '');

export const authNoCredentials: Rule = {
  id: 'auth-no-credentials',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'With an empty list nobody can authenticate: in mode "strict" every request is refused, in mode "optional" everybody passes without a credential.',
  docs: {
    checks: 'The keys of apiKey, the providers of jwtAuth and the users of basicAuth are not empty.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: with `keys: []` every key gets 401, and a request without one gets 200 in the default mode.',
    fix: 'List the keys, issuers or users, or remove the policy.',
    wrong: onRoute('apiKey: {mode: strict, keys: []}'),
    correct: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}'),
  },
  check({ root, report }) {
    for (const { kind, node, path, mode } of authPolicies(root)) {
      const field = listOf[kind] ?? '';
      const value = get(node, field);
      if (value === undefined || !isEmpty(value)) continue;
      const end = mode === 'strict' ? 'every request is refused' : 'everybody passes without a credential';
      report({ at: value, path: [...path, field], message: `"${field}" is empty: ${end}`, suggestion: 'fill it, or remove the policy' });
    }
  },
};
