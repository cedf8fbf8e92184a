import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, inside, noAccess, row, works } from './answers.js';
import { outsideService, target, text, textValue, value } from './words.js';

const secret = row(works, ['secret-in-clear-text'], outsideService, alone);
const cloud = row(['cloud-auth'], ['cloud-auth'], ['cloud-auth'], ['backend-auth-conflict']);
const location = row(['backend-auth-conflict'], noAccess, ['backend-auth-conflict', 'credential-prefix'], ['backend-auth-conflict']);
const list = row('An empty list asks for nothing, as it says.', noAccess, outsideService, alone);
const written = row(['credential-prefix'], noAccess, ['credential-prefix'], ['auth-location-clash']);

/** `config/backend-auth.ts` and `config/oauth.ts`: credentials for backends, and where credentials are in a request. */
export const backendAuthCensus: Census = {
  backendAuth: {
    passthrough: row(['backend-auth-conflict'], 'The token that is passed on was checked, or is that of the client.', works, [
      'backend-auth-conflict',
    ]),
    key: row(
      ['backend-auth-key-empty', 'ignored-field'],
      ['secret-in-clear-text', 'mcp-plain-http-key'],
      ['backend-auth-text', 'backend-auth-key-empty'],
      ['backend-auth-conflict'],
    ),
    gcp: cloud,
    aws: cloud,
    azure: cloud,
    copilot: choice,
    oauthTokenExchange: inside,
    crossAppAccess: inside,
    credentials: inside,
  },
  passthrough: { location },
  'a key': { value: row(['backend-auth-key-empty'], ['secret-in-clear-text'], ['backend-auth-text'], alone), location },
  'a credential': { key: secret, location },
  'a location': { header: written, queryParameter: inside, cookie: inside, expression: textValue },
  'a header': { name: written, prefix: written },
  'a query parameter': {
    name: row(works, 'Addresses are logged, with the credential in them; the access log has the path without the query.', outsideService, [
      'auth-location-clash',
    ]),
  },
  'a cookie': { name: row(works, noAccess, outsideService, ['auth-location-clash']) },
  gcp: { type: choice, audience: text, credential: row(works, ['secret-in-clear-text'], checked, alone) },
  aws: {
    accessKeyId: row(works, noAccess, ['cloud-auth'], alone),
    secretAccessKey: secret,
    region: { ...text, conflicts: ['cloud-auth'] },
    sessionToken: secret,
    serviceName: text,
    assumeRole: inside,
  },
  assumeRole: { roleArn: row(works, noAccess, ['cloud-auth'], alone), sessionName: textValue, tags: inside },
  'a session tag': {
    key: row(works, noAccess, checked, checked),
    value: row(works, noAccess, checked, checked),
    expression: textValue,
  },
  'an expression': { expression: textValue },
  azure: {
    explicitConfig: inside,
    developerImplicit: row(works, noAccess, 'It needs a developer who is logged in, as its name says.', alone),
    implicit: choice,
  },
  explicitConfig: { clientSecret: inside, managedIdentity: choice, workloadIdentity: choice },
  clientSecret: { tenant_id: text, client_id: text, client_secret: secret },
  managedIdentity: { userAssignedIdentity: inside },
  'an identity': { clientId: text, objectId: text, resourceId: text },
  oauthTokenExchange: {
    ...target,
    path: text,
    grantType: choice,
    subjectToken: inside,
    actorToken: inside,
    audiences: list,
    scopes: list,
    resources: list,
    requestedTokenType: row(works, noAccess, checked, checked),
    clientAuth: inside,
    additionalParams: value,
    authorizationLocation: row(['credential-prefix'], noAccess, checked, ['backend-auth-conflict']),
    cache: inside,
  },
  crossAppAccess: {
    identityProvider: inside,
    resourceAuthorizationServer: inside,
    audience: text,
    resources: list,
    scopes: list,
    subjectToken: inside,
    cache: inside,
  },
  'an endpoint': { ...target, path: text, clientAuth: inside },
  clientAuth: {
    clientId: text,
    clientSecret: secret,
    method: choice,
    signingKey: row(works, ['secret-in-clear-text'], checked, alone),
    certificate: row(works, noAccess, checked, checked),
    certificateHeader: row(works, noAccess, checked, checked),
    alg: row(works, noAccess, 'A key of another kind is refused at the start.', alone),
    kid: text,
    assertionAudience: text,
  },
  subjectToken: { source: written },
  'a token': {
    source: written,
    tokenType: row(works, noAccess, checked, checked),
    enforceMayAct: row(works, 'Without it any actor is accepted, as it says.', checked, checked),
  },
  'a token cache': {
    maxEntries: row('Without entries nothing is kept, as it says.', noAccess, works, alone),
    defaultTtl: row('A time of 0 keeps nothing, as it says.', noAccess, works, alone),
  },
};
