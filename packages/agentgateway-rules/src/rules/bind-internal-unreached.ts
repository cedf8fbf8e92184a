import { listed } from '@mcpgw/agentgateway/internal';
import { at, get, type Rule, text } from '@mcpgw/structure';

/** Binds that open tunnels, whose connections go on to the bind of another port. */
const tunnels: ReadonlySet<string> = new Set(['connect', 'hboneGateway', 'hboneWaypoint']);

const example = (front: string, mode: string): string => `${front}binds:
- port: 8080
  listeners: [{routes: [{backends: [{host: "localhost:8081"}]}]}]
- port: 3000
  mode: ${mode}
  listeners: [{routes: [{backends: [{host: "api.example:80"}]}]}]
`;

export const bindInternalUnreached: Rule = {
  id: 'bind-internal-unreached',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.4.0',
  why: 'A bind of mode internal opens no port: only tunnels that end in this proxy lead to it, and without one nothing does.',
  docs: {
    checks:
      'Binds with `mode: internal`, where no other bind has `tunnelProtocol` connect or HBONE and `frontendPolicies.connect` has not the mode tunnel. The mode does not mean that the port is for localhost or for the cluster.',
    seen: 'Live: v1.4.1 takes the file, becomes ready and opens no port for such a bind.',
    basedOn: 'The source of the proxy of v1.4.1: CONNECT and HBONE look it up by its port.',
    fix: 'Remove `mode`, and keep others from the port by other means; or let another bind take the tunnels.',
    wrong: example('', 'internal'),
    correct: example('frontendPolicies: {connect: {mode: tunnel}}\n', 'internal'),
  },
  check({ root, report }) {
    if (text(at(root, 'frontendPolicies', 'connect', 'mode')) === 'tunnel') return;
    const binds = listed(get(root, 'binds'), ['binds']);
    if (binds.some(({ node }) => tunnels.has(text(get(node, 'tunnelProtocol')) ?? ''))) return;
    for (const { node, path } of binds) {
      const mode = get(node, 'mode');
      if (text(mode) === 'internal')
        report({
          at: mode!,
          path: [...path, 'mode'],
          message: 'no port is opened, and no tunnel of this proxy leads here: the listeners get no request',
          suggestion: 'remove "mode"',
        });
    }
  },
};
