import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsSubdomain } from '../formats/grammar.js';
import { isIp } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

export const endpointAddresses: ObjectRule = {
  id: 'endpoint-addresses',
  severity: 'error',
  on: ['EndpointSlice'],
  why: 'The addresses of a slice are of the type that it names.',
  check(node, context) {
    const type = textAt(node, 'addressType');
    for (const [index, endpoint] of itemsAt(node, 'endpoints').entries()) {
      const addresses = itemsAt(endpoint, 'addresses');
      if (addresses.length > 100)
        context.report(['endpoints', index, 'addresses'], `at most 100 addresses are taken, found ${addresses.length}`);
      for (const [at, item] of addresses.entries()) {
        const address = textOrEmpty(item);
        if (!fits(address, type)) context.report(['endpoints', index, 'addresses', at], `${quoted(address)} is not of the type ${type}`);
      }
    }
  },
};

function fits(address: string, type: string): boolean {
  if (type === 'IPv4') return isIp(address) && !address.includes(':');
  if (type === 'IPv6') return isIp(address) && address.includes(':');
  return type !== 'FQDN' || (dnsSubdomain(address) === undefined && address.includes('.'));
}
