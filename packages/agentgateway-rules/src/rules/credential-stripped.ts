import { around, authPolicies, expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const jwt = 'jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}';

export const credentialStripped: Rule = {
  id: 'credential-stripped',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A credential is removed from the request as soon as it is checked: an expression that reads its header afterwards fails.',
  docs: {
    checks: 'Expressions do not read the header from which jwtAuth, basicAuth or apiKey of the same requests takes the credential.',
    seen: 'Live: v1.1.0 and v1.4.1: after jwtAuth a header computed from `request.headers["authorization"]` is not set, and a rule on it answers 403.',
    fix: 'Read what the check leaves: `jwt.sub`, `apiKey.NAME`, `basicAuth.username`. To send the token on, use `backendAuth: {passthrough: {}}`.',
    wrong: onRoute(`${jwt}\ntransformations: {request: {set: {x-token: 'request.headers["authorization"]'}}}`),
    correct: onRoute(`${jwt}\ntransformations: {request: {set: {x-user: 'jwt.sub'}}}`),
  },
  check({ root, version, report }) {
    const policies = authPolicies(root).filter(({ location, kind }) => location.kind === 'header' && kind !== 'mcpAuthentication');
    for (const { node, path, reads, set, phase, effect } of expressions(root, version)) {
      if (phase !== 'request' || set === undefined || path.includes('location') || path.includes('authorizationLocation')) continue;
      const read = reads.find(
        ({ path: names, guarded }) => !guarded && names[0] === 'request' && names[1] === 'headers' && names[2] !== undefined,
      );
      const header = read?.path[2]?.toLowerCase();
      const policy = policies.find(each => each.location.name === header && around(set).includes(each.set.node));
      if (policy === undefined) continue;
      report({
        at: node,
        path,
        message: `${policy.kind} removes the header "${header}" once it is checked: ${effect}`,
        suggestion: 'read jwt, apiKey or basicAuth instead',
      });
    }
  },
};
