import { entry, get, type Rule } from '@mcpgw/structure';
import { onGateway, policyFor } from '../examples/examples.js';
import { ofKind } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

export const policyCredentialEverywhere: Rule = {
  id: 'policy-credential-everywhere',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Credentials in a policy for a Gateway are sent to every backend behind it, also to those that are added later by others.',
  docs: {
    checks: 'Policies with backend.auth that has a key or a Secret do not target a whole Gateway or ListenerSet.',
    seen: 'The controller of v1.4.1 reports the policy as Attached=True and sends the key for the whole Gateway.',
    basedOn: 'The source of the proxy of v1.4.1: a policy of a Gateway holds for every backend behind it that has none of its own.',
    fix: 'Let the policy target the Service or AgentgatewayBackend that needs the credential.',
    wrong: onGateway('backend: {auth: {secretRef: {name: api-key}}}'),
    correct: policyFor('Service', 'api', 'backend: {auth: {secretRef: {name: api-key}}}'),
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      const auth = entry(get(get(policy.node, 'spec'), 'backend'), 'auth');
      const target = targetsOf(policy).find(({ kind }) => kind === 'Gateway' || kind === 'ListenerSet');
      const fixed = ['key', 'secretRef', 'credentials', 'aws', 'azure', 'gcp'].some(key => get(auth?.value, key) !== undefined);
      if (!policy.own || auth === undefined || target === undefined || !fixed) continue;
      report({
        at: auth.keySpan,
        path: ['spec', 'backend', 'auth'],
        message: `the credential is sent to every backend behind the ${target.kind} "${target.name}"`,
        suggestion: 'target the Service or AgentgatewayBackend that needs it',
      });
    }
  },
};
