import { textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

const sequences = ['//', '/./', '/../', '%2f', '%2F'];
const endings = ['/..', '/.'];

export const ingressPath: ObjectRule = {
  id: 'ingress-path',
  severity: 'error',
  on: ['HTTPIngressPath'],
  why: 'The path of an ingress is absolute and plain.',
  check(node, context) {
    const path = textAt(node, 'path');
    const type = textAt(node, 'pathType');
    if (type === 'ImplementationSpecific') {
      if (path !== '' && !path.startsWith('/')) context.report(['path'], `${quoted(path)} must start with "/"`);
      return;
    }
    if (type !== 'Exact' && type !== 'Prefix') return;
    if (!path.startsWith('/'))
      context.report(['path'], path === '' ? `"path" is missing: pathType ${type} needs it` : `${quoted(path)} must start with "/"`);
    const found = sequences.find(sequence => path.includes(sequence)) ?? endings.find(ending => path.endsWith(ending));
    if (found !== undefined) context.report(['path'], `${quoted(path)} may not hold "${found}" with pathType ${type}`);
  },
};
