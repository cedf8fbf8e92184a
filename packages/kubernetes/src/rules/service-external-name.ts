import { dnsSubdomain } from '../formats/grammar.js';
import { quoted } from '../formats/leaf.js';
import { str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const serviceExternalName: ObjectRule = {
  id: 'service-external-name',
  on: ['ServiceSpec'],
  why: 'a service of type ExternalName stands for a DNS name',
  check(node, context) {
    if (str(node, 'type') !== 'ExternalName') return;
    const name = str(node, 'externalName').replace(/\.$/, '');
    const wrong = name === '' ? undefined : dnsSubdomain(name);
    if (name === '') context.report(['externalName'], '"externalName" is missing: the type ExternalName needs it');
    else if (wrong !== undefined) context.report(['externalName'], `${quoted(name)} is not a DNS name: ${wrong}`);
  },
};
