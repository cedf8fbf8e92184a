import type { Census } from '@mcpgw/structure';
import { alone, answers, choice, noAccess, outside, refused, works } from './words.js';

const address = answers(works, ['oidc-login'], ['oidc-login'], refused);

/** `config/oidc.ts`: login with OpenID Connect. */
export const oidcCensus: Census = {
  oidc: {
    issuer: address,
    discovery: answers(works, noAccess, 'The proxy ends if it cannot read it.', refused),
    authorizationEndpoint: address,
    tokenEndpoint: address,
    tokenEndpointAuth: choice,
    jwks: answers(['jwks-key-unusable'], ['jwks-plain-http'], ['jwks-key-unusable'], refused),
    clientId: answers(works, noAccess, ['oidc-login'], alone),
    clientSecret: answers(works, ['secret-in-clear-text', 'weak-secret'], ['oidc-login'], alone),
    redirectURI: answers(works, ['oidc-login'], ['oidc-login'], ['oidc-login']),
    scopes: answers(['oidc-login'], noAccess, outside, alone),
  },
};
