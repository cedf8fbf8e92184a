import { given, itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const podDns: ObjectRule = {
  id: 'pod-dns',
  severity: 'error',
  on: ['PodSpec'],
  why: 'Without a DNS policy a pod needs name servers of its own; at most 3 servers and 32 search domains are taken.',
  check(node, context) {
    const config = given(node, 'dnsConfig');
    const servers = itemsAt(config, 'nameservers');
    const searches = itemsAt(config, 'searches');
    if (textAt(node, 'dnsPolicy') === 'None' && servers.length === 0)
      context.report(['dnsConfig', 'nameservers'], 'dnsPolicy None needs a name server in dnsConfig');
    if (servers.length > 3) context.report(['dnsConfig', 'nameservers'], `at most 3 name servers are taken, found ${servers.length}`);
    if (searches.length > 32) context.report(['dnsConfig', 'searches'], `at most 32 search domains are taken, found ${searches.length}`);
    if (searches.map(textOrEmpty).join(' ').length > 2048)
      context.report(['dnsConfig', 'searches'], 'the search domains may have 2048 characters in all');
  },
};
