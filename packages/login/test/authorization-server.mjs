/**
 * A real authorization server (oidc-provider) and a real MCP server (SDK) that takes its tokens, in one process of its own. The first line
 * on standard output names them. Behavior is set by POST /control and counted by GET /control of the authorization server.
 */
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createLocalJWKSet, jwtVerify } from 'jose';
import Provider from 'oidc-provider';

// Longer than a test has: a process whose test forgot it ends too.
setTimeout(() => process.exit(1), 300_000).unref();
process.stdin.on('end', () => process.exit(0)).resume();

const control = {
  account: 'ada',
  consent: 'give',
  /** Seconds that access tokens live. */
  ttl: 3600,
  /** Members that replace those of the metadata of the authorization server; null removes. */
  metadata: {},
  /** Members that replace those of the metadata of the resource. */
  resource: {},
  /** The audience that the server takes; empty for its own address. */
  audience: '',
  /** Milliseconds that the token endpoint waits before it answers. */
  delay: 0,
  /** The HTTP status with which the token endpoint answers; 0 for its own. */
  tokenStatus: 0,
  /** Parameters that replace those of the redirect with the code. */
  callback: {},
  scope: 'tools',
  insufficient: false,
  /** The audience of the tokens that may be exchanged, beside the one of the workload. */
  gateway: 'https://mcp.example.com/mcp',
  /** Whether an exchange gives the token back that it got. */
  giveBack: false,
};
const counts = { refresh: 0, code: 0, client_credentials: 0, exchange: 0, registrations: 0, calls: 0, refusedTokens: 0, refreshErrors: 0 };
/** Everything that must never be shown. */
const secrets = new Set();
const authorizations = [];
/** Every subject token of an exchange, and every token that the MCP server was sent. */
const exchanged = [];
const received = [];

const listen = server => new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

const asServer = createServer((request, response) => handleAs(request, response));
const asPort = await listen(asServer);
const issuer = `http://127.0.0.1:${asPort}`;

