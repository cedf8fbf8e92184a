/** Contract C1: the timeout of external authorization reaches the proxy in the form that its version honours. */
import { parse } from 'yaml';
import { type Manifest, renderChart } from './render.js';

const targets = [{ id: 'jira', host: 'jira', port: 8000 }];
const values = (extAuth: object, rest: object = {}) => ({ global: { agentgateway: { extAuth, extraMcpTargets: targets, ...rest } } });

async function configText(extAuth: object, version: string): Promise<string> {
  const manifests = await renderChart({ values: values(extAuth, { version }) });
  return manifests.find(({ kind }) => kind === 'ConfigMap')?.data['config.yaml'];
}

const on = { enabled: true, serviceName: 'authz', timeout: '7s' };
const inPolicies = { policies: { http: { requestTimeout: '7s' } } };
const byBackend = { backend: '/ext-authz' };
const backends = [{ name: 'ext-authz', host: 'authz:9100', ...inPolicies }];

test.each([
  ['v0.11.0', 'grpc', { host: 'authz:9100', timeout: '7s' }, undefined],
  ['v0.12.0', 'grpc', { host: 'authz:9100', timeout: '7s' }, undefined],
  ['v0.12.0', 'http', { host: 'authz:9100', timeout: '7s' }, undefined],
  ['v1.0.0-alpha.2', 'grpc', { host: 'authz:9100', timeout: '7s' }, undefined],
  ['v1.0.0-alpha.3', 'grpc', { host: 'authz:9100', ...inPolicies }, undefined],
  ['v1.0.0-alpha.3', 'http', byBackend, backends],
  ['v1.0.0', 'grpc', { host: 'authz:9100', ...inPolicies }, undefined],
  ['v1.1.0', 'http', byBackend, backends],
  ['v1.3.9', 'http', byBackend, backends],
  ['v1.4.0-alpha.1', 'http', byBackend, backends],
  ['v1.4.0-alpha.2', 'http', { host: 'authz:9100', ...inPolicies }, undefined],
  ['1.4', 'http', { host: 'authz:9100', ...inPolicies }, undefined],
  ['v1.12.0', 'grpc', { host: 'authz:9100', ...inPolicies }, undefined],
])('%s, %s server', async (version, protocol, expected, expectedBackends) => {
  const config = parse(await configText({ ...on, protocol }, version));
  const { failureMode, includeRequestBody, protocol: _, ...rest } = config.binds[0].listeners[0].routes[0].policies.extAuthz;
  expect(rest).toEqual(expected);
  expect(config.backends).toEqual(expectedBackends);
});

test.each(['v0.11.3', 'v0.12.0'])('%s has the literal text of the contract', async version => {
  expect(await configText({ enabled: true, timeout: '10s' }, version)).toContain('timeout: "10s"\n');
});

test.each([{}, { timeout: null }, { timeout: '' }])('unset as %j, the timeout is 10s', async unset => {
  expect(await configText({ enabled: true, ...unset }, 'v0.12.0')).toContain('timeout: "10s"\n');
  expect(await configText({ enabled: true, ...unset }, 'v1.1.0')).toContain('requestTimeout: "10s"\n');
});

test.each(['v0.9.0', 'v0.10.0', 'v0.12.0', 'v1.1.0', 'v2.0.0'])('%s renders nothing of it while extAuth is off', async version => {
  expect(await configText({ ...on, enabled: false }, version)).not.toMatch(/extAuthz|imeout/);
});

test.each(['v0.9.0', 'v0.10.9', 'v2.0.0'])('%s has no form for it, which the error says', async version => {
  await expect(configText(on, version)).rejects.toThrow(
    `this chart knows no way to give agentgateway ${version} an external-authorization timeout (global.agentgateway.extAuth.timeout)`,
  );
});

describe('gateway-api', () => {
  const render = (extAuth: object): Promise<Manifest[]> => renderChart({ values: values(extAuth, { routingMode: 'gateway-api' }) });

  test('the policy stands on the Service, in its namespace, and no policy of a route has a timeout', async () => {
    const policies = (await render({ ...on, serviceNamespace: 'auth' })).filter(({ kind }) => kind === 'AgentgatewayPolicy');
    const onService = policies.filter(({ spec }) => spec.targetRefs[0].kind === 'Service');
    expect(onService.map(({ metadata, spec }) => [metadata.namespace, spec])).toEqual([
      ['auth', { targetRefs: [{ group: '', kind: 'Service', name: 'authz' }], backend: { http: { requestTimeout: '7s' } } }],
    ]);
    const others = policies.filter(policy => !onService.includes(policy));
    expect(others).toHaveLength(1);
    expect(JSON.stringify(others)).not.toMatch(/imeout/);
  });

  test('while extAuth is off there is no such policy', async () => {
    expect((await render({ ...on, enabled: false })).map(({ kind }) => kind)).toEqual(['AgentgatewayBackend', 'Gateway', 'HTTPRoute']);
  });
});
