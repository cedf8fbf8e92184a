/** How calls to a backend authenticate: keys, cloud credentials, token exchange. Follows agentgateway v1.0.0 to v1.4.1. */
import {
  anyText,
  isGiven,
  type Node,
  oneOf,
  type Refusal,
  refined,
  type Shape,
  string,
  type TextCheck,
  text,
  versioned,
} from '@mcpgw/structure';
import {
  atKey,
  atLeastOne,
  atMostOne,
  type Constraint,
  chars,
  during,
  exactlyOne,
  int,
  listByKey,
  listOf,
  mapOf,
  must,
  needs,
  notBoth,
  object,
  quoted,
  since,
  textOr,
} from './object.js';
import { backendRef, secretKeyRef, secretRef } from './references.js';
import { expression, headerName } from './texts.js';

const before14 = { until: '1.4.0' };
const from14 = { since: '1.4.0' };
const short = chars(256);
const texts64 = listOf(anyText, { min: 1, max: 64 });
export const emptyObject: Shape = object('an empty mapping', {});

const places = {
  header: object('a header', { name: must(headerName, 'the name of the header'), prefix: short }),
  queryParameter: object('a query parameter', { name: must(short, 'the name of the parameter') }),
  cookie: object('a cookie', { name: must(short, 'the name of the cookie') }),
};
/** Where a credential is put into a request. */
export const location: Shape = object('a place in the request', places, exactlyOne('header', 'queryParameter', 'cookie'));
/** Where a credential is read from a request; from v1.3.0 also by an expression. */
export const source: Shape = object(
  'a place in the request',
  { ...places, expression: since('1.3.0', expression) },
  exactlyOne('header', 'queryParameter', 'cookie', 'expression'),
);

const sessionTag = object(
  'a session tag',
  { key: must(chars(128), 'the name of the tag'), value: chars(256, 0), expression },
  exactlyOne('value', 'expression'),
);
const roleForm = /^arn:aws[a-z-]*:iam::[0-9]{12}:role\/.+$/;
const roleCheck: TextCheck = value =>
  roleForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not the ARN of a role`, suggestion: 'write arn:aws:iam::ACCOUNT:role/NAME' };
const roleArn = string('the ARN of a role', roleCheck, { pattern: roleForm.source });
const sessionForm = /^[\w+=,.@-]{2,64}$/;
const sessionCheck: TextCheck = value =>
  sessionForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a name of a session`, suggestion: '2 to 64 letters, digits or + = , . @ - _' };
const sessionName = string('a session name', sessionCheck, { pattern: sessionForm.source });
const assumeRole = object(
  'a role to assume',
  {
    roleArn: must(roleArn, 'the ARN of the role'),
    sessionName: since('1.4.0', sessionName),
    sessionNameExpression: since('1.4.0', expression),
    tags: since('1.4.0', listByKey(sessionTag, 'key', { max: 50 })),
  },
  atMostOne('sessionName', 'sessionNameExpression'),
);
const aws = object(
  'AWS credentials',
  { secretRef, assumeRole: since('1.3.0', assumeRole), region: since('1.4.0', short), serviceName: since('1.3.0', short) },
  during({ until: '1.3.0' }, exactlyOne('secretRef')),
  notBoth('secretRef', 'assumeRole'),
);
const managedIdentity = object('a managed identity', {
  clientId: must(anyText, 'the client id'),
  objectId: must(anyText, 'the object id'),
  resourceId: must(anyText, 'the resource id'),
});
const azure = object(
  'Azure credentials',
  { secretRef, managedIdentity, workloadIdentity: since('1.4.0', emptyObject) },
  during(from14, atMostOne('secretRef', 'managedIdentity', 'workloadIdentity')),
);
const gcp = object(
  'Google credentials',
  { type: oneOf('AccessToken', 'IdToken'), audience: short, secretRef: since('1.2.0', secretKeyRef) },
  ({ node }) =>
    isGiven(node, 'audience') && textOr(node, 'type', '') !== 'IdToken'
      ? [atKey(node, 'audience', '"audience" goes with type "IdToken" only', 'set "type" to "IdToken"')]
      : [],
);

