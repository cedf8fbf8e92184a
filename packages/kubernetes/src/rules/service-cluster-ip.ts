import { isIp } from '../formats/ip.js';
import { quoted } from '../formats/leaf.js';
import { list, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const serviceClusterIp: ObjectRule = {
  id: 'service-cluster-ip',
  on: ['ServiceSpec'],
  why: 'clusterIP is an address or None; clusterIPs starts with it and holds one address of a family',
  check(node, context) {
    if (str(node, 'type') === 'ExternalName') return;
    const first = str(node, 'clusterIP');
    const all = list(node, 'clusterIPs').map(textOf);
    if (first !== '' && first !== 'None' && !isIp(first))
      context.report(['clusterIP'], `${quoted(first)} is neither an IP address nor None`);
    if (first !== '' && all.length > 0 && all[0] !== first)
      context.report(['clusterIPs', 0], `clusterIPs must start with clusterIP, ${quoted(first)}`);
    if (first === '' && all.length > 0) context.report(['clusterIPs'], 'clusterIPs needs clusterIP, with its first value');
    if (all.length > 2) context.report(['clusterIPs', 2], `at most 2 addresses are taken, found ${all.length}`);
    for (const [index, address] of all.entries()) {
      if (address === 'None' && all.length > 1) context.report(['clusterIPs', index], 'None must be the only value');
      else if (address !== 'None' && !isIp(address)) context.report(['clusterIPs', index], `${quoted(address)} is not an IP address`);
    }
    duplicates(
      list(node, 'clusterIPs'),
      item => (isIp(textOf(item)) ? (textOf(item).includes(':') ? 'IPv6' : 'IPv4') : ''),
      (index, family) => context.report(['clusterIPs', index], `at most one ${family} address is taken`),
    );
    duplicates(list(node, 'ipFamilies'), textOf, (index, family) => context.report(['ipFamilies', index], `${family} stands there twice`));
  },
};
