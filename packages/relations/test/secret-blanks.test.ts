/** Ends of lines and blanks around values of Secrets: where they are part of the value, and where they are taken off. */
import { object, onGateway, policy, say } from './objects.js';

const secret = (data: string, labels = 'use: api') =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {${labels}}}\n${data}\n---\n`;
const keys = (field = 'secretSelector: {matchLabels: {use: api}}') => policy(onGateway, `traffic: {apiKeyAuthentication: {${field}}}`);
const encoded = (text: string) => Buffer.from(text).toString('base64');
const container = (fields: string) => object('v1', 'Pod', 'p', `{containers: [{name: a, image: "a:1", ${fields}}]}`);

/** The findings about blanks. */
const found = (objects: string): string[] => say(objects).filter(each => /policy-keys|secret-value/.test(each));

it.each<[what: string, objects: string, expected: string[]]>([
  ['a key as echo encodes it', secret(`data: {ann: ${encoded('key-of-ann\n')}}`) + keys(), ['warning policy-keys data.ann']],
  ['a key as a block text', `${secret('stringData:\n  ann: |\n    key-of-ann')}${keys()}`, ['warning policy-keys stringData.ann']],
  ['a key with a blank before it', secret('stringData: {ann: " key-of-ann"}') + keys(), ['warning policy-keys stringData.ann']],
  ['a Secret by name', secret('stringData: {ann: "key\\n"}') + keys('secretRef: {name: s}'), ['warning policy-keys stringData.ann']],
  ['a key alone', secret(`data: {ann: ${encoded('key-of-ann')}}`) + keys(), []],
  ['JSON, which is read without what stands around it', secret('stringData:\n  ann: |\n    {"key": "key-of-ann"}') + keys(), []],
  [
    'a variable of a container, whatever its name',
    secret('stringData: {ann: "a-key\\n"}') + container('env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: ann}}}]'),
    ['warning secret-value stringData.ann'],
  ],
  [
    'all variables of a container',
    secret('stringData: {ANN: "a-key\\n"}') + container('envFrom: [{secretRef: {name: s}}]'),
    ['warning secret-value stringData.ANN'],
  ],
  [
    'a file of a container',
    secret('stringData: {notes: "a text\\n"}') +
      container('volumeMounts: [{name: s, mountPath: /s}]}], volumes: [{name: s, secret: {secretName: s}'),
    [],
  ],
  [
    'several lines',
    secret('stringData: {ann: "one\\ntwo\\n"}') + container('env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: ann}}}]'),
    [],
  ],
  ['a password that nothing here reads', secret('stringData: {password: "hunter2\\n"}'), ['warning secret-value stringData.password']],
])('%s', (_what, objects, expected) => {
  expect(found(objects)).toEqual(expected);
});

it('the controller of agentgateway takes blanks off the credentials of backends', () => {
  const backend = object(
    'agentgateway.dev/v1alpha1',
    'AgentgatewayBackend',
    'b',
    '{static: {host: web.apps.svc, port: 80}, policies: {auth: {secretRef: {name: s, key: token}}}}',
  );
  expect(found(secret('stringData: {token: "a-token\\n"}') + backend)).toEqual([]);
  expect(found(secret('stringData: {token: "a-token\\n"}') + backend + container('envFrom: [{secretRef: {name: s}}]'))).toEqual([
    'warning secret-value stringData.token',
  ]);
});
