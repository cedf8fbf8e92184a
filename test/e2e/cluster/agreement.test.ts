/**
 * `mcpgw validate` and the API server agree: on every object of the goldens, and on what is left of them when something in them is
 * broken. Each mutation is sent as a dry run under strict validation. expected-disagreements.json lists, with the reason, where they differ;
 * one that no longer holds fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateText } from '@mcpgw/validate';
import { stringify } from 'yaml';
import { goldenCases, objectOf } from '../../helpers/golden-cases.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, installCrds, type KubeObject, listPath } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';

const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(__dirname, 'expected-disagreements.json'), 'utf8'),
);
const missing = kubeMissing ?? crdsMissing;

type Path = readonly (string | number)[];
// biome-ignore lint/suspicious/noExplicitAny: objects of every kind
type Value = any;

/** Places that a mutation leaves alone: identity, and what Helm alone reads. */
const fixed = /^(apiVersion|kind|metadata\.(name|namespace|labels|annotations).*|data.*|stringData.*)$/;

function* places(value: Value, path: Path = []): Generator<{ path: Path; value: Value }> {
  if (path.length > 0 && !fixed.test(path.join('.'))) yield { path, value };
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) yield* places(inner, [...path, key]);
}

/** The object with another value at a place; `undefined` takes it out. */
function changed(object: KubeObject, path: Path, value: Value): KubeObject {
  const copy = structuredClone(object);
  const parent = path.slice(0, -1).reduce((part: Value, key) => part[key], copy);
  const last = path.at(-1)!;
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

interface Mutant {
  readonly name: string;
  readonly object: KubeObject;
}

/** `spec.containers[0].ports` of every item is one place. */
const generic = (path: Path): string => path.map(key => (typeof key === 'number' ? '#' : key)).join('.');

function* mutantsOf(object: KubeObject): Generator<Mutant> {
  for (const { path, value } of places(object)) {
    const at = generic(path);
    const isMap = value !== null && typeof value === 'object' && !Array.isArray(value);
    yield { name: `remove ${at}`, object: changed(object, path, undefined) };
    if (isMap) yield { name: `unknown field in ${at}`, object: changed(object, path, { ...value, unknownField: 1 }) };
    if (isMap || Array.isArray(value)) yield { name: `text for ${at}`, object: changed(object, path, 'text') };
    else yield { name: `map for ${at}`, object: changed(object, path, { a: 1 }) };
    if (typeof value === 'number') {
      for (const other of [-1, 70_000, 1.5, '1'])
        yield { name: `${JSON.stringify(other)} for ${at}`, object: changed(object, path, other) };
    }
    if (typeof value === 'string') {
      for (const other of ['', 'Not A Name!', 7])
        yield { name: `${JSON.stringify(other)} for ${at}`, object: changed(object, path, other) };
    }
    if (typeof value === 'boolean') yield { name: `"true" for ${at}`, object: changed(object, path, 'true') };
  }
}

/** One mutant of each name and kind, from all goldens of a version. */
function mutants(): Map<string, KubeObject> {
  const found = new Map<string, KubeObject>();
  const documents = goldenCases
    .filter(({ usesGatewayApi, gatewayVersion }) => !usesGatewayApi || gatewayVersion === 'v1.4.1')
    .flatMap(golden => golden.documents);
  for (const object of documents.map(objectOf)) {
    if (object.apiVersion.startsWith('monitoring.')) continue;
    for (const { name, object: mutant } of mutantsOf({ ...object, metadata: { ...object.metadata, namespace: 'default' } })) {
      const key = `${object.kind}: ${name}`;
      if (!found.has(key)) found.set(key, mutant);
    }
  }
  return found;
}

const takenByUs = (object: KubeObject): boolean =>
  validateText(stringify(object), { file: 'object.yaml', env: {}, kind: 'manifest', version: '1.4.1', kubeVersion: '1.34' }).findings.every(
    ({ severity }) => severity !== 'error',
  );

if (missing !== undefined) {
  skipTests(missing);
} else {
  let kube: Kube;

  beforeAll(async () => {
    kube = await startKube();
    await installCrds(kube, 'v1.4.1');
  });
  afterAll(() => kube?.stop());

  const paths = new Map<string, string>();
  async function takenByServer(object: KubeObject): Promise<boolean> {
    const kind = `${object.apiVersion} ${object.kind}`;
    const path = paths.get(kind) ?? (await listPath(kube, object, 'default'));
    paths.set(kind, path);
    const { status } = await kube.request(`${path}?dryRun=All&fieldValidation=Strict`, { method: 'POST', body: object });
    return status === 201;
  }

  test('broken objects of every kind', async () => {
    const disagreements: string[] = [];
    let count = 0;
    for (const [name, object] of mutants()) {
      count++;
      const [ours, theirs] = [takenByUs(object), await takenByServer(object)];
      if (ours !== theirs) disagreements.push(`${ours ? 'only the server refuses' : 'only mcpgw refuses'} ${name}`);
    }
    expect(count).toBeGreaterThan(1000);
    expect(disagreements.sort()).toEqual(Object.values(expected).flat().sort());
  });
}
