import { inlineKeys, jwtIssuers } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const algorithms: Readonly<Record<string, RegExp>> = { RSA: /^[RP]S(?:256|384|512)$/, EC: /^ES(?:256|384)$/, OKP: /^EdDSA$/ };
const keys = (...all: readonly string[]): string => `jwks: '{"keys": [${all.join(', ')}]}'`;
const ec = '"kty": "EC", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"';

export const jwksKeyUnusable: Rule = {
  id: 'jwks-key-unusable',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No token can be verified by such a key, or anyone who reads the file can sign tokens.',
  docs: {
    checks: 'Keys in an inline key set are public keys with an algorithm that fits, and each ID occurs once.',
    seen: 'Live: v1.1.0 and v1.4.1 start with an EC key for `RS256`, and refuse every token with 401. Both verify tokens with a key whose `use` is `enc`.',
    fix: 'Copy the public keys of the issuer from its `jwks_uri`.',
    wrong: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], ${keys(`{"kid": "a", "crv": "P-256", "alg": "RS256", ${ec}}`)}}`,
    ),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], ${keys(`{"kid": "a", "crv": "P-256", "alg": "ES256", ${ec}}`)}}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const seen = new Set<unknown>();
      for (const key of inlineKeys(node) ?? []) {
        const message = seen.has(key.kid) ? 'occurs twice: the last one is used' : problem(key);
        seen.add(key.kid);
        if (message !== undefined)
          report({
            at: get(node, 'jwks')!,
            path: [...path, 'jwks'],
            message: `the key "${String(key.kid)}" ${message}`,
            suggestion: "use the issuer's public signature keys",
          });
      }
    }
  },
};

function problem({ kty, alg, crv, d }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof d === 'string') return 'holds its private part: anyone who reads it can sign tokens';
  if (crv === 'P-521') return 'has the curve P-521, with which no token is verified';
  if (typeof alg === 'string' && algorithms[String(kty)]?.test(alg) === false) return `of type ${String(kty)} verifies no signature ${alg}`;
  return undefined;
}
