import type { Census } from '@mcpgw/structure';
import { alone, called, inside, noAccess, one, outside, parts, refused, row, secret, text, textValue, works } from './policy-answers.js';

const place = row(works, noAccess, works, one);
const name = row(['credential-place'], noAccess, outside, ['auth-location-clash']);
const located = row(works, ['credential-prefix'], ['credential-prefix'], ['backend-auth-conflict']);
const cloud = row(works, ['policy-credential-everywhere'], outside, one);
const key = row(
  'Any text may be a key.',
  ['secret-in-clear-text', 'policy-credential-everywhere'],
  ['backend-auth-text'],
  ['backend-auth-conflict'],
);
const secretKey = row(
  ['reference-not-found'],
  ['policy-credential-everywhere'],
  ['reference-key-missing', 'reference-not-found'],
  ['backend-auth-conflict'],
);
const tokenType = row(works, noAccess, ['policy-oauth-exchange'], refused);
const exchange = row(parts, parts, parts, one);

/** `kinds/credentials.ts`: how calls to a backend authenticate. */
export const credentialsCensus: Census = {
  'credentials towards a backend': {
    aws: cloud,
    azure: cloud,
    credentials: row(parts, ['policy-credential-everywhere'], parts, parts),
    crossAppAccess: exchange,
    gcp: cloud,
    key,
    location: located,
    oauthTokenExchange: exchange,
    passthrough: row(
      'The token of the client is passed on if a policy checked one; other policies decide that.',
      'The backend gets the token of the client, as it says.',
      outside,
      one,
    ),
    secretRef: secretKey,
  },
  'credentials for Bedrock': { aws: inside, key, location: located, secretRef: secret },
  'credentials for Google': { gcp: inside },
  'credentials for OpenAI': { key, location: located, secretRef: secret },
  'a credential': { location: located, secretRef: secret },
  'a place in the request': { cookie: place, expression: textValue, header: place, queryParameter: place },
  'a query parameter': { name },
  'a cookie': { name },
  'AWS credentials': {
    assumeRole: inside,
    region: text,
    secretRef: secret,
    serviceName: row(works, noAccess, ['backend-cloud-auth'], alone),
  },
  'a role to assume': {
    roleArn: row(works, noAccess, 'The API server refuses what is not an ARN of a role; whether the role exists, AWS knows.', alone),
    sessionName: row(works, noAccess, refused, one),
    sessionNameExpression: textValue,
    tags: row(works, noAccess, ['backend-cloud-auth'], 'The API server refuses one key twice.'),
  },
  'a session tag': {
    expression: textValue,
    key: row(works, noAccess, ['backend-cloud-auth'], alone),
    value: row(works, noAccess, ['backend-cloud-auth'], alone),
  },
  'Azure credentials': { managedIdentity: cloud, secretRef: secret, workloadIdentity: cloud },
  'a managed identity': { clientId: text, objectId: text, resourceId: text },
  'Google credentials': {
    audience: row('The API server refuses it for access tokens.', noAccess, outside, refused),
    secretRef: secret,
    type: row(works, noAccess, ['backend-cloud-auth'], alone),
  },
  'a token exchange': {
    actorToken: inside,
    additionalParams: row(
      ['cel-unknown-variable', 'cel-unknown-field'],
      noAccess,
      ['policy-oauth-exchange', 'cel-unreadable'],
      ['policy-oauth-exchange'],
    ),
    audiences: text,
    backendRef: called,
    cache: inside,
    clientAuth: inside,
    grantType: row(works, noAccess, outside, refused),
    location: located,
    path: row(works, noAccess, 'The API server refuses a path that does not begin with "/".', alone),
    requestedTokenType: row(works, noAccess, outside, refused),
    resources: text,
    scopes: text,
    subjectToken: inside,
  },
  'the subject token': { source: inside, tokenType },
  'the actor token': {
    mayAct: row(works, 'Without it the token need not permit the actor, as the standard says.', works, refused),
    source: inside,
    tokenType,
  },
  'a token cache': { inMemory: inside },
  'a cache in memory': {
    defaultTtl: row(works, noAccess, ['policy-token-cache'], alone),
    maxEntries: row('The cache is off with 0, as it says.', noAccess, ['policy-token-cache'], alone),
  },
  'cross-app access': {
    audience: text,
    cache: inside,
    identityProvider: inside,
    resourceAuthorizationServer: inside,
    resources: text,
    scopes: text,
    subjectToken: inside,
  },
  'an identity provider': { backendRef: called, clientAuth: inside, path: text },
  'the client of an identity provider': {
    clientId: text,
    method: row(works, noAccess, outside, refused),
    privateKeyJwt: inside,
    secretRef: secret,
  },
  'a signed client token': {
    alg: row(works, noAccess, 'Whether the key is of this kind is in the Secret.', alone),
    assertionAudience: text,
    certificateHeader: row(works, noAccess, works, refused),
    certificateRef: secret,
    kid: text,
    signingKeyRef: secret,
  },
};
