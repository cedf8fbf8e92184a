import { child, mcpTargets, type Placed, targetedPolicies } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const urlPortIgnored: Rule = {
  id: 'url-port-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A port that is not a number is dropped silently: 80 is used, or 443 for https.',
  docs: {
    checks: 'Looks for ports in URLs that are not a number from 0 to 65535.',
    seen: 'Live: v1.1.0 and v1.4.1 connect to port 80 for `http://127.0.0.77:x/mcp`.',
    fix: 'Write the number of the port.',
    wrong: withTarget('name: a\nmcp:\n  host: "http://srv:x/mcp"'),
    correct: withTarget('name: a\nmcp:\n  host: "http://srv:3001/mcp"'),
  },
  check({ root, report }) {
    const ofTargets = mcpTargets(root).map(({ spec }) => child(spec, 'host'));
    const ofPolicies = targetedPolicies(root)
      .map(policy => child(policy, 'host'))
      .filter(host => /:\/\//.test(text(host?.node) ?? ''));
    for (const host of [...ofTargets, ...ofPolicies]) {
      const value = text(host?.node) ?? '';
      const port = portOf(value);
      if (port === undefined || value.includes('$') || (/^\d+$/.test(port) && Number(port) <= 65535)) continue;
      const { node, path } = host as Placed;
      report({
        at: node,
        path,
        message: `the port "${port}" is dropped; ${/^https:/i.test(value) ? 443 : 80} is used instead`,
        suggestion: 'write a port from 1 to 65535',
      });
    }
  },
};

/** The text after the host and a colon; undefined if there is no colon. */
function portOf(url: string): string | undefined {
  const authority = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/, 1)[0]!;
  return /^(?:[^@]*@)?(?:\[[^\]]*\]|[^:]*):(.*)$/.exec(authority)?.[1];
}
