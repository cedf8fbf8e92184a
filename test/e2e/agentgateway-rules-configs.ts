/** Parts of the configurations of `agentgateway-rules.ts`, and questions that several of them ask. */
import { ask, type RulesWorld } from './agentgateway-rules-world.js';

export type Config = Readonly<Record<string, unknown>>;
type Parts = Config | undefined;

/** One listener of HTTP with one route. */
export const route = (port: number, policies: Parts, backend: Config, more: Config = {}): Config => ({
  binds: [{ port, listeners: [{ protocol: 'HTTP', routes: [{ ...(policies && { policies }), backends: [backend], ...more }] }] }],
});
export const toEcho = (port: number, world: RulesWorld, policies?: Parts, more?: Config) =>
  route(port, policies, { host: world.echo }, more);
export const toMcp = (port: number, world: RulesWorld, policies?: Parts) =>
  route(port, policies, { mcp: { targets: [{ name: 'tools', mcp: { host: `http://${world.mcp}/mcp` } }] } });

export const key = (given: string) => ({ apiKey: { mode: 'strict', keys: [{ key: given }] } });
export const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

/** A backend of a provider of chat completions. */
export const toModel = (port: number, { llm }: RulesWorld, provider: Config, policies: Config = {}): Config =>
  route(port, undefined, {
    ai: { name: 'chat', hostOverride: llm, provider: { openAI: provider } },
    policies: { backendAuth: { key: 'secret' }, ...policies },
  });
const origin = { origin: 'https://app.example.com' };
export const preflight = { method: 'OPTIONS', headers: { ...origin, 'access-control-request-method': 'GET' } };
export const cors = { allowOrigins: ['https://app.example.com'], allowMethods: ['GET'] };
export const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-header-${index}`, 'value']));
/** The origin that is allowed to a page of the configured origin, and to another one. */
export const allowedOrigins = async (port: number) => {
  const asked = ['https://app.example.com', 'https://evil.test'].map(each => ask(port, '/', { headers: { origin: each } }));
  return (await Promise.all(asked)).flatMap(({ headers }) => pick(headers, 'access-control-allow-origin'));
};
/** The protocols that the metrics of requests name. */
export const protocols = async (stats: number) =>
  [...(await ask(stats, '/metrics')).body.matchAll(/^agentgateway_requests_total\{.*?protocol="(\w+)"/gm)].map(([, name]) => name);
export const pick = (headers: object, ...names: string[]) => names.map(name => (headers as Record<string, unknown>)[name] ?? null);

/** Trusts the tokens of one issuer, with the keys of another or the same. */
export function jwtBy(world: RulesWorld, port: number, issuer: string, signer: string): Config {
  const realms = `http://${world.keys}/realms`;
  const jwks = { url: `${realms}/${signer}/certs` };
  return toEcho(port, world, { jwtAuth: { mode: 'strict', issuer: `${realms}/${issuer}`, audiences: ['gateway'], jwks } });
}
export const mcpAuth = ({ keys }: RulesWorld, issuer: string, metadata: Config = {}): Config => ({
  mcpAuthentication: {
    mode: 'strict',
    issuer,
    audiences: ['gateway'],
    jwks: { url: `http://${keys}/realms/staff/certs` },
    resourceMetadata: { resource: 'http://localhost/mcp', ...metadata },
  },
});
/** Two providers, the second for when the first is unhealthy. */
export function twoModels({ llm }: RulesWorld, port: number, unhealthyExpression: string): Config {
  const health = { health: { unhealthyExpression, eviction: { duration: '60s' } } };
  const provider = (name: string, hostOverride: string, key: string) => ({
    name,
    hostOverride,
    provider: { openAI: {} },
    policies: { backendAuth: { key } },
  });
  return route(port, undefined, {
    ai: { groups: [{ providers: [provider('a', llm, 'first')] }, { providers: [provider('b', llm, 'second')] }] },
    policies: health,
  });
}
/** The same configuration, with these policies at its route. */
export function withPolicies(config: Config, policies: Config): Config {
  const { binds } = config as { binds: [{ port: number; listeners: [{ routes: [Config] }] }] };
  return {
    binds: [{ port: binds[0].port, listeners: [{ protocol: 'HTTP', routes: [{ ...binds[0].listeners[0].routes[0], policies }] }] }],
  };
}
/** The same configuration, for these paths alone. */
export function onPaths(config: Config, paths: readonly string[]): Config {
  const { binds } = config as { binds: [{ port: number; listeners: [{ routes: [Config] }] }] };
  const matches = paths.map(exact => ({ path: { exact } }));
  return { binds: [{ port: binds[0].port, listeners: [{ protocol: 'HTTP', routes: [{ ...binds[0].listeners[0].routes[0], matches }] }] }] };
}
export function limitedModel({ llm }: RulesWorld, port: number, maxTokens: number): Config {
  const ai = { name: 'chat', hostOverride: llm, provider: { openAI: {} } };
  const policies = { localRateLimit: [{ maxTokens, tokensPerFill: 1, fillInterval: '1h', type: 'tokens' }] };
  return route(port, policies, { ai, policies: { backendAuth: { key: 'secret' } } });
}

/** An MCP server, and an event stream of the echo at /stream, on connections that last so long. */
export function streams(world: RulesWorld, port: number, maxConnectionDuration: string): Config {
  const mcp = { mcp: { targets: [{ name: 'tools', mcp: { host: `http://${world.mcp}/mcp` } }] } };
  const routes = [
    { matches: [{ path: { pathPrefix: '/mcp' } }], backends: [mcp] },
    { matches: [{ path: { pathPrefix: '/' } }], backends: [{ host: world.echo }] },
  ];
  return { frontendPolicies: { http: { maxConnectionDuration } }, binds: [{ port, listeners: [{ protocol: 'HTTP', routes }] }] };
}
export const toFull = ({ full }: RulesWorld, port: number, connectTimeout: string): Config => ({
  ...route(port, { timeout: { requestTimeout: '2s' } }, { host: full }),
  config: { backend: { connectTimeout } },
});
/** A route, or its policies, that answers by itself. */
export const answering = (body: string): Config => ({ policies: { directResponse: { status: 200, body } } });
