import { around, authPolicies, expressions, type PolicyView } from '@mcpgw/agentgateway/internal';
import { at, entries, guardsVariable, items, type Rule, readsVariable, text as textOf } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The variables that a check of the caller sets. */
const setBy: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  jwt: ['jwtAuth', 'mcpAuthentication'],
  apiKey: ['apiKey'],
  basicAuth: ['basicAuth'],
});

/** Whether rules beside the limit let only requests pass that have the variable: every rule that allows reads it, or one that requires does. */
function isRequired(set: PolicyView, variable: string): boolean {
  return around(set).some(policies => {
    const rules = items(at(policies, 'authorization', 'rules')).map(rule => {
      const entry = entries(rule).find(({ key }) => ['allow', 'deny', 'require'].includes(key));
      return { effect: entry?.key ?? 'allow', reads: readsVariable(textOf(entry?.value) ?? textOf(rule) ?? '', variable) };
    });
    const allowing = rules.filter(({ effect }) => effect === 'allow');
    return (
      rules.some(({ effect, reads }) => effect === 'require' && reads) || (allowing.length > 0 && allowing.every(({ reads }) => reads))
    );
  });
}

export const ratelimitKeyMissing: Rule = {
  id: 'ratelimit-key-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A descriptor whose value cannot be computed is dropped: the request is not limited by it, and clients choose what they send.',
  docs: {
    checks:
      'Values of remote rate limits do not depend on the caller of a check that lets requests without a credential pass. Values that read a header are left alone: services may count the requests without it by another descriptor.',
    seen: 'Live: with `apiKey.team` and `mode: optional`, v1.4.1 let a request without a key pass while the service of the limits was down and `failureMode` was failClosed, and answered 500 to one with a key.',
    fix: 'Guard the read, so that such requests have one limit together: `default(apiKey.team, "anonymous")`.',
    wrong: onRoute(`
apiKey: {mode: optional, keys: [{key: $CLIENT_KEY, metadata: {team: a}}]}
remoteRateLimit: {host: "localhost:8081", domain: gateway, descriptors: [{entries: [{key: team, value: apiKey.team}]}]}`),
    correct: onRoute(`
apiKey: {mode: optional, keys: [{key: $CLIENT_KEY, metadata: {team: a}}]}
remoteRateLimit: {host: "localhost:8081", domain: gateway, descriptors: [{entries: [{key: team, value: 'default(apiKey.team, "anonymous")'}]}]}`),
  },
  check({ root, version, report }) {
    const checks = authPolicies(root);
    for (const { node, path, set, reads, text } of expressions(root, version)) {
      if (path.at(-3) !== 'entries' || !path.includes('descriptors') || set === undefined) continue;
      const lenient = reads.find(
        ({ path: [name], guarded }) =>
          !guarded &&
          !guardsVariable(text, name!) &&
          !isRequired(set, name!) &&
          checks.some(
            check =>
              setBy[name!]?.includes(check.kind) === true &&
              check.mode !== 'strict' &&
              (check.set.node === set.node || (check.set.level === 'listener' && check.set.listener?.node === set.listener?.node)),
          ),
      );
      if (lenient !== undefined)
        report({
          at: node,
          path,
          message: `requests without a credential pass, have no "${lenient.path[0]}", and are not limited`,
          suggestion: `write default(${lenient.path.join('.')}, "anonymous")`,
        });
    }
  },
};