const clientMethod: Constraint = ({ node }) => {
  const method = textOr(node, 'method', '');
  const signs = method === 'PrivateKeyJwt';
  if (signs && !isGiven(node, 'privateKeyJwt'))
    return [atKey(node, 'method', 'method "PrivateKeyJwt" needs the field "privateKeyJwt"', 'add "privateKeyJwt"')];
  if (!signs && isGiven(node, 'privateKeyJwt'))
    return [atKey(node, 'privateKeyJwt', '"privateKeyJwt" goes with method "PrivateKeyJwt" only', 'set "method" to "PrivateKeyJwt"')];
  if (signs && isGiven(node, 'secretRef'))
    return [atKey(node, 'secretRef', 'a client that signs its own tokens has no secret', 'remove "secretRef"')];
  return signs || isGiven(node, 'secretRef') || method === 'ClientSecretPost'
    ? []
    : [{ node, rule: 'missing-field', message: 'the client needs a secret', suggestion: 'add "secretRef"' }];
};
const pairedCertificate: Constraint = self => [
  ...needs('certificateRef', 'certificateHeader')(self),
  ...needs('certificateHeader', 'certificateRef')(self),
];
const clientAuth = object(
  'the client of an identity provider',
  {
    clientId: must(
      string('a client id', value => (value === '' ? { message: 'the text is empty' } : undefined), { minLength: 1 }),
      'the id of the client',
    ),
    method: oneOf('ClientSecretBasic', 'ClientSecretPost', 'PrivateKeyJwt'),
    secretRef: secretKeyRef,
    privateKeyJwt: object(
      'a signed client token',
      {
        signingKeyRef: must(secretKeyRef, 'the Secret with the key'),
        assertionAudience: must(
          string('an audience', value => (value === '' ? { message: 'the text is empty' } : undefined), { minLength: 1 }),
          'the audience of the token',
        ),
        alg: oneOf('ES256', 'ES384', 'PS256', 'RS256', 'RS384', 'RS512'),
        kid: anyText,
        certificateRef: secretKeyRef,
        certificateHeader: oneOf('x5c', 'x5t#S256'),
      },
      pairedCertificate,
    ),
  },
  clientMethod,
);
const rootedCheck: TextCheck = value =>
  value.startsWith('/') ? undefined : { message: `the path ${quoted(value)} does not start with "/"`, suggestion: 'put "/" in front' };
const rootedPath = string('a path', rootedCheck, { pattern: '^/' });
const tokenCache = object('a token cache', {
  inMemory: object('a cache in memory', { defaultTtl: anyText, maxEntries: int(Number.MIN_SAFE_INTEGER) }),
});
const provider = object('an identity provider', {
  backendRef: must(backendRef, 'the Service of the provider'),
  clientAuth: must(clientAuth, 'who asks'),
  path: rootedPath,
});
const crossAppAccess = object('cross-app access', {
  audience: must(short, 'the audience of the token'),
  identityProvider: must(provider, 'who issues the assertion'),
  resourceAuthorizationServer: must(provider, 'who issues the token'),
  cache: tokenCache,
  resources: texts64,
  scopes: texts64,
  subjectToken: object('the subject token', { source }),
});

const actorToken = object(
  'the actor token',
  { source: must(source, 'where the token is read from'), tokenType: anyText, mayAct: oneOf('Required') },
  ({ node }) =>
    isGiven(node, 'mayAct') && textOr(node, 'tokenType', '') !== 'Jwt'
      ? [atKey(node, 'mayAct', '"mayAct" can be judged in a JWT only', 'set "tokenType" to "Jwt"')]
      : [],
);
const notWithJwtBearer =
  (key: string): Constraint =>
  ({ node }) =>
    isGiven(node, key) && textOr(node, 'grantType', '') === 'JwtBearer'
      ? [atKey(node, key, `grantType "JwtBearer" has no "${key}"`, `remove "${key}", or use grantType "TokenExchange"`)]
      : [];
