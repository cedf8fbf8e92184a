import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { isIp } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const serviceClusterIp: ObjectRule = {
  id: 'service-cluster-ip',
  severity: 'error',
  on: ['ServiceSpec'],
  why: 'ClusterIP is an address or None; clusterIPs starts with it and holds one address of a family.',
  check(node, context) {
    if (textAt(node, 'type') === 'ExternalName') return;
    const first = textAt(node, 'clusterIP');
    const all = itemsAt(node, 'clusterIPs').map(textOrEmpty);
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
      itemsAt(node, 'clusterIPs'),
      item => (isIp(textOrEmpty(item)) ? (textOrEmpty(item).includes(':') ? 'IPv6' : 'IPv4') : ''),
      (index, family) => context.report(['clusterIPs', index], `at most one ${family} address is taken`),
    );
    duplicates(itemsAt(node, 'ipFamilies'), textOrEmpty, (index, family) =>
      context.report(['ipFamilies', index], `${family} stands there twice`),
    );
  },
};
