import { exchangeParameters } from '@mcpgw/agentgateway/internal';
import { entries, type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

const types: ReadonlySet<string> = new Set(['AccessToken', 'Jwt', 'IdToken', 'IdJag']);
const isUri = (value: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:[^#]+$/.test(value);

export const policyOauthExchange: Rule = {
  id: 'policy-oauth-exchange',
  severity: 'error',
  kinds: ['manifest'],
  since: '1.4.0',
  why: 'The API server accepts the value and the controller refuses it: the policy is reported as invalid, and its credentials are not sent.',
  docs: {
    checks:
      'Token exchanges: further parameters are none that the exchange sets itself, and the type of a token is a known word or an absolute URI.',
    seen: 'Read in the controller of v1.4.1.',
    fix: 'Use audiences, scopes and resources instead of parameters of these names; write AccessToken, Jwt, IdToken or a URN as the type.',
    wrong: policyFor(
      'Service',
      'api',
      `backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, additionalParams: {audience: '"api"'}}}}`,
    ),
    correct: policyFor('Service', 'api', 'backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, audiences: [api]}}}'),
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'additionalParams', 'oauthTokenExchange'))
      for (const { key, keySpan } of entries(node))
        if (exchangeParameters.includes(key.toLowerCase()))
          report({
            at: keySpan,
            path: [...path, key],
            message: `the exchange sets "${key}" itself: the controller refuses the policy`,
            suggestion: 'use the field of that name, or remove the parameter',
          });
    for (const { node, path } of fieldsNamed(root, 'tokenType')) {
      const value = text(node) ?? '';
      if (!types.has(value) && !isUri(value))
        report({
          at: node,
          path,
          message: `"${value}" is neither a known type of a token nor an absolute URI: the controller refuses the policy`,
          suggestion: 'write AccessToken, Jwt, IdToken or a URN',
        });
    }
  },
};
