import { child, walk } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Why no request has a parameter, cookie or header of a name that means what it says; undefined if one may. */
function problem(place: string, name: string): string | undefined {
  if (place === 'queryParameter') return /[?&=#\s]/.test(name) ? 'a name has neither "?", "&", "=", "#" nor spaces' : undefined;
  if (place === 'cookie')
    return /[=;,\s]/.test(name)
      ? 'a name has neither "=", ";" nor spaces'
      : /^(?:set-)?cookie$/i.test(name)
        ? 'this is the name of the header that has all cookies'
        : undefined;
  return /^(?:cookie|set-cookie)$/i.test(name) ? 'the header has all cookies, and the whole of it is taken as the credential' : undefined;
}

/** Policies that check callers. */
const readers: readonly string[] = ['jwtAuth', 'mcpAuthentication', 'basicAuth', 'apiKey'];

const locations = ['location', 'authorizationLocation', 'source'];

export const credentialPlace: Rule = {
  id: 'credential-place',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'The name is compared as it is written with the names of parameters, cookies and headers: no request has a credential there.',
  docs: {
    checks:
      'Places of credentials: names of query parameters and cookies without the characters around them, and cookies by their own name. An info for credentials of callers in the address.',
    seen: 'Live: v1.4.1 took the key of `?key` from `/?%3Fkey=abc` and not from `/?key=abc`, and found no cookie of the name `key=`.',
    fix: 'Write the name alone: `queryParameter: {name: access_token}`, `cookie: {name: session}`.',
    wrong: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}], location: {queryParameter: {name: "?key"}}}'),
    correct: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}], location: {queryParameter: {name: key}}}'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      placed => {
        if (!locations.includes(String(placed.path.at(-1)))) return;
        for (const key of ['queryParameter', 'cookie', 'header']) {
          const place = child(placed, key);
          const name = get(place?.node, 'name');
          if (key === 'queryParameter' && name !== undefined && readers.includes(String(placed.path.at(-2))))
            report({
              at: place!.node,
              path: place!.path,
              message: 'a credential in the address is written to logs and histories, and sent on as referrer',
              suggestion: 'read it from a header',
              severity: 'info',
            });
          const why = text(name) === undefined ? undefined : problem(key, text(name)!);
          if (why !== undefined)
            report({
              at: name!,
              path: [...place!.path, 'name'],
              message: `"${text(name)}" does not name a credential: ${why}`,
              suggestion: key === 'header' ? 'use "cookie" with the name of the cookie' : 'write the name alone',
            });
        }
      },
      ({ last = '' }) => locations.includes(last),
    );
  },
};
