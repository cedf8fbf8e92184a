/** `auth` and `profiles` of `gateway.yaml`. */
import type { Answers, Census } from '@mcpgw/structure';
import { answers, container } from './natures.js';

const keys = answers({
  inert: 'A key that no header can carry is refused.',
  opens: ['weak-key', 'secret-in-clear-text', 'unfilled-value', 'serve-open-without-key'],
  conflicts: ['weak-key'],
});
const condition = answers({ inert: ['profile-binding'], opens: ['profile-binding'], conflicts: ['profile-binding'] });
const ofKey = answers({ inert: 'Only profiles that name it depend on it.', opens: 'The one who writes the key says what its holder has.' });
const oauth = (given: Partial<Answers>): Answers => answers({ breaks: ['oauth-settings'], ...given });

export const serveAuthCensus: Census = {
  'who may call': { api_keys: keys, admin_keys: keys, oauth: container },
  'a key with a name': { name: answers({ conflicts: ['key-name'] }), key: keys, groups: ofKey, scopes: ofKey },
  'tokens of OAuth': {
    resource: oauth({ opens: ['oauth-settings'], conflicts: ['oauth-settings'] }),
    issuers: answers({ breaks: 'An empty list is refused.', conflicts: ['oauth-settings'] }),
    required_scopes: oauth({ opens: 'Without it every token for this resource counts, which is what issuers promise.' }),
    admins: condition,
    clock_skew: answers({ opens: 'More than five minutes is refused.', inert: 'Zero allows no difference, as it says.' }),
  },
  'an issuer of tokens': {
    issuer: oauth({ conflicts: ['oauth-settings'] }),
    audiences: answers({
      inert: ['oauth-settings'],
      opens: ['oauth-settings'],
    }),
    jwks_uri: oauth({}),
    algorithms: answers({ opens: 'Only signatures with public keys are accepted words.' }),
    groups_claim: answers({ inert: ['oauth-settings'] }),
  },
  'conditions on a caller': { subjects: condition, groups: condition, scopes: condition, issuers: condition, keys: condition },
  'a profile of the gateway': {
    name: answers({ conflicts: ['profile-without-servers'] }),
    servers: answers({ inert: ['profile-without-servers', 'unknown-profile-server'] }),
    tools: answers({
      inert: ['profile-binding'],
      opens: 'A selection shows less; without it all tools are shown.',
      breaks: ['profile-binding'],
    }),
    allow: condition,
  },
};
