import { type ExpressionView, expressions, identityVariables } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

type About = 'network' | 'identity';

const addresses: ReadonlySet<string | undefined> = new Set(['address', 'rawAddress', 'port', 'rawPort']);

/** What a path of an expression is about. Fields of `source` other than the address are those of a client certificate. */
function aboutOf([variable, field]: readonly string[]): About | undefined {
  if (identityVariables.has(variable)) return 'identity';
  if (variable !== 'source' || field === undefined) return undefined;
  return addresses.has(field) ? 'network' : 'identity';
}

/** What all reads of an expression are about; undefined if it reads anything else. */
function soleOf({ reads }: ExpressionView): About | undefined {
  const [first, ...others] = reads.map(({ path }) => aboutOf(path));
  return others.every(other => other === first) ? first : undefined;
}

/** Whether a rule beside those that allow holds for the requests that one of them lets pass. */
const isForBoth = ({ use, reads }: ExpressionView): boolean => {
  const abouts = reads.map(({ path }) => aboutOf(path));
  return (use === 'require' && abouts.some(about => about !== undefined)) || (use === 'deny' && abouts.includes('network'));
};

/** The rules of each policy, by the path of their list. */
function lists(views: readonly ExpressionView[]): readonly (readonly ExpressionView[])[] {
  const found = new Map<string, ExpressionView[]>();
  for (const view of views) {
    if (view.use !== 'allow' && view.use !== 'deny' && view.use !== 'require') continue;
    const key = JSON.stringify(view.path.slice(0, view.path.lastIndexOf('rules')));
    found.set(key, [...(found.get(key) ?? []), view]);
  }
  return [...found.values()];
}

const office = `'cidr("10.20.0.0/16").containsIP(source.address)'`;
const keys = 'apiKey: {mode: strict, keys: [{key: $KEY_A, metadata: {team: a}}]}';

export const authzNetworkOrIdentity: Rule = {
  id: 'authz-network-or-identity',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Rules that allow are alternatives: where one is about the network and another about the identity, either of them is enough.',
  docs: {
    checks:
      'Of the rules that allow in one policy, none reads only the address of the client while another reads only an identity (`jwt`, `apiKey`, `basicAuth`, or the client certificate in `source`), unless the policy also requires one of the two or denies by address.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 200 to a key of another team from an allowed address where the two are rules of their own, and 403 where "&&" joins them.',
    fix: 'Join the two with "&&", or write one of them as `require`. If either is enough on purpose, turn the info off for that line.',
    wrong: onRoute(`${keys}\nauthorization:\n  rules:\n  - allow: 'apiKey.team == "a"'\n  - allow: ${office}`),
    correct: onRoute(`${keys}\nauthorization:\n  rules:\n  - allow: 'apiKey.team == "a" && ${office.slice(1)}`),
  },
  check({ root, version, report }) {
    for (const list of lists(expressions(root, version))) {
      const allowing = list.filter(({ use }) => use === 'allow');
      const network = allowing.find(view => soleOf(view) === 'network');
      const identity = allowing.find(view => soleOf(view) === 'identity');
      if (network === undefined || identity === undefined || list.some(isForBoth)) continue;
      report({
        at: network.node,
        path: network.path,
        message: `rules that allow are alternatives: this address is enough without "${identity.text}", and that is enough from every address`,
        suggestion: 'join both with "&&", or write one of them as "require"',
      });
    }
  },
};
