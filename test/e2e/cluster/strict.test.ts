/**
 * The API server takes every object of every golden under strict field validation, as it stands in the text, with the CRDs of the
 * version of agentgateway that the golden is for; the `restricted` Pod Security Standard has nothing to say about it; and
 * `mcpgw validate` takes them all.
 */
import { validateText } from '@mcpgw/validate';
import { type GoldenCase, goldenCases, objectOf } from '../../helpers/golden-cases.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, identity, installCrds, type KubeObject, listPath } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';

const missing = kubeMissing ?? crdsMissing;

/** Kinds of the Prometheus operator, whose CRDs are not at hand. */
const withoutCrd = /^apiVersion: monitoring\.coreos\.com\//m;
const isKnown = (document: string): boolean => !withoutCrd.test(document);

/** The CRDs that are at hand for a version of agentgateway: its own, or those of the next older one. */
const crdVersions = ['v1.4.1', 'v1.1.0', 'v1.0.0'] as const;

const crdVersionOf = ({ gatewayVersion, usesGatewayApi }: GoldenCase): string =>
  usesGatewayApi ? crdVersions.find(version => gatewayVersion >= version)! : 'v1.4.1';

const isServiceAccount = (document: string): boolean => /^kind: ServiceAccount$/m.test(document);

/** The pod that a workload would make, without what has to be in the namespace before it. */
function podOf({ kind, metadata, spec }: KubeObject): object | undefined {
  const template = kind === 'Deployment' ? spec.template : kind === 'CronJob' ? spec.jobTemplate.spec.template : undefined;
  if (template === undefined) return undefined;
  const { serviceAccountName: _, priorityClassName: __, ...rest } = template.spec;
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: metadata.name, labels: template.metadata?.labels }, spec: rest };
}

/** What the admission of pods says of a workload's. */
async function admission(kube: Kube, namespace: string, workload: KubeObject): Promise<string> {
  const path = `/api/v1/namespaces/${workload.metadata.namespace ?? namespace}/pods?dryRun=All&fieldValidation=Strict`;
  const { status, body } = await kube.request(path, { method: 'POST', body: podOf(workload)! });
  return status === 201 ? 'admitted' : body.message;
}

function errorsOfValidate({ documents, gatewayVersion }: GoldenCase): unknown[] {
  const options = { file: 'golden.yaml', env: {}, kind: 'manifest', version: gatewayVersion.slice(1), kubeVersion: '1.34' } as const;
  return validateText(documents.join('\n---\n'), options).findings.filter(({ severity }) => severity === 'error');
}

const restricted = { 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/warn': 'restricted' };

interface Verdict {
  readonly object: string;
  readonly status: number;
  readonly message?: string;
  readonly warnings: readonly string[];
}

/** Service accounts are made, not only tried: pods are admitted only where theirs is there. */
async function verdictOf(kube: Kube, namespace: string, document: string): Promise<Verdict> {
  const object = objectOf(document);
  const path = await listPath(kube, object, object.metadata.namespace ?? namespace);
  const query = `?fieldValidation=Strict${object.kind === 'ServiceAccount' ? '' : '&dryRun=All'}`;
  const { status, body, warnings } = await kube.request(path + query, { method: 'POST', body: document, contentType: 'application/yaml' });
  return { object: identity(object), status, warnings, ...(status === 201 ? {} : { message: body.message }) };
}

async function removeServiceAccounts(kube: Kube, { documents, namespace }: GoldenCase): Promise<void> {
  for (const object of documents.map(objectOf).filter(({ kind }) => kind === 'ServiceAccount')) {
    const path = await listPath(kube, object, object.metadata.namespace ?? namespace);
    await kube.ask(`${path}/${object.metadata.name}`, { method: 'DELETE' });
  }
}

/** The containers that test/golden/values/workload.yaml brings itself do not fit the standard; the chart's own do. */
const ownContainers = /\(containers "wait", "sidecar" must set [^()]*\)/g;
const expectedWarnings = (golden: string, object: KubeObject): readonly unknown[] =>
  golden.endsWith('-workload') && object.kind === 'Deployment'
    ? [expect.stringMatching(/^would violate PodSecurity "restricted:latest"/)]
    : [];

if (missing !== undefined) {
  skipTests(missing);
} else {
  test('only the monitors are left out', () => {
    const kinds = goldenCases.flatMap(({ documents }) => documents.filter(text => !isKnown(text)).map(text => objectOf(text).kind));
    expect([...new Set(kinds)].sort()).toEqual(['PodMonitor', 'PrometheusRule', 'ServiceMonitor']);
  });

  describe.each(crdVersions)('CRDs of agentgateway %s', version => {
    const cases = goldenCases.filter(golden => crdVersionOf(golden) === version);
    let kube: Kube;

    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, version);
      const namespaces = cases.flatMap(({ namespace, documents }) => [
        namespace,
        ...documents.map(text => objectOf(text).metadata.namespace ?? namespace),
      ]);
      for (const name of new Set(namespaces)) if (name !== 'default') await kube.createNamespace(name, restricted);
      const labels = { metadata: { labels: restricted } };
      await kube.ask('/api/v1/namespaces/default', { method: 'PATCH', body: labels, contentType: 'application/merge-patch+json' });
    });
    afterAll(() => kube?.stop());

    test.each(cases.map(golden => [golden.name, golden] as const))('%s', async (_, golden) => {
      const documents = golden.documents.filter(isKnown);
      const serviceAccountsFirst = documents.toSorted((a, b) => Number(isServiceAccount(b)) - Number(isServiceAccount(a)));
      const verdicts: Verdict[] = [];
      for (const document of serviceAccountsFirst) verdicts.push(await verdictOf(kube, golden.namespace, document));
      await removeServiceAccounts(kube, golden);
      expect(verdicts).toEqual(
        serviceAccountsFirst
          .map(objectOf)
          .map(object => ({ object: identity(object), status: 201, warnings: expectedWarnings(golden.name, object) })),
      );
      expect(errorsOfValidate(golden)).toEqual([]);
      for (const { warnings } of verdicts) for (const text of warnings) expect(text.replace(ownContainers, '')).not.toContain('container');
    });

    test('pods of every workload are admitted; those with containers of the values are refused', async () => {
      const answers: string[] = [];
      for (const { name, namespace, documents } of cases) {
        for (const object of documents.map(objectOf).filter(workload => podOf(workload) !== undefined)) {
          const answer = await admission(kube, namespace, object);
          if (answer !== 'admitted') answers.push(`${name} ${object.kind}: ${answer}`);
        }
      }
      const refused = /^static-v[\d.]+-workload Deployment: .* is forbidden: violates PodSecurity "restricted:latest": /;
      expect(answers.filter(answer => !refused.test(answer))).toEqual([]);
      expect(answers.length).toBe(version === 'v1.4.1' ? 3 : 0);
    });
  });
}
