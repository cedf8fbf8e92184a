import { exchangeParameters } from '@mcpgw/agentgateway/internal';
import { entries, get, items, type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

const types: ReadonlySet<string> = new Set(['AccessToken', 'Jwt', 'IdToken', 'IdJag']);
const isUri = (value: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:[^#]+$/.test(value);

export const policyOauthExchange: Rule = {
  id: 'policy-oauth-exchange',
  severity: 'error',
  kinds: ['manifest'],
  since: '1.4.0',
  why: 'The API server accepts the value, the controller reports the policy as PartiallyValid and sends it all the same, and the proxy refuses it: requests get no token.',
  docs: {
    checks:
      'Token exchanges: further parameters are none that the exchange sets itself, and the type of a token is a known word or an absolute URI. A warning for scopes joined by a comma, an info without the path of the token endpoint.',
    seen: 'The controller of v1.4.1 reports a parameter `audience` and an unknown type of a token as Accepted=True, PartiallyValid, and sends the exchange with them all the same.',
    basedOn: 'The source of the proxy of v1.4.1: it refuses such an exchange.',
    fix: 'Use audiences, scopes and resources instead of parameters of these names; write AccessToken, Jwt, IdToken or a URN as the type.',
    wrong: policyFor(
      'Service',
      'api',
      `backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, additionalParams: {audience: '"api"'}}}}`,
    ),
    correct: policyFor(
      'Service',
      'api',
      'backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, path: /token, audiences: [api]}}}',
    ),
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'additionalParams', 'oauthTokenExchange'))
      for (const { key, keySpan } of entries(node))
        if (exchangeParameters.includes(key.toLowerCase()))
          report({
            at: keySpan,
            path: [...path, key],
            message: `the exchange sets "${key}" itself: the policy is sent as PartiallyValid, and the proxy refuses it`,
            suggestion: 'use the field of that name, or remove the parameter',
          });
    for (const { node, path } of fieldsNamed(root, 'oauthTokenExchange'))
      if (get(node, 'backendRef') !== undefined && get(node, 'path') === undefined)
        report({
          at: get(node, 'backendRef')!,
          path: [...path, 'backendRef'],
          message: 'without "path" tokens are asked for at "/", where few servers answer',
          suggestion: 'write the path of the token endpoint, such as "/oauth2/token"',
          severity: 'info',
        });
    for (const { node, path } of fieldsNamed(root, 'scopes'))
      items(node).forEach((item, index) => {
        if (/,/.test(text(item) ?? ''))
          report({
            at: item,
            path: [...path, index],
            message: `a comma is part of a scope: "${text(item)!.slice(0, 80)}" is requested with it`,
            suggestion: 'write each scope as an item of the list',
            severity: 'warning',
          });
      });
    for (const { node, path } of fieldsNamed(root, 'tokenType')) {
      const value = text(node) ?? '';
      if (!types.has(value) && !isUri(value))
        report({
          at: node,
          path,
          message: `"${value}" is neither a known type of a token nor an absolute URI: the policy is sent as PartiallyValid, and the proxy refuses it`,
          suggestion: 'write AccessToken, Jwt, IdToken or a URN',
        });
    }
  },
};
