/** What this project ships and writes has no findings but those that are listed here with a reason. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { runCommand, writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { registerInit } from '../commands/init.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

const root = join(__dirname, '../../..');
const before = process.cwd();
const host = process.env.MCP_HOST;
const temporary: string[] = [];

beforeEach(() => {
  process.chdir(root);
  // Whoever starts the template sets it, as its README says.
  process.env.MCP_HOST = 'localhost';
});
afterEach(() => {
  process.chdir(before);
  if (host === undefined) delete process.env.MCP_HOST;
  else process.env.MCP_HOST = host;
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true });
  jest.restoreAllMocks();
});

/** The findings as `severity rule file`, and what was said on standard error. */
async function findings(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<string[]> {
  let out = '';
  let err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation(text => {
    err += String(text);
    return true;
  });
  await runValidate(paths, { ...validateFlags, ...flags, output: 'json' });
  jest.restoreAllMocks();
  const report = JSON.parse(out) as { findings: { file: string; severity: string; rule: string }[] };
  const found = report.findings.map(({ file, severity, rule }) => `${severity} ${rule} ${file}`);
  return [...found, ...(err === '' ? [] : [err])];
}

const inCluster = 'the example says that the object has to exist in the cluster';
const otherTool = 'a file of another tool: a folder is checked, and this one is said not to be';

/** Every finding of the examples, with its reason. */
const ofExamples: Readonly<Record<string, string>> = {
  'warning admin-address-open examples/caipe/values.yaml': 'the values are those of a platform that opens the port; its owner decides',
  'warning transform-empty-bearer examples/caipe/values.yaml':
    'the profile of the platform keeps its own expression; who leaves the profile gets the better one',
  'info switched-off examples/caipe/values.yaml': 'the profile of the platform prepares extAuth; the values of a release switch it on',
  'info reference-not-found examples/acme-production/values.yaml': inCluster,
  'info reference-not-found examples/gateway-api/values.yaml': inCluster,
  'info extauthz-body-partial examples/environments/staging.yaml': 'the version of the example does not read what later ones do',
  'info extauthz-body-partial examples/http-authorization/values.yaml': 'the version of the example does not read what later ones do',
  'info extauthz-body-partial examples/gateway-api/values.yaml':
    'the API says that a longer body is refused; the controller lets it be cut',
  'info network-policy-peers examples/two-instances/values.yaml': 'an isolated server resolves no names',
  'info unknown-kind examples/ci/gitlab/mcpgw.yml': otherTool,
  'warning unknown-kind examples/ci/argocd/plugin.yaml': otherTool,
  'warning unknown-kind examples/ci/flux/gateway.yaml': otherTool,
  'warning unknown-kind examples/ci/kustomize/gateway.yaml': otherTool,
  'warning unknown-kind examples/ci/kustomize/kustomization.yaml': otherTool,
  'error unknown-field examples/mistakes/proxy.yaml': 'README shows the mistake',
  'info relative-path examples/local/mcp_config.json': 'the pages run it in the folder of the checkout',
  'info relative-path examples/local/two-servers.json': 'the pages run it in the folder of the checkout',
};

it('the examples', async () => {
  expect([...new Set(await findings(['examples']))].sort()).toEqual(Object.keys(ofExamples).sort());
});

it('the chart by itself: it routes nothing until somebody names targets', async () => {
  expect(await findings(['charts/mcp-gateway'])).toEqual(['warning no-routes charts/mcp-gateway/templates/_config.tpl']);
});

const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter(name => /(?:values|environments[/\\]\w+)\.yaml$/.test(name) && !name.includes('node_modules'))
  .map(name => join('examples', name));

it.each(examples)('the chart with %s', async example => {
  const ofExample = Object.keys(ofExamples).filter(finding => finding.endsWith(example));
  const found = await findings(['charts/mcp-gateway'], { values: [example] });
  expect(found.filter(finding => !mayBeMeant.test(finding)).sort()).toEqual(ofExample.filter(finding => !mayBeMeant.test(finding)).sort());
});

/** Rules whose subject a golden case shows on purpose, by a warning or the severity that is written: by the name of the case, and the reason. */
const ofCases: readonly (readonly [rule: string, cases: RegExp, reason: string])[] = [
  ['info extauthz-fail-open', /fail-open|platform-values|caipe|ext-auth|http-authorization|image-tag/, 'the case shows failure mode allow'],
  ['info policy-extauth-fail-open', /ext-auth|fail-open|platform|http-authorization/, 'the case shows failure mode FailOpen'],
  ['admin-address-open', /platform-values|workload|caipe|custom/, 'the case shows an admin port that is open'],
  ['transform-empty-bearer', /platform-values|caipe/, 'the profile of the platform keeps its own expression'],
  ['no-routes', /defaults|workload|gateway|metadata/, 'the case has no targets'],
  ['target-name-long', /targets|long/, 'the case shows the longest name'],
  ['extauthz-grpc-unbounded', /timeout-unset|ext-auth/, 'the case leaves the timeout out'],
  ['policy-extauth-grpc-unbounded', /timeout-unset|ext-auth/, 'the case leaves the timeout out'],
  ['extauthz-default-timeout', /timeout-unset|ext-auth/, 'the case leaves the timeout out'],
  ['policy-extauth-default-timeout', /timeout-unset|ext-auth/, 'the case leaves the timeout out'],
  ['path-never-matches', /platform-values/, 'the profile of the platform names a target "Argo CD", and its path holds the space'],
  ['network-policy-blocks', /mcp-servers/, 'the case names the permitted callers itself, and leaves the proxy and DNS out'],
  ['jwks-other-issuer', /jwt|autoscaling/, 'the case takes the keys of a realm with the name of the release'],
  ['mcp-stateless-stdio', /targets/, 'the case shows a target that speaks SSE beside stateless sessions'],
  ['mcp-backend', /targets/, 'the same'],
  ['authz-deny-error', /deny|authorization|targets|rules/, 'the case shows a deny rule without a token check'],
];

/** What the cluster has to have, what isolated servers are kept from on purpose, and a field that the chart writes for later versions. */
const mayBeMeant = /^info (?:extauthz-body-partial|reference-not-found|network-policy-blocks|network-policy-peers|monitor-finds-nothing) /;

/** Where nothing is enabled, nothing is rendered. */
const ofEmpty = 'info unknown-kind test/golden/static-disabled/expected.yaml';

const cases = readdirSync(join(root, 'test/golden')).filter(name => existsSync(join(root, 'test/golden', name, 'case.yaml')));

/** The version of the proxy that a case renders for; one that is refused renders nothing. */
function versionOf(text: string): string | undefined {
  const { gatewayVersion, set = [], expectedError } = parse(text) as { gatewayVersion?: string; set?: string[]; expectedError?: string };
  const tag = set.map(assignment => /^image\.tag=(v\d+\.\d+\.\d+)$/.exec(assignment)?.[1]).find(Boolean);
  return expectedError === undefined ? (gatewayVersion ?? tag) : undefined;
}

it.each(cases)('the golden case %s', async name => {
  const folder = join('test/golden', name);
  const gatewayVersion = versionOf(readFileSync(join(root, folder, 'case.yaml'), 'utf8'));
  const found = await findings([folder], gatewayVersion === undefined ? {} : { gatewayVersion });
  const excused = (finding: string): boolean => {
    if (finding === ofEmpty || mayBeMeant.test(finding)) return true;
    return ofCases.some(([id, names]) => finding.startsWith(`${id.includes(' ') ? id : `warning ${id}`} `) && names.test(name));
  };
  expect(found.filter(finding => !excused(finding))).toEqual([]);
});

/** Findings of the values that golden cases share. */
const ofValues: Readonly<Record<string, string>> = {
  'warning no-routes test/golden/values/autoscaling.yaml': 'the values are a part; the targets stand in another',
  'warning no-routes test/golden/values/existing-gateway.yaml': 'the values are a part; the targets stand in another',
  'warning no-routes test/golden/values/ext-auth-grpc-static.yaml': 'the values are a part; the targets stand in another',
  'warning no-routes test/golden/values/github-secret-authorization.yaml': 'the values are a part; the targets stand in another',
  'warning no-routes test/golden/values/github-secret.yaml': 'the values are a part; the targets stand in another',
  'info extauthz-fail-open test/golden/values/ext-auth-grpc.yaml': 'the values show failure mode allow',
  'error render-error test/golden/values/targets.yaml': 'the values are a part; the Secret is named in another',
  'info ingress-hosts test/golden/values/workload.yaml': 'the host has the name of the release, which is "demo" in the golden case',
  'warning ingress-hosts test/golden/values/workload.yaml': 'the host has the name of the release, which is "demo" in the golden case',
  'warning admin-address-open test/golden/values/workload.yaml': 'the values show an admin port that is open',
  'warning chart-exposure test/golden/values/autoscaling.yaml': 'the values show an Ingress alone; who may call stands in another',
  'warning chart-exposure test/golden/values/mcp-servers.yaml': 'the values show ranges of their own',
  'warning network-policy-blocks test/golden/values/mcp-servers.yaml': 'the values show who may call instead of the proxy',
  'warning chart-exposure test/golden/values/workload.yaml': 'the values show every type of Service',
  'info chart-exposure test/golden/values/ext-auth-http.yaml': 'the values show a choice of headers',
  'info chart-exposure test/golden/values/ext-auth-grpc-static.yaml': 'the values show allowPartial',
  'warning chart-scale test/golden/values/workload.yaml': 'the values show a Service without affinity',
  'warning jwks-other-issuer test/golden/values/jwt.yaml': 'the realm of the keys has the name of the release',
  'info chart-peers test/golden/values/mcp-servers.yaml': 'the callers run in the namespace of the release',
  'info chart-peers test/golden/values/workload.yaml': 'the values show who may call beside the Ingress',
  'warning chart-monitoring test/golden/values/workload.yaml': 'the values show both monitors',
  'warning chart-schedule test/golden/values/workload.yaml': 'the values show both monitors',
  'info switched-off test/golden/values/ext-auth-grpc-static.yaml': 'the values are a part; another one switches extAuth on',
  'info switched-off test/golden/values/github-secret-authorization.yaml': 'the values are a part; another one switches the server on',
  'info switched-off test/golden/values/github-secret.yaml': 'the values are a part; another one switches the server on',
  'warning value-without-effect test/golden/values/existing-gateway.yaml': 'the routing mode that reads the values stands in another',
  'warning value-without-effect test/golden/values/gateway.yaml': 'the routing mode that reads the values stands in another',
  'warning value-without-effect test/golden/values/workload.yaml': 'the values show that a label of the chart stays as it is',
};

it('the values of the golden cases', async () => {
  const found = await findings(['test/golden/values']);
  expect(found.filter(finding => ofValues[finding] === undefined && !mayBeMeant.test(finding))).toEqual([]);
});

const variants = ['static', 'gateway-api'].flatMap(mode =>
  ['v0.12.0', 'v1.1.0', 'v1.4.1'].flatMap(version => ['github', 'gitlab', 'none'].map(ci => [mode, version, ci] as const)),
);

async function init(mode: string, version: string, ci: string): Promise<{ code: number; folder: string }> {
  const folder = writeTree({});
  temporary.push(folder);
  const flags = ['--release', 'team', '--routing-mode', mode, '--gateway-version', version, '--ci', ci];
  return { code: (await runCommand(registerInit, mockWritten, ['init', folder, ...flags])).code, folder };
}

const isRefused = ([mode, version]: readonly [string, string, string]): boolean => mode === 'gateway-api' && version === 'v0.12.0';

it.each(variants.filter(variant => !isRefused(variant)))(
  'mcpgw init --routing-mode %s --gateway-version %s --ci %s',
  async (mode, version, ci) => {
    const { code, folder } = await init(mode, version, ci);
    const found = (await findings([folder])).map(finding => finding.replace(folder, 'DIR'));
    expect({ code, found }).toEqual({ code: 0, found: [] });
  },
);

it.each(variants.filter(isRefused))('mcpgw init --routing-mode %s --gateway-version %s --ci %s is refused', async (mode, version, ci) => {
  expect((await init(mode, version, ci)).code).not.toBe(0);
});

it('mcpgw init server', async () => {
  const folder = writeTree({});
  temporary.push(folder);
  await runCommand(registerInit, mockWritten, ['init', 'server', join(folder, 'shop')]);
  const found = (await findings([join(folder, 'shop')])).map(finding =>
    finding.replace(relative('.', folder), 'DIR').replace(folder, 'DIR'),
  );
  expect(found).toEqual([]);
});
