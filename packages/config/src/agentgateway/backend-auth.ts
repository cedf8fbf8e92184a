import {
  bool,
  def,
  type Field,
  list,
  nothing,
  opt,
  req,
  type Shape,
  select,
  struct,
  text,
  union,
  variants,
  versioned,
} from '../shape/shape.js';
import { get } from '../yaml/node.js';
import { authorizationLocation, celMap, count, empty, fileOrInline, targetChoices, targetFields, texts, v13, v14 } from './common.js';
import { lazyPolicies } from './lazy.js';
import { cel, duration } from './scalars.js';

const gcp: Shape = union(
  struct('gcp', {
    type: opt(variants('accessToken'), 'Kind of token'),
    credential: opt(fileOrInline, 'Key of the service account', { since: '1.2.0' }),
  }),
  struct('gcp', {
    type: req(variants('idToken'), 'kind of token'),
    audience: opt(text, 'Audience of the token'),
    credential: opt(fileOrInline, 'Key of the service account', { since: '1.2.0' }),
  }),
);

const assumeRole = struct('assumeRole', {
  roleArn: req(text, 'role to assume'),
  sessionName: opt(union(text, struct('an expression', { expression: req(cel, 'CEL expression') })), 'Name of the session'),
  tags: def(
    list(
      struct('a session tag', {
        key: req(text, 'name of the tag'),
        value: opt(text, 'Value'),
        expression: opt(cel, 'CEL expression for the value'),
      }),
    ),
    'Tags of the session',
  ),
});

const aws: Shape = union(
  struct('aws', {
    accessKeyId: req(text, 'access key'),
    secretAccessKey: req(text, 'secret of the access key'),
    region: opt(text, 'Region'),
    sessionToken: opt(text, 'Token of the session'),
    serviceName: opt(text, 'Service to sign for', v13),
  }),
  struct('aws', {
    serviceName: opt(text, 'Service to sign for', v13),
    region: opt(text, 'Region', v13),
    assumeRole: opt(assumeRole, 'Role to assume', v13),
  }),
);

const identity = struct(
  'an identity',
  { clientId: def(text, 'Client id'), objectId: def(text, 'Object id'), resourceId: def(text, 'Resource id') },
  { choices: [{ keys: ['clientId', 'objectId', 'resourceId'], need: 'one' }] },
);
const explicitConfig = struct(
  'explicitConfig',
  {
    clientSecret: def(
      struct(
        'clientSecret',
        { tenant_id: req(text, 'tenant'), client_id: req(text, 'client id'), client_secret: req(text, 'client secret') },
        { open: true },
      ),
      'A client secret',
    ),
    managedIdentity: def(
      struct('managedIdentity', { userAssignedIdentity: opt(identity, 'Identity to use') }, { open: true }),
      'A managed identity',
    ),
    workloadIdentity: def(empty('workloadIdentity'), 'The identity of the workload'),
  },
  { choices: [{ keys: ['clientSecret', 'managedIdentity', 'workloadIdentity'], need: 'one' }] },
);
const azure = struct(
  'azure',
  {
    explicitConfig: def(explicitConfig, 'Credentials'),
    developerImplicit: def(empty('developerImplicit'), 'The credentials of the developer'),
    implicit: def(empty('implicit'), 'The credentials found around the proxy', { since: '1.1.0' }),
  },
  { choices: [{ keys: ['explicitConfig', 'developerImplicit', 'implicit'], need: 'one' }] },
);

const clientAuth = struct('clientAuth', {
  clientId: req(text, 'client id'),
  clientSecret: opt(fileOrInline, 'Client secret'),
  method: opt(variants('clientSecretBasic', 'clientSecretPost', 'privateKeyJwt'), 'How the client shows who it is'),
  signingKey: opt(fileOrInline, 'Key that signs the assertion'),
  certificate: opt(fileOrInline, 'Certificate of the key'),
  certificateHeader: opt(variants('x5c', 'x5t#S256'), 'Header that carries the certificate'),
  alg: def(variants('RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384'), 'Algorithm of the signature'),
  kid: opt(text, 'Id of the key'),
  assertionAudience: opt(text, 'Audience of the assertion'),
});
const tokenSpec = struct('a token', {
  source: def(authorizationLocation, 'Where the token is'),
  tokenType: def(text, 'Type of the token'),
  enforceMayAct: def(bool, 'Whether the may_act claim is demanded'),
});
const cache = struct('a token cache', {
  maxEntries: opt(count, 'Most tokens'),
  defaultTtl: opt(duration, 'How long a token without expiry is kept'),
});
const policies: Field = opt(lazyPolicies('simple'), 'Policies of the calls');

