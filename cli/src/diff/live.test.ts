import type { JsonMap } from '../json.js';
import { projectLive, withoutServerFields } from './live.js';

const managed = (manager: string, fieldsV1: object, more: object = {}): object => ({
  manager,
  operation: 'Update',
  time: 'later',
  fieldsV1,
  ...more,
});
const live = (spec: object, ...managedFields: object[]) =>
  ({ kind: 'X', metadata: { name: 'a', uid: 'u', creationTimestamp: 'then', managedFields }, spec, status: {} }) as unknown as JsonMap;
const desired = (spec: object) => ({ kind: 'X', metadata: { name: 'a' }, spec }) as unknown as JsonMap;
const spec = (value: JsonMap, want: object, base?: object) => projectLive(value, desired(want), base && desired(base)).spec;

test.each<[string, object, object, object | undefined, object]>([
  ['defaults of the server do not show', { a: 1, defaulted: 2 }, { a: 1 }, undefined, { a: 1 }],
  ['other values show', { a: 2 }, { a: 1 }, undefined, { a: 2 }],
  ['what the last release set shows', { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
  ['defaults inside items do not show', { c: [{ name: 'x', p: 'Always' }] }, { c: [{ name: 'x' }] }, undefined, { c: [{ name: 'x' }] }],
  [
    'further items show',
    { c: [{ name: 'x' }, { name: 'y', p: 1 }] },
    { c: [{ name: 'x' }] },
    undefined,
    { c: [{ name: 'x' }, { name: 'y', p: 1 }] },
  ],
  [
    'what is empty and dropped counts as there',
    { a: 1 },
    { a: 1, e: {}, l: [], t: '', f: false, z: 0, n: null },
    undefined,
    { a: 1, e: {}, l: [], t: '', f: false, z: 0, n: null },
  ],
  ['what is set and not there is missing', { a: 1 }, { a: 1, b: true }, undefined, { a: 1 }],
  [
    'amounts in another form',
    { limits: { cpu: '500m', memory: '1Gi' } },
    { limits: { cpu: 0.5, memory: '1024Mi' } },
    undefined,
    { limits: { cpu: 0.5, memory: '1024Mi' } },
  ],
  ['texts that only look like amounts', { env: { x: '1' } }, { env: { x: '1.0' } }, undefined, { env: { x: '1' } }],
])('%s', (_, stored, want, base, expected) => expect(spec(live(stored), want, base)).toEqual(expected));

test.each<[string, object, boolean]>([
  ['a person', managed('kubectl-edit', { 'f:spec': { 'f:b': {} } }), true],
  ['anyone who made it', managed('argo', { 'f:spec': { 'f:b': {} } }, { time: 'then' }), false],
  ['Helm', managed('helm', { 'f:spec': { 'f:b': {} } }), false],
  ['a controller', managed('kube-controller-manager', { 'f:spec': { 'f:b': {} } }), false],
  ['a subresource', managed('kubectl', { 'f:spec': { 'f:b': {} } }, { subresource: 'scale' }), false],
  ['another field', managed('kubectl-edit', { 'f:spec': { 'f:other': {} } }), false],
])('a field that %s set shows: %#', (_, entry, isShown) => {
  expect(spec(live({ a: 1, b: { x: 1 } }, entry), { a: 1 })).toEqual(isShown ? { a: 1, b: { x: 1 } } : { a: 1 });
});

test('a field that a person set inside an item shows', () => {
  const entry = managed('kubectl-edit', { 'f:spec': { 'f:c': { 'k:{"name":"x"}': { 'f:env': {} }, 'k:broken': {} } } });
  expect(
    spec(
      live(
        {
          c: [
            { name: 'x', env: [1], d: 1 },
            { name: 'y', d: 1 },
          ],
        },
        entry,
      ),
      { c: [{ name: 'x' }, { name: 'y' }] },
    ),
  ).toEqual({
    c: [{ name: 'x', env: [1] }, { name: 'y' }],
  });
});

test('kubectl apply leaves what it applied', () => {
  const applied = JSON.stringify(desired({ a: 1, gone: 2 }));
  const object = {
    ...live({ a: 1, gone: 2, defaulted: 3 }),
    metadata: { name: 'a', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied } },
  };
  expect(projectLive(object, desired({ a: 1 }), undefined).spec).toEqual({ a: 1, gone: 2 });
  const broken = { ...object, metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{' } } };
  expect(projectLive(broken, desired({ a: 1 }), undefined).spec).toEqual({ a: 1 });
});

test('what only a server writes', () => {
  const object = {
    kind: 'X',
    metadata: { name: 'a', uid: 'u', annotations: { 'meta.helm.sh/release-name': 'x', mine: '1' } },
    status: { x: 1 },
  };
  expect(withoutServerFields(object)).toEqual({ kind: 'X', metadata: { name: 'a', annotations: { mine: '1' } } });
});
