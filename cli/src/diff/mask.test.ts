import type { JsonData } from '../json.js';
import { maskText, maskValue } from './mask.js';
import type { FieldPath } from './path.js';

const token = `ghp_${'a'.repeat(36)}`;

test.each<[string, string, FieldPath, JsonData, JsonData]>([
  ['data of a Secret', 'Secret', ['data', 'x'], 'aGk=', '(masked, 4 bytes)'],
  [
    'a whole Secret',
    'Secret',
    [],
    { metadata: { name: 's' }, stringData: { x: 'hello' } },
    { metadata: { name: 's' }, stringData: { x: '(masked, 5 bytes)' } },
  ],
  ['numbers in a Secret', 'Secret', ['stringData', 'pin'], 1234, '(masked, 4 bytes)'],
  ['data of a ConfigMap', 'ConfigMap', ['data', 'x'], 'hello', 'hello'],
  ['a field named after a secret', 'ConfigMap', ['data', 'api_key'], 'hello', '(masked, 5 bytes)'],
  [
    'the key of backendAuth',
    'ConfigMap',
    ['data', 'config.yaml', 'routes', 0, 'policies', 'backendAuth', 'key'],
    'hello',
    '(masked, 5 bytes)',
  ],
  ['a key that sorts', 'Pod', ['spec', 'tolerations', 0, 'key'], 'arch', 'arch'],
  ['a placeholder', 'ConfigMap', ['backendAuth', 'key'], '${KEY}', '${KEY}'],
  [
    'a variable by its name',
    'Deployment',
    ['env'],
    [
      { name: 'API_TOKEN', value: 'hello' },
      { name: 'LEVEL', value: 'info' },
    ],
    [
      { name: 'API_TOKEN', value: '(masked, 5 bytes)' },
      { name: 'LEVEL', value: 'info' },
    ],
  ],
  ['the value of such a variable', 'Deployment', ['env', { key: 'name', value: 'API_TOKEN' }, 'value'], 'hello', '(masked, 5 bytes)'],
  ['the name of a Secret', 'Ingress', ['tls', 0, 'secretName'], 'cert', 'cert'],
  ['the name of an existing Secret', 'Deployment', ['existingSecret'], 'cert', 'cert'],
  ['a reference to a Secret', 'Deployment', ['secretKeyRef'], { name: 'github', key: 'TOKEN' }, { name: 'github', key: 'TOKEN' }],
  ['a well-known token anywhere', 'ConfigMap', ['x'], token, '(masked, 40 bytes)'],
  [
    'keys of the prototype',
    'ConfigMap',
    [],
    JSON.parse('{"__proto__":{"token":"hello"}}'),
    JSON.parse('{"__proto__":{"token":"(masked, 5 bytes)"}}'),
  ],
])('%s', (_, kind, path, value, expected) => expect(maskValue(value, kind, path)).toEqual(expected));

test.each([
  ['https://user:pass@host/x', 'https://(masked)@host/x'],
  ['Authorization: Bearer abcdefgh12345', 'Authorization: (masked)'],
  ['--set apiKey=hunter22 -n mcp', '--set apiKey=(masked) -n mcp'],
  [`a ${token} b`, 'a (masked) b'],
  ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', '(masked)'],
  ['nothing to hide: token bucket, 3 keys', 'nothing to hide: token bucket, 3 keys'],
])('text %s', (text, expected) => expect(maskText(text)).toBe(expected));
