import { child, list, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const podDns: ObjectRule = {
  id: 'pod-dns',
  on: ['PodSpec'],
  why: 'without a DNS policy a pod needs name servers of its own; at most 3 servers and 32 search domains are taken',
  check(node, context) {
    const config = child(node, 'dnsConfig');
    const servers = list(config, 'nameservers');
    const searches = list(config, 'searches');
    if (str(node, 'dnsPolicy') === 'None' && servers.length === 0)
      context.report(['dnsConfig', 'nameservers'], 'dnsPolicy None needs a name server in dnsConfig');
    if (servers.length > 3) context.report(['dnsConfig', 'nameservers'], `at most 3 name servers are taken, found ${servers.length}`);
    if (searches.length > 32) context.report(['dnsConfig', 'searches'], `at most 32 search domains are taken, found ${searches.length}`);
    if (searches.map(textOf).join(' ').length > 2048)
      context.report(['dnsConfig', 'searches'], 'the search domains may have 2048 characters in all');
  },
};
