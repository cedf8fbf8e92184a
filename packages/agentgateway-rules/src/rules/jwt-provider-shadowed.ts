import { inlineKeys, keySource, listed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtProviderShadowed: Rule = {
  id: 'jwt-provider-shadowed',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The key of a token is looked up by its ID among all providers, and the first provider that has it decides: tokens of a later provider with the same keys are refused.',
  docs: {
    checks: 'The providers of jwtAuth have different keys.',
    seen: 'Live: v1.1.0 and v1.4.1 with two issuers and one key set accept tokens of the first issuer and answer 401 to those of the second.',
    fix: 'Give each issuer its own keys. If one server issues tokens under two names, use two routes.',
    wrong: onRoute(`
jwtAuth:
  mode: strict
  providers:
  - {issuer: "https://a.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}
  - {issuer: "https://b.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}`),
    correct: onRoute(`
jwtAuth:
  mode: strict
  providers:
  - {issuer: "https://a.example.com", audiences: [gateway], jwks: {url: "https://a.example.com/keys"}}
  - {issuer: "https://b.example.com", audiences: [gateway], jwks: {url: "https://b.example.com/keys"}}`),
  },
  check({ root, report }) {
    for (const policy of policiesNamed(root, 'jwtAuth')) {
      const seen = new Set<string>();
      for (const { node, path } of listed(get(policy.node, 'providers'), [...policy.path, 'providers'])) {
        const source = keySource(node);
        const ids = source === undefined ? (inlineKeys(node) ?? []).map(({ kid }) => `key ${String(kid)}`) : [`"${source}"`];
        const again = ids.find(id => seen.has(id));
        for (const id of ids) seen.add(id);
        if (again !== undefined)
          report({
            at: get(node, 'jwks')!,
            path: [...path, 'jwks'],
            message: `an earlier provider has ${again} too: tokens of this issuer are refused`,
            suggestion: 'give each provider its own keys',
          });
      }
    }
  },
};
