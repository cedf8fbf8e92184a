import { entriesAt, given, type MapNode, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const needed: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

export const secretKeys: ObjectRule = {
  id: 'secret-keys',
  severity: 'error',
  on: ['Secret'],
  why: 'A secret with a type other than Opaque holds the keys of that type.',
  check(node, context) {
    const type = textAt(node, 'type');
    const keys = new Set([...entriesAt(node, 'data'), ...entriesAt(node, 'stringData')].map(entry => entry.key));
    for (const key of needed[type] ?? []) if (!keys.has(key)) context.report(['data'], `a secret of type ${type} needs the key "${key}"`);
    if (type === 'kubernetes.io/basic-auth' && !keys.has('username') && !keys.has('password'))
      context.report(['data'], `a secret of type ${type} needs the key "username" or "password"`);
    if (
      type === 'kubernetes.io/service-account-token' &&
      textAt(given(given(node, 'metadata'), 'annotations'), 'kubernetes.io/service-account.name') === ''
    )
      context.report(['metadata', 'annotations'], `a secret of type ${type} needs the annotation kubernetes.io/service-account.name`);
    for (const key of ['.dockerconfigjson', '.dockercfg']) if (needed[type]?.includes(key)) checkJson(node, key, context);
  },
};

/** The content of a registry secret must be a JSON object. */
function checkJson(node: MapNode, key: string, context: ObjectContext): void {
  const plain = entriesAt(node, 'stringData').findLast(entry => entry.key === key);
  const encoded = entriesAt(node, 'data').findLast(entry => entry.key === key);
  if (plain === undefined && encoded === undefined) return;
  const text = plain === undefined ? Buffer.from(textOrEmpty(encoded!.value), 'base64').toString('utf8') : textOrEmpty(plain.value);
  if (!isJsonObject(text)) context.report([plain === undefined ? 'data' : 'stringData', key], `"${key}" must hold a JSON object`);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}