const tokenExchange = struct(
  'oauthTokenExchange',
  {
    ...targetFields,
    policies,
    path: def(text, 'Path of the token endpoint'),
    grantType: def(variants('tokenExchange', 'jwtBearer'), 'Grant to ask for'),
    subjectToken: def(tokenSpec, 'Token of the user'),
    actorToken: opt(tokenSpec, 'Token of the actor'),
    audiences: def(texts, 'Audiences to ask for'),
    scopes: def(texts, 'Scopes to ask for'),
    resources: def(texts, 'Resources to ask for'),
    requestedTokenType: opt(text, 'Type of the token to ask for'),
    clientAuth: opt(clientAuth, 'How the client shows who it is'),
    additionalParams: def(celMap, 'Further parameters'),
    authorizationLocation: def(authorizationLocation, 'Where the new token goes'),
    cache: opt(cache, 'Cache of tokens'),
  },
  { choices: targetChoices },
);
const endpoint = struct(
  'an endpoint',
  {
    ...targetFields,
    policies,
    path: def(text, 'Path of the token endpoint'),
    clientAuth: req(clientAuth, 'how the client shows who it is'),
  },
  { choices: targetChoices },
);
const crossAppAccess = struct('crossAppAccess', {
  identityProvider: req(endpoint, 'identity provider'),
  resourceAuthorizationServer: req(endpoint, 'authorization server of the resource'),
  audience: req(text, 'audience to ask for'),
  resources: def(texts, 'Resources to ask for'),
  scopes: def(texts, 'Scopes to ask for'),
  subjectToken: opt(struct('subjectToken', { source: def(authorizationLocation, 'Where the token is') }), 'Token of the user'),
  cache: opt(cache, 'Cache of tokens'),
});

const located = struct(
  'passthrough',
  { location: opt(authorizationLocation, 'Where the credential goes', { since: '1.2.0' }) },
  { sequence: { until: '1.2.0' } },
);
const keyShape: Shape = versioned(
  { until: '1.2.0', shape: fileOrInline },
  {
    shape: union(
      fileOrInline,
      struct('a key', {
        value: req(fileOrInline, 'the key itself, or its file'),
        location: opt(authorizationLocation, 'Where the key goes'),
      }),
    ),
  },
);
const credential = struct('a credential', {
  location: req(authorizationLocation, 'where the credential goes'),
  key: req(fileOrInline, 'the credential'),
});

const kinds = ['passthrough', 'key', 'gcp', 'aws', 'azure', 'copilot', 'oauthTokenExchange', 'crossAppAccess'];
const kindFields: Record<string, Field> = {
  passthrough: def(located, 'Pass the credential of the request on'),
  key: def(keyShape, 'A fixed key'),
  gcp: def(gcp, 'Google credentials'),
  aws: def(aws, 'AWS credentials'),
  azure: def(azure, 'Azure credentials'),
  copilot: def(nothing, 'GitHub Copilot credentials', { since: '1.2.0' }),
  oauthTokenExchange: def(tokenExchange, 'A token got in exchange for the token of the request', v14),
  crossAppAccess: def(crossAppAccess, 'A token for another application', v14),
};
const full = struct('backendAuth', kindFields, { choices: [{ keys: kinds, need: 'one' }] });
const credentials: Field = def(list(credential), 'Further credentials', v14);
const withCredentials = struct('backendAuth', { ...kindFields, credentials }, { choices: [{ keys: kinds, need: 'one' }] });
const credentialsOnly = struct('backendAuth', { credentials });
const plainKey = struct('backendAuth', { key: req(fileOrInline, 'the key') }, { open: true });

/** Credentials that are sent to a backend. Beside a plain `key`, v1.2 and later take any further field in silence. */
export const backendAuth: Shape = versioned(
  { until: '1.2.0', shape: full },
  {
    shape: select([withCredentials, credentialsOnly, plainKey, variants('copilot')], node => {
      if (node.kind === 'scalar') return variants('copilot');
      const key = get(node, 'key');
      if (key !== undefined && (key.kind === 'scalar' || get(key, 'file') !== undefined)) return plainKey;
      const onlyCredentials = get(node, 'credentials') !== undefined && !kinds.some(kind => get(node, kind) !== undefined);
      return onlyCredentials ? credentialsOnly : withCredentials;
    }),
  },
);
