import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, noAccess, row, works } from './answers.js';
import { outsideService } from './words.js';

const address = row(works, ['oidc-login'], ['oidc-login'], checked);

/** `config/oidc.ts`: login with OpenID Connect. */
export const oidcCensus: Census = {
  oidc: {
    issuer: address,
    discovery: row(works, noAccess, 'The proxy ends if it cannot read it.', checked),
    authorizationEndpoint: address,
    tokenEndpoint: address,
    tokenEndpointAuth: choice,
    jwks: row(['jwks-key-unusable'], ['jwks-plain-http'], ['jwks-key-unusable'], checked),
    clientId: row(works, noAccess, ['oidc-login'], alone),
    clientSecret: row(works, ['secret-in-clear-text', 'weak-secret'], ['oidc-login'], alone),
    redirectURI: row(works, ['oidc-login'], ['oidc-login'], ['oidc-login']),
    scopes: row(['oidc-login'], noAccess, outsideService, alone),
  },
};
