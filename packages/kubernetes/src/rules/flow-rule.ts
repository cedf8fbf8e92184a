import { isAt, itemsAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsLabel } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

const verbs = new Set(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']);

export const flowRule: ObjectRule = {
  id: 'flow-rule',
  severity: 'error',
  on: ['ResourcePolicyRule', 'NonResourcePolicyRule'],
  why: 'A rule of a flow names known verbs and places, or "*" alone.',
  check(node, context) {
    for (const key of ['verbs', 'apiGroups', 'resources', 'namespaces', 'nonResourceURLs']) {
      const values = itemsAt(node, key).map(textOrEmpty);
      const all = values.includes('*');
      if (all && values.length > 1) context.report([key], `"*" stands for everything: no other value may stand in ${key}`);
      for (const [index, value] of all ? [] : values.entries()) {
        const wrong = wrongWith(key, value);
        if (wrong !== undefined) context.report([key, index], `${quoted(value)} ${wrong}`);
      }
    }
    if (context.types.includes('ResourcePolicyRule') && !isAt(node, 'clusterScope', true) && itemsAt(node, 'namespaces').length === 0)
      context.report(['namespaces'], '"namespaces" is missing: without clusterScope it is needed', 'for all of them, ["*"]');
  },
};

function wrongWith(key: string, value: string): string | undefined {
  if (key === 'verbs') return verbs.has(value) ? undefined : `is not a verb: one of ${[...verbs].join(', ')}`;
  if (key === 'namespaces') return dnsLabel(value) === undefined ? undefined : 'is not a name of a namespace';
  if (key !== 'nonResourceURLs' || value === '/') return undefined;
  if (!value.startsWith('/') || /\s|\/\//.test(value)) return 'is not a path: it must start with "/", without spaces or a double "/"';
  return /^[^*]*(?:\/\*)?$/.test(value) ? undefined : 'is not a path: "*" may stand only as its last part';
}