const requestedType = refined(oneOf('AccessToken', 'Jwt', 'IdToken', 'IdJag'), (node): Refusal[] =>
  text(node) === 'IdJag' ? [{ node, message: '"IdJag" cannot be asked for here', suggestion: 'use "crossAppAccess" for it' }] : [],
);
const tokenExchange = object(
  'a token exchange',
  {
    backendRef: must(backendRef, 'the Service that exchanges tokens'),
    actorToken,
    additionalParams: mapOf(expression, { max: 64 }),
    audiences: listOf(short, { min: 1, max: 64 }),
    cache: tokenCache,
    clientAuth,
    grantType: oneOf('JwtBearer', 'TokenExchange'),
    location,
    path: rootedPath,
    requestedTokenType: requestedType,
    resources: texts64,
    scopes: texts64,
    subjectToken: object('the subject token', { source, tokenType: anyText }),
  },
  notWithJwtBearer('actorToken'),
  notWithJwtBearer('requestedTokenType'),
);

const key = chars(2048, 0);
const locationNeeds =
  (...carriers: string[]): Constraint =>
  ({ node }: { node: Node }) =>
    isGiven(node, 'location') && !carriers.some(carrier => isGiven(node, carrier))
      ? [
          atKey(
            node,
            'location',
            `"location" says where the credential of ${carriers.map(name => `"${name}"`).join(' or ')} goes; none is set`,
            `add "${carriers[0]}"`,
          ),
        ]
      : [];
const single = ['key', 'secretRef', 'passthrough', 'aws', 'azure', 'gcp'];

function backendAuthOf(...exchanges: string[]): Shape {
  const exchangeShapes: Record<string, Shape> = { oauthTokenExchange: tokenExchange, crossAppAccess };
  return object(
    'credentials towards a backend',
    {
      key,
      secretRef: secretKeyRef,
      passthrough: emptyObject,
      aws,
      azure,
      gcp,
      location: since('1.2.0', location),
      credentials: since(
        '1.4.0',
        listOf(
          object('a credential', { location: must(location, 'where it goes'), secretRef: must(secretKeyRef, 'the Secret that holds it') }),
          { min: 1, max: 8 },
        ),
      ),
      ...Object.fromEntries(exchanges.map(name => [name, since('1.4.0', exchangeShapes[name]!)])),
    },
    during(before14, exactlyOne(...single)),
    during(from14, atLeastOne('credentials', ...single, ...exchanges)),
    during(from14, atMostOne(...single, ...exchanges)),
    locationNeeds('key', 'secretRef', 'passthrough'),
  );
}

/** Credentials for any backend. */
export const backendAuth: Shape = backendAuthOf('oauthTokenExchange', 'crossAppAccess');
/** Credentials in an AgentgatewayModel. */
export const modelAuth: Shape = backendAuthOf('oauthTokenExchange');

const narrowed = (shape: Shape): Shape => versioned({ ...before14, shape: backendAuth }, { shape });
/** Credentials for Bedrock Guardrails; any kind before v1.4.0. */
export const bedrockAuth: Shape = narrowed(
  object(
    'credentials for Bedrock',
    { key, secretRef: secretKeyRef, aws, location },
    exactlyOne('key', 'secretRef', 'aws'),
    locationNeeds('key', 'secretRef'),
  ),
);
/** Credentials for OpenAI moderation; any kind before v1.4.0. */
export const openAiAuth: Shape = narrowed(
  object('credentials for OpenAI', { key, secretRef: secretKeyRef, location }, exactlyOne('key', 'secretRef')),
);
/** Credentials for Google Model Armor; any kind before v1.4.0. */
export const googleAuth: Shape = narrowed(object('credentials for Google', { gcp }, exactlyOne('gcp')));
