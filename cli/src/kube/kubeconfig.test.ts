import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '../../../test/helpers/command.js';
import { readCluster } from './kubeconfig.js';

let folder = '';
const config = (user: object, cluster: object = { server: 'https://one:6443/' }, more: object = {}): string =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'one', user: 'u', namespace: 'mcp' } }],
    clusters: [{ name: 'one', cluster }],
    users: [{ name: 'u', user }],
    ...more,
  });

beforeEach(() => {
  folder = writeTree({
    'token.yaml': config({ token: 'secret' }),
    'files.yaml': config({ tokenFile: 'token' }, { server: 'https://one', 'certificate-authority': 'ca.crt', 'tls-server-name': 'kube' }),
    'certs.yaml': config(
      { 'client-certificate-data': Buffer.from('C').toString('base64'), 'client-key': 'key.pem' },
      { server: 'http://one', 'insecure-skip-tls-verify': true },
    ),
    'contexts.yaml': JSON.stringify({
      contexts: [
        { name: 'c', context: { cluster: 'two' } },
        { name: 'd', context: { cluster: 'two' } },
      ],
      clusters: [{ name: 'two', cluster: { server: 'https://two' } }],
    }),
    'exec.yaml': config({ exec: { command: './plugin', args: ['a'], env: [{ name: 'X', value: 'y' }] } }),
    'exec-fails.yaml': config({ exec: { command: './fails', installHint: 'install it' } }),
    'exec-prints.yaml': config({ exec: { command: 'echo', args: ['hello'] } }),
    'exec-missing.yaml': config({ exec: { command: './none' } }),
    'provider.yaml': config({ 'auth-provider': { name: 'gcp' } }),
    'no-server.yaml': config({}, {}),
    'bad-server.yaml': config({}, { server: 'ftp://x' }),
    'proxy.yaml': config({}, { server: 'https://x', 'proxy-url': 'socks5://y' }),
    'no-context.yaml': config({}, {}, { 'current-context': '' }),
    'text.yaml': 'hello',
    'broken.yaml': 'a: [',
    token: 'from-file\n',
    'ca.crt': 'CA',
    'key.pem': 'K',
    plugin: '#!/bin/sh\necho "{\\"status\\": {\\"token\\": \\"$1-$X\\"}}"\n',
    fails: '#!/bin/sh\nexit 3\n',
  });
  for (const name of ['plugin', 'fails']) chmodSync(join(folder, name), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (names: string, kubeContext?: string) =>
  readCluster(
    {
      kubeconfig: names
        .split(':')
        .map(name => join(folder, name))
        .join(':'),
      ...(kubeContext === undefined ? {} : { kubeContext }),
    },
    { PATH: process.env.PATH },
  );

test.each<[string, string, string | undefined, object]>([
  ['a token', 'token.yaml', undefined, { server: 'https://one:6443', insecure: false, namespace: 'mcp', token: 'secret' }],
  [
    'files beside the kubeconfig',
    'files.yaml',
    undefined,
    { server: 'https://one', insecure: false, ca: 'CA', tlsServerName: 'kube', namespace: 'mcp', token: 'from-file' },
  ],
  ['a client certificate', 'certs.yaml', undefined, { server: 'http://one', insecure: true, namespace: 'mcp', cert: 'C', key: 'K' }],
  [
    'the first of two files wins',
    'token.yaml:contexts.yaml',
    undefined,
    { server: 'https://one:6443', insecure: false, namespace: 'mcp', token: 'secret' },
  ],
  ['a context of the second', 'token.yaml:contexts.yaml', 'd', { server: 'https://two', insecure: false }],
  [
    'a file that is not there is left out',
    'none.yaml:token.yaml',
    undefined,
    { server: 'https://one:6443', insecure: false, namespace: 'mcp', token: 'secret' },
  ],
  ['a plugin', 'exec.yaml', undefined, { server: 'https://one:6443', insecure: false, namespace: 'mcp', token: 'a-y' }],
])('%s', (_, names, context, expected) => expect(read(names, context)).toEqual(expected));

test.each<[string, string | undefined, string]>([
  ['none.yaml', undefined, 'no kubeconfig at DIR/none.yaml'],
  ['token.yaml', 'x', 'the kubeconfig has no context "x"'],
  ['contexts.yaml', undefined, 'the kubeconfig has no current-context; name one with --kube-context'],
  ['no-context.yaml', undefined, 'the kubeconfig has no current-context; name one with --kube-context'],
  ['no-server.yaml', undefined, "the kubeconfig's cluster has no server"],
  ['bad-server.yaml', undefined, 'the kubeconfig\'s server "ftp://x" is not an http or https URL'],
  ['proxy.yaml', undefined, "the kubeconfig's proxy-url is not supported; reach the cluster directly"],
  ['provider.yaml', undefined, "the kubeconfig's auth-provider is gone from Kubernetes; use exec"],
  ['exec-fails.yaml', undefined, "the kubeconfig's exec ./fails failed: exit code 3\ninstall it"],
  ['exec-prints.yaml', undefined, "the kubeconfig's exec echo printed no ExecCredential"],
  ['exec-missing.yaml', undefined, "the kubeconfig's exec ./none failed: spawnSync DIR/none ENOENT"],
  ['text.yaml', undefined, 'DIR/text.yaml is not a kubeconfig'],
])('%s %s is refused', (name, context, message) => {
  expect(() => read(name, context)).toThrow(expect.objectContaining({ name: 'InputError', message: message.replaceAll('DIR', folder) }));
});

test('broken YAML is refused', () => expect(() => read('broken.yaml')).toThrow(/broken\.yaml: .*line 1/));

test('no kubeconfig and no pod', () => {
  expect(() => readCluster({}, { HOME: folder })).toThrow('no cluster: set KUBECONFIG or --kubeconfig, or run inside one');
});
