import { type CustomKind, checkCustomResource, customKinds, gatewayApiVersionOf, monitoringKinds } from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import { checkManifest, newestMinor, oldestMinor, servedKinds } from '@mcpgw/kubernetes';
import { streamRules } from '@mcpgw/relations';
import { inRange, knownVersions, parseYaml } from '@mcpgw/structure';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkByKind } from '../manifest/check-by-kind.js';
import { validateText } from '../validate.js';
import { exampleOf } from './examples.js';
import { publishedSchema, type SchemaVersions } from './index.js';

const nodeOf = (value: unknown) => parseYaml(JSON.stringify(value), { file: 'f', dialect: 'go' }).documents[0]!;
const words = (findings: readonly Finding[]) =>
  findings.map(({ rule, severity, message, path }) => `${severity} ${rule} ${path?.join('.')}: ${message}`);

const versionFor = ({ group }: CustomKind, gatewayVersion: string): string =>
  group === 'gateway.networking.k8s.io' ? gatewayApiVersionOf(gatewayVersion) : gatewayVersion;

const served = [...servedKinds()].flatMap(([apiVersion, kinds]) => kinds.map(kind => ({ apiVersion, ...kind })));
const minors = Array.from({ length: newestMinor - oldestMinor + 1 }, (_, index) => oldestMinor + index);

it.each(served)('$apiVersion $kind has an example that the checker finds nothing in', ({ apiVersion, kind, since }) => {
  const examples = exampleOf(apiVersion, kind);
  expect(examples.length).toBeGreaterThan(0);
  const found = minors
    .filter(minor => minor >= since)
    .flatMap(minor => examples.flatMap(example => checkManifest(nodeOf(example), { file: 'f', kubernetesVersion: `1.${minor}` })));
  expect(words(found)).toEqual([]);
});

it.each([...customKinds, ...monitoringKinds])('$group $kind has an example that the checker finds nothing in', kind => {
  const examples = exampleOf(`${kind.group}/${kind.served[0]}`, kind.kind);
  expect(examples.length).toBeGreaterThan(0);
  const found = knownVersions
    .filter(gatewayVersion => inRange(versionFor(kind, gatewayVersion), kind))
    .flatMap(gatewayVersion => examples.flatMap(example => checkCustomResource(nodeOf(example), { file: 'f', gatewayVersion })));
  expect(words(found)).toEqual([]);
});

it('validate finds nothing in any example; the examples are not meant to be applied together', () => {
  const together = new Set<string>(streamRules.map(({ id }) => id));
  const all = [
    ...served.flatMap(({ apiVersion, kind }) => exampleOf(apiVersion, kind)),
    ...[...customKinds, ...monitoringKinds].flatMap(kind => exampleOf(`${kind.group}/${kind.served[0]}`, kind.kind)),
  ];
  const text = all.map(example => JSON.stringify(example)).join('\n---\n');
  const { findings } = validateText(text, { file: 'f', kind: 'manifest', env: {} });
  expect(words(findings.filter(({ rule }) => !together.has(rule)))).toEqual([]);
});

/** Copies of a value with one change each: an added field, a removed field, or a value of another type. */
function mutants(value: unknown): unknown[] {
  if (Array.isArray(value)) return [{}, 'x', ...value.flatMap((item, index) => mutants(item).map(changed => value.with(index, changed)))];
  if (value === null || typeof value !== 'object') return [[], {}, typeof value === 'string' ? true : 'not-a-number-or-flag', '', null];
  const entries = Object.entries(value);
  return [
    ...[[], 'x', 7],
    { ...value, noSuchField: 1 },
    ...entries.map(([key]) => Object.fromEntries(entries.filter(([other]) => other !== key))),
    ...entries.flatMap(([key, item]) => mutants(item).map(changed => ({ ...value, [key]: changed }))),
  ];
}

const structural = new Set(['unknown-field', 'wrong-type', 'missing-field']);

interface Judged {
  readonly mutant: unknown;
  readonly passes: boolean;
  readonly errors: readonly Finding[];
}

/** Mutants that the schema refuses but the checker accepts, and mutants with structural errors that the schema accepts. */
function disagreements(judged: readonly Judged[]): { stricter: unknown[]; laxer: string[]; count: number } {
  return {
    stricter: judged.filter(({ passes, errors }) => !passes && errors.length === 0).map(({ mutant }) => mutant),
    laxer: judged
      .filter(({ passes, errors }) => passes && errors.some(({ rule }) => structural.has(rule)))
      .map(({ errors }) => words(errors)[0]!),
    count: judged.length,
  };
}

const compile = (name: string, versions: SchemaVersions) =>
  new Ajv2020({ strict: false, code: { optimize: false }, inlineRefs: false }).compile(publishedSchema(name, versions)!);

it.each([29, 35])(
  'mutants of every example of Kubernetes 1.%i: the schema refuses no more than the checker, and all that lacks structure',
  minor => {
    const validate = compile('kubernetes', { kube: `1.${minor}` });
    const judged = served
      .filter(({ since }) => minor >= since)
      .flatMap(({ apiVersion, kind }) => exampleOf(apiVersion, kind).flatMap(mutants))
      .map(mutant => ({
        mutant,
        passes: validate(mutant),
        errors: checkManifest(nodeOf(mutant), { file: 'f', kubernetesVersion: `1.${minor}` }).filter(
          ({ severity }) => severity === 'error',
        ),
      }));
    const { stricter, laxer, count } = disagreements(judged);
    expect({ stricter, laxer }).toEqual({ stricter: [], laxer: [] });
    expect(count).toBeGreaterThan(4000);
  },
);

