import { at, get, items, type Rule } from '@mcpgw/structure';
import { isOff, tell, textOf } from './value-at.js';

export const chartForwardProxy: Rule = {
  id: 'chart-forward-proxy',
  severity: 'warning',
  kinds: ['values'],
  why: 'The host is allowed, and no connection to it is ever made: the forward proxy does not reach the range that its address is in.',
  docs: {
    checks:
      'Entries of `mcpServers[].allowedHosts` that are addresses in a range of `forwardProxy.exceptCidrs`, and names that only resolve inside a cluster or a private network, whose addresses are in such ranges. Nothing is reported once `forwardProxy.extraEgress` has a rule.',
    fix: 'Open the address of the host by a rule of `forwardProxy.extraEgress`, and take its range out of `exceptCidrs` if needed.',
    wrong:
      'global: {agentgateway: {routingMode: static}}\nmcpServers: [{id: crm, image: {repository: crm, tag: "1"}, sensitivity: CONFIDENTIAL, allowedHosts: [10.1.2.3]}]\nforwardProxy: {exceptCidrs: [10.0.0.0/8]}\n',
    correct:
      'global: {agentgateway: {routingMode: static}}\nmcpServers: [{id: crm, image: {repository: crm, tag: "1"}, sensitivity: CONFIDENTIAL, allowedHosts: [api.acme.com]}]\n',
  },
  check(context) {
    const { root } = context;
    const ranges = items(at(root, 'forwardProxy', 'exceptCidrs')).map(range => textOf(range));
    if (ranges.length === 0 || items(at(root, 'forwardProxy', 'extraEgress')).length > 0) return;
    for (const [index, server] of items(get(root, 'mcpServers')).entries()) {
      if (isOff(get(server, 'enabled'))) continue;
      for (const [place, node] of items(get(server, 'allowedHosts')).entries()) {
        const host = textOf(node).replace(/:\d+$/, '').toLowerCase();
        const range = ranges.find(each => contains(each, host));
        const path = ['mcpServers', index, 'allowedHosts', place];
        const open = 'add a rule for its address to forwardProxy.extraEgress';
        if (range !== undefined) tell(context, path, `the forward proxy never reaches "${host}": its address is in ${range}`, open);
        else if (isInternal(host) && ranges.some(each => /^(?:10|172|192\.168)\./.test(each)))
          tell(context, path, `"${host}" is a name inside the cluster or a private network, whose addresses are in exceptCidrs`, open);
      }
    }
  },
};

const isInternal = (host: string): boolean => /^[a-z0-9-]+$|\.(?:svc|local|internal|lan|localhost)$|\.svc\./.test(host);

/** An IPv4 address as a number; undefined for other texts. */
function addressOf(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every(part => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Whether an IPv4 range holds an address. */
function contains(range: string, host: string): boolean {
  const [base = '', bits = ''] = range.split('/');
  const [network, address] = [addressOf(base), addressOf(host)];
  if (network === undefined || address === undefined || !/^\d{1,2}$/.test(bits) || Number(bits) > 32) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(network / size) === Math.floor(address / size);
}