const clients = [
  {
    client_id: 'app',
    client_secret: 'app-secret-0123456789abcdef',
    redirect_uris: ['http://127.0.0.1/callback', 'http://127.0.0.1/oauth/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    application_type: 'native',
    scope: 'tools offline_access',
  },
  {
    client_id: 'machine',
    client_secret: 'machine-secret-0123456789abcdef',
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    scope: 'tools',
  },
  ...(process.env.MACHINE_JWK
    ? [
        {
          client_id: 'machine-key',
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'RS256',
          jwks: { keys: [JSON.parse(process.env.MACHINE_JWK)] },
          redirect_uris: [],
          response_types: [],
          grant_types: ['client_credentials'],
          scope: 'tools',
        },
      ]
    : []),
];

const provider = new Provider(issuer, {
  clients,
  clientDefaults: { id_token_signed_response_alg: 'RS256' },
  scopes: ['tools', 'openid', 'offline_access'],
  cookies: { keys: ['test'] },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  pkce: { required: () => true },
  ttl: {
    AccessToken: () => control.ttl,
    ClientCredentials: () => control.ttl,
    RefreshToken: 86_400,
    Interaction: 600,
    Session: 86_400,
    Grant: 86_400,
  },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${mcp}/mcp`,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource) => ({
        scope: 'tools',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: control.ttl,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
provider.registerGrantType(
  'urn:ietf:params:oauth:grant-type:token-exchange',
  async context => {
    const { client, params } = context.oidc;
    exchanged.push(params.subject_token);
    const user = params.subject_token === 'subject-token-of-the-workload' ? '' : await subjectOf(params.subject_token);
    if (user === undefined) {
      context.status = 400;
      context.body = { error: 'invalid_grant' };
      return;
    }
    const value = control.giveBack ? params.subject_token : await tokenFor(client, user, params.resource, control.ttl);
    counts.exchange++;
    secrets.add(value);
    context.body = {
      access_token: value,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: control.ttl,
    };
  },
  ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'resource', 'scope'],
);

/** A token of the real server for a user, or for the client itself. */
async function tokenFor(client, user, resource, ttl) {
  const token =
    user === ''
      ? new provider.ClientCredentials({ client, scope: 'tools' })
      : new provider.AccessToken({ client, accountId: user, scope: 'tools', grantId: `grant-of-${user}`, gty: 'authorization_code' });
  token.resourceServer = new provider.ResourceServer(resource, {
    scope: 'tools',
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: ttl,
    jwt: { sign: { alg: 'RS256' } },
  });
  token.expiresIn = ttl;
  return token.save();
}

/** The user of a token that this server gave for the gateway; undefined for every other. */
async function subjectOf(token) {
  try {
    const { keys } = await (await fetch(`${issuer}/jwks`)).json();
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), { issuer, audience: control.gateway });
    return payload.sub;
  } catch {
    return undefined;
  }
}

provider.on('grant.success', context => {
  const { grant_type: grant } = context.oidc.params;
  if (grant === 'refresh_token') counts.refresh++;
  if (grant === 'authorization_code') counts.code++;
  if (grant === 'client_credentials') counts.client_credentials++;
  for (const name of ['access_token', 'refresh_token', 'id_token']) if (context.body[name]) secrets.add(context.body[name]);
});
provider.on('grant.error', context => {
  if (context.oidc?.params?.grant_type === 'refresh_token') counts.refreshErrors++;
});
provider.on('registration_create.success', (_context, client) => {
  counts.registrations++;
  if (client.clientSecret) secrets.add(client.clientSecret);
});
provider.use(async (context, next) => {
  if (context.path === '/token' && control.delay > 0) await new Promise(resolve => setTimeout(resolve, control.delay));
  await next();
  if (context.path.startsWith('/.well-known/') && context.body && typeof context.body === 'object') {
    context.body = { ...context.body, authorization_response_iss_parameter_supported: true, ...control.metadata };
    for (const [name, value] of Object.entries(control.metadata)) if (value === null) delete context.body[name];
  }
  const location = context.response.get('location');
  if (location?.includes('code=')) {
    const url = new URL(location);
    secrets.add(url.searchParams.get('code'));
    for (const [name, value] of Object.entries(control.callback)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    context.response.set('location', url.href);
  }
});
const oidc = provider.callback();

async function interact(request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: control.account } });
  if (control.consent !== 'give')
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'no' });
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope ?? 'tools');
  for (const resource of [params.resource ?? []].flat()) grant.addResourceScope(resource, 'tools');
  grant.addOIDCScope('openid offline_access tools');
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
}

const readBody = async request => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const json = (response, status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function handleAs(request, response) {
  const url = new URL(request.url, issuer);
  try {
    if (url.pathname === '/control') {
      if (request.method === 'POST') Object.assign(control, JSON.parse(await readBody(request)));
      return json(response, 200, { control, counts, secrets: [...secrets], authorizations });
    }
    if (url.pathname === '/revoke-all') {
      for (const text of secrets) {
        const found = await provider.RefreshToken.find(text).catch(() => undefined);
        if (found) await provider.RefreshToken.adapter.revokeByGrantId(found.grantId);
      }
      return json(response, 200, {});
    }
    if (url.pathname === '/mint') {
      const { user, audience = control.gateway, ttl = 600 } = JSON.parse(await readBody(request));
      const token = await tokenFor(await provider.Client.find('app'), user, audience, ttl);
      secrets.add(token);
      return json(response, 200, { token });
    }
    if (url.pathname === '/exchanges') return json(response, 200, { exchanged, received });
    if (url.pathname.startsWith('/interaction/')) return await interact(request, response);
    if (url.pathname === '/auth') authorizations.push(Object.fromEntries(url.searchParams));
    if (url.pathname === '/token' && control.tokenStatus > 0) return json(response, control.tokenStatus, { error: 'server_error' });
    return oidc(request, response);
  } catch (error) {
    json(response, 500, { error: String(error) });
  }
}

// The MCP server.
const mcpServer = createServer((request, response) =>
  handleMcp(request, response).catch(error => json(response, 500, { error: String(error) })),
);
const mcpPort = await listen(mcpServer);
const mcp = `http://127.0.0.1:${mcpPort}`;
const seen = [];

async function userOf(request) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  received.push(token);
  const { keys } = await (await fetch(`${issuer}/jwks`)).json();
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), { issuer, audience: control.audience || `${mcp}/mcp` });
    return payload.sub ?? payload.client_id;
  } catch {
    counts.refusedTokens++;
    return undefined;
  }
}

async function handleMcp(request, response) {
  const url = new URL(request.url, mcp);
  const metadata = `${mcp}/.well-known/oauth-protected-resource/mcp`;
  if (url.pathname === '/.well-known/oauth-protected-resource/mcp')
    return json(response, 200, {
      resource: `${mcp}/mcp`,
      authorization_servers: [issuer],
      scopes_supported: [control.scope],
      ...control.resource,
    });
  if (url.pathname !== '/mcp') return json(response, 404, {});
  const user = await userOf(request);
  if (user === undefined) {
    const error = request.headers.authorization ? 'error="invalid_token", ' : '';
    response.setHeader('www-authenticate', `Bearer ${error}resource_metadata="${metadata}"`);
    return json(response, 401, { error: 'unauthorized' });
  }
  if (control.insufficient) {
    response.setHeader('www-authenticate', `Bearer error="insufficient_scope", scope="tools admin", resource_metadata="${metadata}"`);
    return json(response, 403, { error: 'insufficient_scope' });
  }
  counts.calls++;
  seen.push(user);
  const server = new McpServer({ name: 'protected', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Says who calls.', inputSchema: {} }, async () => ({
    content: [{ type: 'text', text: user }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void transport.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

process.stdout.write(`${JSON.stringify({ issuer, mcp: `${mcp}/mcp` })}\n`);
