import type { Census } from '@mcpgw/structure';
import { alone, answers, choice, inside, noAccess, outside, refused, target, text, textValue, value, works } from './words.js';

const secret = answers(works, ['secret-in-clear-text'], outside, alone);
const cloud = answers(['cloud-auth'], ['cloud-auth'], ['cloud-auth'], ['backend-auth-conflict']);
const location = answers(['backend-auth-conflict'], noAccess, ['backend-auth-conflict', 'credential-prefix'], ['backend-auth-conflict']);
const list = answers('An empty list asks for nothing, as it says.', noAccess, outside, alone);
const written = answers(['credential-prefix'], noAccess, ['credential-prefix'], ['auth-location-clash']);

/** `config/backend-auth.ts` and `config/oauth.ts`: credentials for backends, and where credentials are in a request. */
export const backendAuthCensus: Census = {
  backendAuth: {
    passthrough: answers(['backend-auth-conflict'], 'The token that is passed on was checked, or is that of the client.', works, [
      'backend-auth-conflict',
    ]),
    key: answers(
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
  'a key': { value: answers(['backend-auth-key-empty'], ['secret-in-clear-text'], ['backend-auth-text'], alone), location },
  'a credential': { key: secret, location },
  'a location': { header: written, queryParameter: inside, cookie: inside, expression: textValue },
  'a header': { name: written, prefix: written },
  'a query parameter': {
    name: answers(works, 'Addresses are logged, with the credential in them; the access log has the path without the query.', outside, [
      'auth-location-clash',
    ]),
  },
  'a cookie': { name: answers(works, noAccess, outside, ['auth-location-clash']) },
  gcp: { type: choice, audience: text, credential: answers(works, ['secret-in-clear-text'], refused, alone) },
  aws: {
    accessKeyId: answers(works, noAccess, ['cloud-auth'], alone),
    secretAccessKey: secret,
    region: { ...text, conflicts: ['cloud-auth'] },
    sessionToken: secret,
    serviceName: text,
    assumeRole: inside,
  },
  assumeRole: { roleArn: answers(works, noAccess, ['cloud-auth'], alone), sessionName: textValue, tags: inside },
  'a session tag': {
    key: answers(works, noAccess, refused, refused),
    value: answers(works, noAccess, refused, refused),
    expression: textValue,
  },
  'an expression': { expression: textValue },
  azure: {
    explicitConfig: inside,
    developerImplicit: answers(works, noAccess, 'It needs a developer who is logged in, as its name says.', alone),
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
    requestedTokenType: answers(works, noAccess, refused, refused),
    clientAuth: inside,
    additionalParams: value,
    authorizationLocation: answers(['credential-prefix'], noAccess, refused, ['backend-auth-conflict']),
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
    signingKey: answers(works, ['secret-in-clear-text'], refused, alone),
    certificate: answers(works, noAccess, refused, refused),
    certificateHeader: answers(works, noAccess, refused, refused),
    alg: answers(works, noAccess, 'A key of another kind is refused at the start.', alone),
    kid: text,
    assertionAudience: text,
  },
  subjectToken: { source: written },
  'a token': {
    source: written,
    tokenType: answers(works, noAccess, refused, refused),
    enforceMayAct: answers(works, 'Without it any actor is accepted, as it says.', refused, refused),
  },
  'a token cache': {
    maxEntries: answers('Without entries nothing is kept, as it says.', noAccess, works, alone),
    defaultTtl: answers('A time of 0 keeps nothing, as it says.', noAccess, works, alone),
  },
};