it.each(['1.0.0', '1.4.1'])('mutants of every example of agentgateway v%s: the same', gatewayVersion => {
  const validate = compile('custom-resources', { gateway: gatewayVersion });
  const judged = [...customKinds, ...monitoringKinds]
    .filter(kind => inRange(versionFor(kind, gatewayVersion), kind))
    .flatMap(kind => exampleOf(`${kind.group}/${kind.served[0]}`, kind.kind).flatMap(mutants))
    .map(mutant => ({
      mutant,
      passes: validate(mutant),
      errors: checkByKind(nodeOf(mutant), { file: 'f', version: gatewayVersion }).filter(({ severity }) => severity === 'error'),
    }));
  const { stricter, laxer, count } = disagreements(judged);
  expect({ stricter, laxer: [...new Set(laxer)] }).toEqual({
    stricter: [],
    laxer: ['error missing-field spec.validation: one of "caCertificateRefs" and "wellKnownCACertificates" has to be set here'],
  });
  expect(count).toBeGreaterThan(1000);
});

describe('what a schema takes and refuses', () => {
  const validate = compile('manifest', { kube: '1.34', gateway: '1.4.1' });
  const pod = (spec: object, more: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec, ...more });
  const container = { name: 'a', image: 'a' };
  const route = (rule: object) => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'a' },
    spec: { rules: [rule] },
  });

  it.each<[string, unknown]>([
    ['an empty document', null],
    ['a pod', pod({ containers: [container] })],
    ['null for what may be absent', pod({ containers: [{ ...container, env: null, resources: null }], hostname: null }, { status: null })],
    ['an empty string for no value', pod({ containers: [container], restartPolicy: '', hostname: '' })],
    ['a kind of others', { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: {}, spec: { any: 1 } }],
    ['a version of an API that has no table', { apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim', spec: 1 }],
    ['a list', { apiVersion: 'v1', kind: 'List', items: [pod({ containers: [container] }), route({})] }],
    ['a list of one kind', { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [] }],
    ['the start of a name', pod({ containers: [container] }, { metadata: { generateName: 'a-' } })],
    ['an eviction without a name', { apiVersion: 'policy/v1', kind: 'Eviction' }],
    ['a route of an older version', { ...route({}), apiVersion: 'gateway.networking.k8s.io/v1beta1' }],
  ])('takes %s', (_, value) => {
    expect([validate(value), validate.errors]).toEqual([true, null]);
  });

  it.each<[string, unknown, string]>([
    ['no kind', { apiVersion: 'v1' }, " must have required property 'kind'"],
    ['a string', 'a', ' must be object,null'],
    ['no name', pod({ containers: [container] }, { metadata: {} }), "/metadata must have required property 'name'"],
    ['an unknown field', pod({ containers: [container], contaners: [] }), '/spec must NOT have additional properties'],
    ['an unknown field at the top', pod({ containers: [container] }, { sepc: {} }), ' must NOT have additional properties'],
    ['a field of a later version', pod({ containers: [container], workloadRef: {} }), '/spec must NOT have additional properties'],
    ['a missing field', pod({ containers: [{ name: 'a' }] }), "/spec/containers/0 must have required property 'image'"],
    ['null for a required field', pod({ containers: null }), '/spec/containers must be array'],
    ['an empty required list', pod({ containers: [] }), '/spec/containers must NOT have fewer than 1 items'],
    ['a wrong type', pod({ containers: [container], hostNetwork: 'yes' }), '/spec/hostNetwork must be boolean,null'],
    ['an unknown word', pod({ containers: [container], dnsPolicy: 'none' }), '/spec/dnsPolicy must be equal to one of the allowed values'],
    [
      'a number out of range',
      pod({ containers: [{ ...container, ports: [{ containerPort: 70_000 }] }] }),
      '/spec/containers/0/ports/0/containerPort must be <= 65535',
    ],
    ['a bad name', pod({ containers: [{ ...container, name: 'A' }] }), '/spec/containers/0/name must match pattern "'],
    [
      'a bad quantity',
      pod({ containers: [{ ...container, resources: { limits: { cpu: '1 core' } } }] }),
      '/spec/containers/0/resources/limits/cpu must match pattern "',
    ],
    [
      'a bad label',
      pod({ containers: [container] }, { metadata: { name: 'a', labels: { a: 'b c' } } }),
      '/metadata/labels/a must match pattern "',
    ],
    ['an unknown kind of a known group', { ...pod({}), apiVersion: 'apps/v1' }, '/kind must be equal to one of the allowed values'],
    [
      'an unknown kind of agentgateway.dev',
      { apiVersion: 'agentgateway.dev/v1alpha1', kind: 'Policy', metadata: { name: 'a' } },
      '/kind must be equal to one of the allowed values',
    ],
    ['a version that is not served', { ...route({}), apiVersion: 'gateway.networking.k8s.io/v2' }, '/apiVersion must be equal to one of'],
    [
      'a bad object in a list',
      { apiVersion: 'v1', kind: 'List', items: [pod({})] },
      "/items/0/spec must have required property 'containers'",
    ],
    ['a bad duration', route({ timeouts: { request: '10 s' } }), '/spec/rules/0/timeouts/request must match pattern "'],
    [
      'two fields that exclude each other',
      {
        apiVersion: 'agentgateway.dev/v1alpha1',
        kind: 'AgentgatewayBackend',
        metadata: { name: 'a' },
        spec: { static: { host: 'a', port: 1 }, dynamicForwardProxy: {} },
      },
      '/spec must match exactly one schema in oneOf',
    ],
  ])('refuses %s', (_, value, message) => {
    expect(validate(value)).toBe(false);
    const found = validate.errors!.map(({ instancePath, message: text }) => `${instancePath} ${text}`);
    expect(found).toContainEqual(expect.stringContaining(message));
  });
});
