import { apiKeys, comparedAlternatives, expressions, htpasswdLines, policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const withKeys = (rule: string): string =>
  onRoute(`
apiKey: {mode: strict, keys: [{key: $KEY_A, metadata: {team: a}}, {key: $KEY_B, metadata: {team: b}}]}
authorization: {rules: ['${rule}']}`);

/** The values that the metadata of all keys have for a field; undefined for one that is not known. */
const valuesOf = (keys: readonly Node[], field: string): (string | undefined)[] =>
  keys.flatMap(key => {
    const value = get(get(key, 'metadata'), field);
    return value === undefined ? [] : [text(value)?.includes('$') === true ? undefined : text(value)];
  });

/** The names of all users; undefined if some are in a file. */
function usersOf(root: Node): string[] | undefined {
  const policies = policiesNamed(root, 'basicAuth').map(({ node }) => node);
  const isKnown = policies.length > 0 && policies.every(node => text(get(node, 'htpasswd')) !== undefined);
  const users = policies.flatMap(node => htpasswdLines(node).map(({ user }) => user));
  return isKnown && !users.some(user => user.includes('$')) ? users : undefined;
}

export const identityValueUnknown: Rule = {
  id: 'identity-value-unknown',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The keys and users are in the same file, and none of them is the one that the expression asks for: it holds for nobody.',
  docs: {
    checks:
      'Expressions that read a field of `apiKey`, or compare it or `basicAuth.username` with a text: some key has the field and the value in its metadata, some user has the name. Keys and users in files are not looked at.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 403 to every key with the rule `apiKey.role == "admin"` where no key has a role, and with `apiKey.team == "b"` where all keys have another team.',
    fix: 'Write the field and the value as the metadata of the keys have them, and users as in `htpasswd`.',
    wrong: withKeys('apiKey.role == "admin"'),
    correct: withKeys('apiKey.team == "a"'),
  },
  check({ root, version, report }) {
    const keys = apiKeys(root).map(({ node }) => node);
    const isPlain = keys.length > 0 && keys.every(key => [undefined, 'map'].includes(get(key, 'metadata')?.kind));
    const fields = new Set(keys.flatMap(key => entries(get(key, 'metadata')).map(({ key: name }) => name)));
    const users = usersOf(root);
    if (!isPlain && users === undefined) return;
    for (const { node, path, tree, reads, effect } of expressions(root, version)) {
      const say = (message: string, suggestion: string): void => report({ at: node, path, message: `${message}: ${effect}`, suggestion });
      for (const { path: names, guarded } of isPlain ? reads : []) {
        const [first, field] = names;
        if (first !== 'apiKey' || field === undefined || field === 'key') continue;
        const values = valuesOf(keys, field);
        const unknown = comparedAlternatives(tree, `apiKey.${field}`).find(texts => !texts.some(value => values.includes(value)))?.[0];
        if (values.length === 0 && !guarded)
          say(`no key has "${field}" in its metadata`, `they have ${[...fields].slice(0, 6).join(', ') || 'no metadata'}`);
        else if (unknown !== undefined && names.length === 2 && !values.includes(undefined))
          say(`no key has "${field}: ${unknown}" in its metadata`, `its values are ${[...new Set(values)].slice(0, 6).join(', ')}`);
      }
      const stranger =
        users === undefined
          ? undefined
          : comparedAlternatives(tree, 'basicAuth.username').find(names => !names.some(name => users.includes(name)))?.[0];
      if (stranger !== undefined) say(`there is no user "${stranger}"`, `users are ${users!.slice(0, 6).join(', ')}`);
    }
  },
};
