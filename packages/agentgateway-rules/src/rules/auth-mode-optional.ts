import { type AuthView, appliesAround, authPolicies, expressions, identityVariables, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const exchanges = ['oauthTokenExchange', 'crossAppAccess'];
const credential: Readonly<Record<string, string>> = { jwtAuth: 'a token', basicAuth: 'a user name', apiKey: 'a key' };

/** Whether something else refuses requests without a credential. */
function isCovered(root: Node, version: string, { set, kind }: AuthView): boolean {
  if (appliesAround(root, set, ['extAuthz', 'oidc', 'mcpAuthentication'])) return true;
  // The exchange of a token fails without one.
  if (policiesNamed(root, 'backendAuth').some(({ node }) => exchanges.some(name => get(node, name) !== undefined))) return true;
  if (authPolicies(root).some(other => other.kind !== kind && other.mode === 'strict' && appliesAround(root, set, [other.kind])))
    return true;
  return expressions(root, version).some(
    ({ use, reads }) =>
      (use === 'allow' || use === 'require' || use === 'deny') && reads.some(({ path }) => identityVariables.has(path[0]!)),
  );
}

export const authModeOptional: Rule = {
  id: 'auth-mode-optional',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The default mode lets requests without any credential pass; only a wrong one is refused.',
  docs: {
    checks:
      'The policies jwtAuth, basicAuth and apiKey have `mode: strict`, unless a rule on the identity, another check or an authorization service refuses requests without one. A mode that is written is an info.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 200 to requests without a credential when the mode is left out.',
    fix: 'Write `mode: strict`, or add an authorization rule on the identity.',
    wrong: onRoute('basicAuth: {htpasswd: {file: ./users}}'),
    correct: onRoute('basicAuth: {mode: strict, htpasswd: {file: ./users}}'),
  },
  check({ root, version, report }) {
    for (const policy of authPolicies(root)) {
      const { kind, node, path, mode } = policy;
      if (kind === 'mcpAuthentication' || mode === 'strict' || (mode === 'permissive' && kind === 'jwtAuth')) continue;
      if (isCovered(root, version, policy)) continue;
      const written = get(node, 'mode');
      report({
        at: written ?? node,
        path: written === undefined ? path : [...path, 'mode'],
        ...(written === undefined ? {} : { chosen: true }),
        message:
          mode === 'permissive'
            ? `in mode "permissive" requests with a wrong key pass`
            : `requests without ${credential[kind]} pass: ${written === undefined ? 'without "mode" it is "optional"' : 'the mode is "optional"'}`,
        suggestion: 'write "mode: strict"',
      });
    }
  },
};
