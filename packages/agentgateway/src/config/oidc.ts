/** The `oidc` policy, with the checks across its fields. Follows agentgateway's http/oidc/local.rs, v1.1 to v1.4. */
import {
  anyText,
  def,
  get,
  given,
  isGiven,
  opt,
  type Refusal,
  refined,
  req,
  type Shape,
  string,
  struct,
  type TextCheck,
  text as textOf,
  variants,
} from '@mcpgw/structure';
import { fileInlineOrRemote, texts } from './common.js';
import { jwks } from './jwks.js';
import { parseUri } from './uri.js';

const endpoint = string('an http(s) URL', value => {
  if (!URL.canParse(value))
    return { message: `"${value}" is not an absolute URL`, suggestion: 'write scheme and host, such as "https://idp.example.com/token"' };
  return /^https?:\/\//i.test(value) ? undefined : { message: `"${value}" is not an http or https URL` };
});

const redirect = string('an http(s) URL', value => {
  const problem = redirectProblem(value);
  return problem === undefined
    ? undefined
    : { message: `"${value}" ${problem}`, suggestion: 'write scheme, host and path, such as "https://gateway.example.com/oauth/callback"' };
});

const redirectProblem = (value: string): string | undefined => {
  const read = parseUri(value);
  if ('problem' in read) return `is not a URL: ${read.problem}`;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return 'is not an absolute http or https URL';
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return 'contains a user';
  if (/[?#]/.test(value)) return 'contains a query or a fragment';
  return url.pathname === '/' ? 'has no path: the path of the callback is wanted' : undefined;
};

/** An issuer from which addresses are derived must be the beginning of a URL. One with a variable in it is not judged. */
export const issuerProblem: TextCheck = value => {
  if (value.includes('$')) return undefined;
  const read = parseUri(`${value}/.well-known/x`);
  return 'problem' in read ? { message: `no address can be made from the issuer "${value}": ${read.problem}` } : undefined;
};

const fields = struct('oidc', {
  issuer: req(anyText, 'issuer'),
  discovery: opt(fileInlineOrRemote, 'Discovery document'),
  authorizationEndpoint: opt(endpoint, 'Address of the login'),
  tokenEndpoint: opt(endpoint, 'Address that gives tokens'),
  tokenEndpointAuth: opt(variants('clientSecretBasic', 'clientSecretPost'), 'How the client shows who it is'),
  jwks: opt(jwks, 'Keys of the issuer'),
  clientId: req(anyText, 'client id'),
  clientSecret: req(anyText, 'client secret'),
  redirectURI: req(redirect, 'address the login comes back to'),
  scopes: def(texts, 'Scopes to ask for'),
});

const explicit = ['authorizationEndpoint', 'tokenEndpoint', 'jwks'];

/** Login with OpenID Connect. The endpoints are either all given or all read from the discovery document. */
export const oidc: Shape = refined(fields, (node): readonly Refusal[] => {
  const own = explicit.filter(key => isGiven(node, key));
  if (own.length > 0 && own.length < explicit.length) {
    const missing = explicit.filter(key => !own.includes(key));
    const message = `"authorizationEndpoint", "tokenEndpoint" and "jwks" are all set or all left out; missing: ${missing.join(', ')}`;
    return [{ node: given(node, own[0]!)!, message, at: [own[0]!], suggestion: 'set all three, or leave them to the discovery document' }];
  }
  const [extra, suggestion] =
    own.length === 0 ? ['tokenEndpointAuth', 'remove it, or set all three'] : ['discovery', 'remove one or the other'];
  const clash = given(node, extra!);
  if (clash !== undefined)
    return [
      {
        node: clash,
        at: [extra!],
        message:
          own.length === 0
            ? '"tokenEndpointAuth" counts only beside "authorizationEndpoint", "tokenEndpoint" and "jwks"'
            : '"discovery" cannot be combined with "authorizationEndpoint", "tokenEndpoint" and "jwks"',
        suggestion: suggestion!,
      },
    ];
  if (own.length > 0 || isGiven(node, 'discovery')) return [];
  const issuer = get(node, 'issuer')!;
  const problem = issuerProblem(textOf(issuer) ?? '');
  return problem === undefined
    ? []
    : [{ node: issuer, at: ['issuer'], ...problem, suggestion: 'write the URL of the issuer, such as "https://idp.example.com"' }];
});
