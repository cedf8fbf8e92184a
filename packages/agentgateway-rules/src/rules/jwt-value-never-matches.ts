import { jwtIssuers, keySource, listed, type Placed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const entra = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i;

function issuerProblem(value: string): string | undefined {
  if (value.trim() === '') return 'the issuer is empty';
  if (value !== value.trim()) return 'the issuer begins or ends with a space';
  if (/[{}<>*]/.test(value) && !value.includes('${')) return `"${value}" is a pattern, and issuers are compared exactly`;
  if (entra.test(value)) return 'tokens of Entra name the tenant in "iss", never "common" or "organizations"';
  return /\/\.well-known\//.test(value) ? 'this is the address of a document, not an issuer' : undefined;
}

function audienceProblem(value: string): string | undefined {
  if (value.trim() === '') return undefined;
  if (value !== value.trim()) return `"${value}" begins or ends with a space`;
  return /[*]/.test(value) ? `"${value}" is a pattern, and audiences are compared exactly` : undefined;
}

export const jwtValueNeverMatches: Rule = {
  id: 'jwt-value-never-matches',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Issuer and audiences are compared exactly with the token: a pattern, a space or the address of a document never matches, and every token is refused.',
  docs: {
    checks: 'Issuers and audiences can occur in a token, and the address of the keys is not that of the discovery document.',
    seen: 'Live: v1.1.0 and v1.4.1 refuse every token with 401 where the audience is `*`, or where the issuer ends in a space.',
    fix: 'Copy the claims `iss` and `aud` from a token, and the address `jwks_uri` from the discovery document.',
    wrong: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: ["*"], jwks: {url: "https://idp.example.com/keys"}}',
    ),
    correct: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}',
    ),
  },
  check({ root, report }) {
    const check = ({ node, path }: Placed, problem: (value: string) => string | undefined): void => {
      const message = problem(text(node) ?? 'x');
      if (message !== undefined)
        report({ at: node, path, message: `${message}: every token is refused`, suggestion: 'copy the value from a token' });
    };
    for (const { node, path } of jwtIssuers(root)) {
      const issuer = get(node, 'issuer');
      if (issuer !== undefined) check({ node: issuer, path: [...path, 'issuer'] }, issuerProblem);
      for (const audience of listed(get(node, 'audiences'), [...path, 'audiences'])) check(audience, audienceProblem);
      if (/\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/.test(keySource(node) ?? ''))
        report({
          at: get(node, 'jwks')!,
          path: [...path, 'jwks'],
          message: 'this is the address of the discovery document, which has no keys',
          suggestion: 'use the address that it gives as "jwks_uri"',
        });
    }
  },
};
