import { child, listed } from '@mcpgw/agentgateway/internal';
import { entries, get, isNull, type Rule, text, toPlain } from '@mcpgw/structure';

/** Policies of which the proxy joins those of several places. */
const joined: ReadonlySet<string> = new Set(['authorization', 'mcpAuthorization', 'ai']);

const document = (second: string): string => `binds:
- port: 3000
  listeners:
  - routes:
    - name: api
      backends:
      - host: "api:8080"
policies:
- name: {name: slow, namespace: default}
  target: {route: {name: api, namespace: default}}
  policy: {timeout: {requestTimeout: 60s}}
- name: {name: other, namespace: default}
  target: {route: {name: api, namespace: default}}
  policy: {${second}}
`;

export const policyTargetShared: Rule = {
  id: 'policy-target-shared',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Of two attached policies of one kind for one target the proxy uses one, and which one changes from start to start.',
  docs: {
    checks:
      'No two entries of `policies` set the same policy for the same target in the same phase. Rules of authorization and settings of `ai` are put together, and may be in several.',
    seen: 'Versions 1.1.0 and 1.4.1 apply one of two policies with `requestHeaderModifier` for one route, and nothing of the other. Of eight starts of v1.4.1 with one file, three applied the first policy and five the second.',
    fix: 'Write both settings in one policy.',
    wrong: document('timeout: {requestTimeout: 5s}'),
    correct: document('csrf: {}'),
  },
  check({ root, report }) {
    const seen = new Map<string, string>();
    for (const { node, path } of listed(get(root, 'policies'), ['policies'])) {
      const [target, policy] = [get(node, 'target'), child({ node, path }, 'policy')];
      if (target === undefined || policy === undefined) continue;
      const name = text(get(get(node, 'name'), 'name')) ?? '';
      for (const { key, keySpan, value } of entries(policy.node)) {
        if (isNull(value) || joined.has(key)) continue;
        const place = JSON.stringify([sorted(toPlain(target)), text(get(node, 'phase')) ?? 'route', key]);
        const other = seen.get(place);
        if (other !== undefined)
          report({
            at: keySpan,
            path: [...policy.path, key],
            message: `the policy "${other}" sets "${key}" for the same target: the proxy uses one of the two, and not always the same one`,
            suggestion: 'write both in one policy',
          });
        else seen.set(place, name);
      }
    }
  },
};

/** A value whose fields are in one order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([key, item]): readonly [string, unknown] => [key, sorted(item)]);
  return fields.sort(([one], [other]) => (one < other ? -1 : 1));
}
