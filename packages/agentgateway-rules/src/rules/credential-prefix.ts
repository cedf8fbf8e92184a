import { child, walk } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const locations = ['location', 'authorizationLocation', 'source'];

export const credentialPrefix: Rule = {
  id: 'credential-prefix',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'The prefix is joined to the credential as it is written: without the space, and without a prefix in Authorization, the credential is not recognized.',
  docs: {
    checks: 'The prefix of a credential in a header ends with a space, and the header Authorization has a prefix.',
    seen: 'Live: v1.4.1 refuses "Authorization: Bearer KEY" with 401 for `prefix: Bearer` and for a location without prefix.',
    fix: 'Write `prefix: "Bearer "`, with the space and in quotes.',
    wrong: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}], location: {header: {name: authorization, prefix: Bearer}}}'),
    correct: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}], location: {header: {name: authorization, prefix: "Bearer "}}}'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      placed => {
        const last = placed.path.at(-1);
        if (!locations.includes(String(last))) return;
        const expression = child(placed, 'expression');
        if (/^\s*request\.headers(?:\["authorization"\]|\['authorization'\]|\.authorization)\s*$/i.test(text(expression?.node) ?? ''))
          report({
            at: expression!.node,
            path: expression!.path,
            message: 'the whole header is taken as the credential, with "Bearer " or "Basic " before it',
            suggestion: 'remove the location, or cut the word off with stripPrefix()',
          });
        const header = child(placed, 'header');
        if (header === undefined || text(get(header.node, 'name')) === undefined) return;
        const prefix = get(header.node, 'prefix');
        const value = text(prefix) ?? '';
        const isAuthorization = text(get(header.node, 'name'))!.toLowerCase() === 'authorization';
        if (value === '' ? !isAuthorization : !/^(?:Bearer|Basic|Token|ApiKey)$/i.test(value)) return;
        report({
          at: prefix ?? header.node,
          path: prefix === undefined ? header.path : [...header.path, 'prefix'],
          message:
            value === ''
              ? 'the whole header is taken as the credential, with "Bearer "'
              : `"${value}" and the credential are joined without a space`,
          suggestion: `write prefix: "${value === '' ? 'Bearer' : value} "`,
        });
      },
      ({ last = '' }) => locations.includes(last),
    );
  },
};
