import { appliesAround, around, authPolicies, locationOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, get, type Node, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const issuer = 'mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}';
const checks = ['jwtAuth', 'mcpAuthentication', 'oidc'];
const names = (node: Node | undefined): string[] =>
  ['set', 'add'].flatMap(part => entries(get(node, part)).map(({ key }) => key.toLowerCase()));

export const backendAuthConflict: Rule = {
  id: 'backend-auth-conflict',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Credentials for the backend are written last: a header that another policy sets is overwritten, and a token that nothing has checked is not passed on.',
  docs: {
    checks:
      'No other policy sets the header that backendAuth writes; passthrough has a token that was checked, and no other check that takes the header away; credentials are not written to a CEL expression.',
    seen: 'Live: v1.4.1: backendAuth wins over requestHeaderModifier and transformations; `passthrough` with a location and without jwtAuth writes nothing there; v1.1.0 and v1.4.1: beside apiKey and basicAuth it sends no credential; a key with an expression as location answers 503 to every request.',
    fix: 'Keep one of the two, and check the token with jwtAuth before it is passed on.',
    wrong: onRoute('backendAuth: {key: $API_KEY}\nrequestHeaderModifier: {set: {Authorization: "Bearer other"}}'),
    correct: onRoute(`jwtAuth: {${issuer}}\nbackendAuth: {passthrough: {}}`),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'backendAuth')) {
      const kind = entries(node)[0];
      if (kind === undefined) continue;
      const location = locationOf(get(kind.value, 'location') ?? get(kind.value, 'authorizationLocation'), 'Bearer ');
      if (location.kind === 'expression')
        report({
          at: location.node!,
          path: [...path, kind.key, 'location'],
          message: 'an expression says where a credential is, not where one goes: every request fails',
          suggestion: 'name a header',
        });
      const writers = [get(set.node, 'requestHeaderModifier'), get(get(set.node, 'transformations'), 'request')];
      const writes =
        kind.key !== 'passthrough' && location.kind === 'header' && writers.some(writer => names(writer).includes(location.name));
      if (writes)
        report({
          at: node,
          path,
          message: `another policy sets the header "${location.name}", which backendAuth overwrites`,
          suggestion: 'keep one of the two',
        });
      if (kind.key !== 'passthrough' || appliesAround(root, set, checks)) continue;
      const taker = authPolicies(root).find(auth => auth.location.name === 'authorization' && around(set).includes(auth.set.node));
      if (taker !== undefined) {
        report({
          at: node,
          path: [...path, kind.key],
          message: `"${taker.kind}" takes the header Authorization away, and only tokens of jwtAuth are put back: the backend gets no credential`,
          suggestion: 'use a key for the backend, or read the credential of callers from another header',
        });
        continue;
      }
      const inert = location.node === undefined;
      report({
        at: node,
        path: [...path, kind.key],
        severity: inert ? 'info' : 'warning',
        message: inert
          ? 'no token is checked here, so there is none to put back: the header of the client passes as it is'
          : 'no token is checked here, so there is none to write there',
        suggestion: 'add jwtAuth, or remove it',
      });
    }
  },
};
