import { appliesAround, callerChecks, mcpBackends, policySets } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, type Rule, text } from '@mcpgw/structure';

const example = (config: string): string => `${config}mcp:
  port: 3000
  statefulMode: stateful
  policies: {apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}}
  targets: [{name: a, mcp: {host: "http://127.0.0.1:8080/mcp"}}]
`;

export const sessionKeyMissing: Rule = {
  id: 'session-key-missing',
  severity: 'info',
  kinds: ['agentgateway'],
  since: '1.1.0',
  why: 'Without a key, session IDs are not encrypted: any caller who passes the check can read where a session leads, and make an ID for the session of somebody else.',
  docs: {
    checks:
      'A configuration that asks for sessions (`statefulMode: stateful`) and checks who calls has a session key. The default, which is also `stateful`, is not reported. The variable `SESSION_KEY` of the proxy also sets the key; it cannot be seen in a file.',
    seen: 'Live: v1.1.0 and v1.4.1 send session IDs that anyone can decode and make if they have no key; with a key the IDs are encrypted with AES-256-GCM.',
    fix: 'Make a key with `openssl rand -hex 32`, keep it in a Secret, and give it to every replica of the proxy by the variable `SESSION_KEY`, or as `config.session.key`.',
    wrong: example(''),
    correct: example('config:\n  session:\n    key: "${SESSION_KEY_HEX}"\n'),
  },
  check({ root, report }) {
    const key = at(root, 'config', 'session', 'key');
    if (key !== undefined && !isNull(key)) return;
    const sets = policySets(root);
    for (const { node, path, route } of mcpBackends(root)) {
      const mode = get(node, 'statefulMode');
      if (mode === undefined || text(mode) !== 'stateful') continue;
      const set = route && sets.find(each => each.node === route.policies);
      if (!appliesAround(root, set, callerChecks)) continue;
      report({
        at: mode,
        path: [...path, 'statefulMode'],
        message: 'no key encrypts the session IDs: callers can read them, and make those of others',
        suggestion: 'set the variable SESSION_KEY of the proxy, or "config.session.key"; make a key with "openssl rand -hex 32"',
      });
      return;
    }
  },
};
