import { type AuthView, around, authPolicies, type CredentialLocation } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const key = ({ kind, name }: CredentialLocation): string => `${kind} ${name}`;
const together = (a: AuthView, b: AuthView): boolean => around(b.set).includes(a.set.node) || around(a.set).includes(b.set.node);

export const authLocationClash: Rule = {
  id: 'auth-location-clash',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Every policy reads its own credential, and the first one removes it from the request: two that read the same header can never both be satisfied.',
  docs: {
    checks: 'Policies that authenticate the same requests read their credentials from different places.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 401 to every request with jwtAuth and apiKey, or jwtAuth and basicAuth, in mode strict: the token is removed before the key is looked for. In mode optional a key is refused as a malformed token.',
    fix: 'Read the key from its own header with `location: {header: {name: x-api-key}}` (from v1.2), or keep one of the policies.',
    wrong: onRoute(`
jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}
apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}`),
    correct: onRoute(`
jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}
apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}], location: {header: {name: x-api-key}}}`),
  },
  check({ root, report }) {
    const all = authPolicies(root).filter(({ location }) => location.kind !== 'expression');
    for (const [index, policy] of all.entries()) {
      const other = all
        .slice(0, index)
        .find(before => before.kind !== policy.kind && key(before.location) === key(policy.location) && together(before, policy));
      if (other === undefined) continue;
      // A header with the prefix "Basic " is no bearer token: if both are optional, either may be sent.
      if (other.location.prefix !== policy.location.prefix && policy.mode !== 'strict' && other.mode !== 'strict') continue;
      const place = `${policy.location.kind === 'header' ? 'header' : 'place'} "${policy.location.name}"`;
      report({
        at: policy.node,
        path: policy.path,
        message: `${policy.kind} and ${other.kind} both read the ${place}: no request can satisfy both`,
        suggestion: 'read one of them from its own header, or keep one of the policies',
      });
    }
  },
};
