import {
  anyText,
  def,
  type Field,
  get,
  items,
  list,
  nothing,
  opt,
  refined,
  req,
  type Shape,
  select,
  string,
  struct,
  text as textOf,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { authorizationLocation, empty, fileOrInline, v13, v14 } from './common.js';
import { crossAppAccess, tokenExchange } from './oauth.js';
import { cel } from './scalars.js';

const credentialKinds = ['authorized_user', 'service_account', 'impersonated_service_account', 'external_account', 'gdch_service_account'];
/** Google credentials as JSON. The proxy reads their type at startup. */
const googleJson = string('the JSON of Google credentials', value => {
  let type: unknown;
  try {
    type = (JSON.parse(value) as { type?: unknown } | null)?.type;
  } catch {
    type = undefined;
  }
  return credentialKinds.includes(type as string)
    ? undefined
    : { message: 'this is not JSON of Google credentials', suggestion: 'name the file with {file: ...}, or write its JSON' };
});
const credentialJson: Shape = select([googleJson, fileOrInline], node => (node.kind === 'scalar' ? googleJson : fileOrInline));

const gcp: Shape = union(
  struct('gcp', {
    type: opt(variants('accessToken'), 'Kind of token'),
    credential: opt(credentialJson, 'Credentials', { since: '1.2.0' }),
  }),
  struct('gcp', {
    type: req(variants('idToken'), 'kind of token'),
    audience: opt(anyText, 'Audience of the token'),
    credential: opt(credentialJson, 'Credentials', { since: '1.2.0' }),
  }),
);

const tagText = (most: number, least: number) =>
  string('a session tag', value =>
    [...value].length <= most && [...value].length >= least && /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u.test(value)
      ? undefined
      : {
          message: `AWS does not accept this text in a session tag`,
          suggestion: `write ${least} to ${most} letters, digits, spaces or any of _ . : / = + - @`,
        },
  );
const sessionTag = struct(
  'a session tag',
  {
    key: req(tagText(128, 1), 'name of the tag'),
    value: opt(tagText(256, 0), 'Value'),
    expression: opt(cel, 'CEL expression for the value'),
  },
  { choices: [{ keys: ['value', 'expression'], need: 'one' }] },
);
const sessionTags: Shape = refined(list(sessionTag, 0, 50), tags => {
  const seen = new Set<string>();
  return items(tags).flatMap((tag, index) => {
    const key = get(tag, 'key');
    const name = textOf(key) ?? '';
    const again = seen.has(name);
    seen.add(name);
    return again ? [{ node: key!, at: [index, 'key'], message: `there are two tags "${name}"`, suggestion: 'keep one of them' }] : [];
  });
});

const assumeRole = struct('assumeRole', {
  roleArn: req(anyText, 'role to assume'),
  sessionName: opt(union(anyText, struct('an expression', { expression: req(cel, 'CEL expression') })), 'Name of the session'),
  tags: def(sessionTags, 'Tags of the session'),
});

const aws: Shape = union(
  struct('aws', {
    accessKeyId: req(anyText, 'access key'),
    secretAccessKey: req(anyText, 'secret of the access key'),
    region: opt(anyText, 'Region'),
    sessionToken: opt(anyText, 'Token of the session'),
    serviceName: opt(anyText, 'Service to sign for', v13),
  }),
  struct('aws', {
    serviceName: opt(anyText, 'Service to sign for', v13),
    region: opt(anyText, 'Region', v13),
    assumeRole: opt(assumeRole, 'Role to assume', v13),
  }),
);

const identity = struct(
  'an identity',
  { clientId: def(anyText, 'Client id'), objectId: def(anyText, 'Object id'), resourceId: def(anyText, 'Resource id') },
  { choices: [{ keys: ['clientId', 'objectId', 'resourceId'], need: 'one' }] },
);
const explicitConfig = struct(
  'explicitConfig',
  {
    clientSecret: def(
      struct('clientSecret', {
        tenant_id: req(anyText, 'tenant'),
        client_id: req(anyText, 'client id'),
        client_secret: req(anyText, 'client secret'),
      }),
      'A client secret',
    ),
    managedIdentity: def(struct('managedIdentity', { userAssignedIdentity: opt(identity, 'Identity to use') }), 'A managed identity'),
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

const located = struct(
  'passthrough',
  { location: opt(authorizationLocation, 'Where the credential goes', { since: '1.2.0' }) },
  { sequence: true },
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
const withCredentials = struct('backendAuth', { ...kindFields, credentials }, { open: true });
const plainKey = struct('backendAuth', { key: req(fileOrInline, 'the key') }, { open: true });

/** Credentials that are sent to a backend. Beside a plain `key` and beside `credentials`, any further field is silently ignored. */
export const backendAuth: Shape = versioned(
  { until: '1.2.0', shape: full },
  {
    shape: select([full, withCredentials, plainKey, variants('copilot')], node => {
      if (node.kind === 'scalar') return variants('copilot');
      const key = get(node, 'key');
      if (key !== undefined && (key.kind === 'scalar' || get(key, 'file') !== undefined)) return plainKey;
      return get(node, 'credentials') === undefined ? full : withCredentials;
    }),
  },
);
