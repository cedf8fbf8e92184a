/**
 * What a real API server says of the examples of each rule about objects. The pages of the rules repeat it:
 * packages/validate/src/catalogue/api-server-answers.ts (UPDATE_GOLDEN=1 writes it).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type KnownRule, knownRules } from '../../../packages/validate/src/catalogue/catalogue.js';
import { type Kube, type KubeAnswer, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, installCrds, type KubeObject, listPath } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';

const missing = kubeMissing ?? crdsMissing;
const record = join(__dirname, '../../../packages/validate/src/catalogue/api-server-answers.ts');

/** Rules whose examples are objects, for the version of the server that is started, and complete as they stand. */
const asked = knownRules().filter(
  ({ kinds, docs, area }) => kinds.includes('manifest') && area !== 'text and structure' && docs !== undefined && docs.needs === undefined,
);
const isForOther = ({ docs }: KnownRule): boolean => /^1\.(?!34$)\d+$/.test(docs?.version ?? '');

type Answer = 'refuses' | 'warns about' | 'stores';

if (missing !== undefined) {
  skipTests(missing);
} else {
  let kube: Kube;
  beforeAll(async () => {
    // The examples use addresses of 10.0.0.0/16, and one a privileged container.
    kube = await startKube({ apiserverFlags: ['--service-cluster-ip-range=10.0.0.0/16', '--allow-privileged=true'] });
    await installCrds(kube, 'v1.4.1');
    // Pods are refused without their account, and a dry run makes none.
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } };
    await kube.ask('/api/v1/namespaces/default/serviceaccounts', { method: 'POST', body: account });
  });
  afterAll(() => kube?.stop());

  const namespaces = new Set(['default']);
  const paths = new Map<string, string | undefined>();

  /** Rules about what a dry run leaves out. */
  const stored = new Set(['service-node-port']);

  async function post(rule: string, object: KubeObject): Promise<KubeAnswer | undefined> {
    const namespace = object.metadata?.namespace ?? 'default';
    const isPlain = /^[a-z0-9-]+$/.test(namespace);
    if (isPlain && !namespaces.has(namespace)) {
      await kube.createNamespace(namespace);
      namespaces.add(namespace);
    }
    const key = `${object.apiVersion} ${object.kind} ${namespace}`;
    if (!paths.has(key)) paths.set(key, await listPath(kube, object, isPlain ? namespace : 'default').catch(() => undefined));
    const path = paths.get(key);
    return path === undefined
      ? undefined
      : kube.request(`${path}?${stored.has(rule) ? '' : 'dryRun=All&'}fieldValidation=Strict`, { method: 'POST', body: object });
  }

  /** The strictest answer about the objects of a text; undefined where the server does not know a kind. */
  async function answerTo(rule: string, text: string): Promise<{ answer: Answer; why: string } | undefined> {
    const objects = parseAllDocuments(text).map(document => document.toJS() as KubeObject);
    const answers = [];
    for (const object of objects) answers.push(await post(rule, object));
    if (answers.some(each => each === undefined)) return undefined;
    const refused = answers.find(each => each!.status >= 400 && each!.status !== 409);
    if (refused !== undefined) return { answer: 'refuses', why: refused.body.message };
    const warned = answers.find(each => each!.warnings.length > 0);
    return warned === undefined ? { answer: 'stores', why: '' } : { answer: 'warns about', why: warned.warnings.join('; ') };
  }

  test('the answers about the examples are those that the pages name', async () => {
    const found: Record<string, Answer> = {};
    const refused: string[] = [];
    for (const rule of asked) {
      if (isForOther(rule)) continue;
      const [wrong, correct] = [await answerTo(rule.id, rule.docs!.wrong), await answerTo(rule.id, rule.docs!.correct)];
      if (wrong === undefined || correct === undefined) continue;
      if (correct.answer === 'refuses') refused.push(`${rule.id}: ${correct.why}`);
      found[rule.id] = wrong.answer;
    }
    expect(refused).toEqual([]);
    const rows = Object.entries(found).map(([id, answer]) => `  ${/^\w+$/.test(id) ? id : `'${id}'`}: '${answer}',\n`);
    const text = `/** What the API server of Kubernetes 1.34.2 does with the wrong example of a rule. Written by test/e2e/cluster/rule-examples.test.ts. */
export const apiServerAnswers: Readonly<Record<string, 'refuses' | 'warns about' | 'stores'>> = {
${rows.join('')}};
`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(record, text);
    expect(readFileSync(record, 'utf8')).toBe(text);
  });
}
