import { authPolicies, htpasswdLines } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** bcrypt, Apache's MD5, SHA-1, and the 13 characters of the old crypt. */
const verifiable = /^(?:\$2[abxy]\$\d\d\$[./\w]{53}|\$apr1\$[^$]{1,8}\$.+|\{SHA\}[\w+/]{27}=|[./\w]{13})$/;

export const htpasswdHash: Rule = {
  id: 'htpasswd-hash',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy ignores a line that it cannot read and never accepts a hash that it cannot verify: that user gets 401.',
  docs: {
    checks: 'Each line of an inline htpasswd is a user, a colon and a hash of bcrypt, apr1, {SHA} or crypt, and no user occurs twice.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 401 to the right password for a line with the password in clear text or a SHA-512 hash ($6$). Of two lines for one user the last is used.',
    fix: 'Make the line with `htpasswd -nB USER`.',
    wrong: onRoute('basicAuth: {mode: strict, htpasswd: "anna:password"}'),
    correct: onRoute('basicAuth: {mode: strict, htpasswd: "anna:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="}'),
  },
  check({ root, report }) {
    for (const { kind, node, path } of authPolicies(root)) {
      if (kind !== 'basicAuth') continue;
      const seen = new Set<string>();
      const at = get(node, 'htpasswd')!;
      for (const { user, hash } of htpasswdLines(node)) {
        const again = seen.has(user);
        seen.add(user);
        if ((verifiable.test(hash) || hash.includes('${')) && !again) continue;
        report({
          at,
          path: [...path, 'htpasswd'],
          message: again
            ? `there are two lines for "${user}": the last one is used`
            : `the line of "${user}" has no hash that the proxy can verify`,
          suggestion: again ? 'keep one of them' : 'make the line with "htpasswd -nB USER"',
        });
      }
    }
  },
};
