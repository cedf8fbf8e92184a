import { isPublicPlainHttp, jwtIssuers, policiesNamed } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwksPlainHttp: Rule = {
  id: 'jwks-plain-http',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The keys come over plain http: anyone who is in between can put in a key and sign tokens.',
  docs: {
    checks: 'Keys of issuers are fetched over https, except from the same machine. Plain http inside the cluster is an info.',
    seen: 'Live: v1.1.0 and v1.4.1 fetch the keys over plain http, and take the tokens that they verify.',
    fix: 'Use https.',
    wrong: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "http://idp.example.com/keys"}}`,
    ),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path } of [...jwtIssuers(root), ...policiesNamed(root, 'oidc')]) {
      const url = at(node, 'jwks', 'url');
      const value = text(url) ?? '';
      if (!/^http:\/\//i.test(value) || /^http:\/\/(?:localhost|127\.)/i.test(value)) continue;
      report({
        at: url!,
        path: [...path, 'jwks', 'url'],
        ...(isPublicPlainHttp(value) ? {} : { severity: 'info' as const }),
        message: 'the keys of the issuer are fetched over plain http',
        suggestion: 'use https',
      });
    }
  },
};
