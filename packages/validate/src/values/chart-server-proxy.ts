import { at, get, items, type Rule } from '@mcpgw/structure';
import { isOff, tell, textOf } from './value-at.js';

/** Variables that the chart sets in an instance whose network is PROXIED. */
const ofProxy = /^(?:https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|all_proxy|ALL_PROXY|NODE_USE_ENV_PROXY)$/;

export const chartServerProxy: Rule = {
  id: 'chart-server-proxy',
  severity: 'warning',
  kinds: ['values'],
  why: 'A server with confidential data reaches the forward proxy of the chart and nothing else: a variable that names another way replaces that of the chart, and connections time out.',
  docs: {
    checks:
      'Variables for proxies in `mcpServers[].env` of servers whose network is PROXIED or NONE, and those that the chart sets to tell a server what it is (`MCP_INSTANCE`, `MCP_NETWORK`).',
    fix: 'Remove the variable; the chart sets it.',
    wrong:
      'global: {agentgateway: {routingMode: static}}\nmcpServers: [{id: crm, image: {repository: crm, tag: "1"}, sensitivity: CONFIDENTIAL, allowedHosts: [api.acme.com], env: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]}]\n',
    correct:
      'global: {agentgateway: {routingMode: static}}\nmcpServers: [{id: crm, image: {repository: crm, tag: "1"}, sensitivity: CONFIDENTIAL, allowedHosts: [api.acme.com], env: [{name: LOG_LEVEL, value: info}]}]\n',
  },
  check(context) {
    for (const [index, server] of items(get(context.root, 'mcpServers')).entries()) {
      if (isOff(get(server, 'enabled'))) continue;
      const levels = [textOf(get(server, 'sensitivity')), textOf(at(server, 'isolation', 'sensitivity'))];
      const isLimited = levels.some(level => /^(?:CONFIDENTIAL|SECRET)$/.test(level));
      for (const [place, variable] of items(get(server, 'env')).entries()) {
        const name = textOf(get(variable, 'name'));
        const path = ['mcpServers', index, 'env', place, 'name'];
        if (isLimited && ofProxy.test(name))
          tell(context, path, `it replaces the ${name} of the chart, and a NetworkPolicy permits no other way out`, 'remove it');
        else if (/^MCP_(?:INSTANCE|NETWORK)$/.test(name)) tell(context, path, `the chart sets ${name} itself`, 'rename the variable');
      }
    }
  },
};
