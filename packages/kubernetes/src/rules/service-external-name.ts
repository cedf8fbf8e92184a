import { textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsSubdomain } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

export const serviceExternalName: ObjectRule = {
  id: 'service-external-name',
  severity: 'error',
  on: ['ServiceSpec'],
  why: 'A service of type ExternalName stands for a DNS name.',
  check(node, context) {
    if (textAt(node, 'type') !== 'ExternalName') return;
    const name = textAt(node, 'externalName').replace(/\.$/, '');
    const wrong = name === '' ? undefined : dnsSubdomain(name);
    if (name === '') context.report(['externalName'], '"externalName" is missing: the type ExternalName needs it');
    else if (wrong !== undefined) context.report(['externalName'], `${quoted(name)} is not a DNS name: ${wrong}`);
  },
};
