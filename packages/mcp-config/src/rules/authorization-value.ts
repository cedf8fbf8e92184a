import type { Path } from '@mcpgw/diagnostics';
import { at, entries, isSecretName, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { endpointsOf, isOnlyPlaceholders, type Text, withoutPlaceholders } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const authorizationValue: Rule = {
  id: 'authorization-value',
  severity: 'warning',
  kinds: serverKinds,
  why: 'A server reads the scheme, one space and the credential; with anything else every request is answered with 401.',
  docs: {
    checks:
      'The value of `Authorization`, of servers, APIs and telemetry: no scheme (an info where a variable or file may hold it), a scheme without a credential, two schemes, a colon after the scheme, quotes, a Basic credential that is not base64; and a scheme in a header that carries the key alone.',
    seen: '`mcpgw serve` with a key answered 401 to the key without a scheme, to `Bearer` alone, to two schemes, to a colon after the scheme, to quotes, and to a scheme in `X-API-Key`.',
    fix: 'Write `Bearer` and the token with one space between them; other headers carry the key alone.',
    wrong: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {Authorization: "Bearer Bearer ${TOKEN}"}\n',
    correct: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {Authorization: "Bearer ${TOKEN}"}\n',
  },
  check(context) {
    for (const { headers, transport } of endpointsOf(context))
      if (transport !== 'stdio') for (const header of headers) checkHeader(context, header);
    if (context.kind !== 'serve') return;
    for (const header of [...apiHeaders(context), ...headersAt(at(context.root, 'telemetry', 'headers'), ['telemetry', 'headers'])])
      checkHeader(context, header);
    checkFiles(context);
  },
};

/** A file of a secret holds the key alone as a rule: what stands before it is in `prefix`. */
function checkFiles({ root, report }: RuleContext): void {
  for (const [index, api] of items(at(root, 'apis')).entries()) {
    const auth = at(api, 'auth');
    const file = at(auth, 'file');
    if (file === undefined || !isAuthorization(text(at(auth, 'header')) ?? '') || (text(at(auth, 'prefix')) ?? '') !== '') continue;
    report({
      at: file,
      path: ['apis', index, 'auth', 'file'],
      severity: 'info',
      message: 'the header Authorization is sent without a scheme unless the file itself begins with one',
      suggestion: 'add "prefix: Bearer "',
    });
  }
}

const isAuthorization = (name: string): boolean => /^(?:proxy-)?authorization$/i.test(name);

function headersAt(node: Node | undefined, path: Path): Text[] {
  return entries(node).flatMap(({ key, keySpan, value }) => {
    const found = text(value);
    return found === undefined ? [] : [{ key, keySpan, node: value, text: found, path: [...path, key] }];
  });
}

/** The headers of REST APIs, and the header that carries their secret. */
function apiHeaders({ root }: RuleContext): Text[] {
  return items(at(root, 'apis')).flatMap((api, index) => {
    const name = text(at(api, 'auth', 'header'));
    const value = at(api, 'auth', 'value');
    const secret = text(value);
    const own =
      name === undefined || value === undefined || secret === undefined
        ? []
        : [{ key: name, keySpan: value.span, node: value, text: secret, path: ['apis', index, 'auth', 'value'] }];
    return [...own, ...headersAt(at(api, 'headers'), ['apis', index, 'headers'])];
  });
}

function checkHeader(context: RuleContext, { key, node, path, text: given }: Text): void {
  const unset = /\$\{(\w+):-\}/.exec(given)?.[1];
  if (unset !== undefined && isSecretName(key))
    context.report({
      at: node,
      path,
      message: `the credential in "${key}" is empty where ${unset} is not set`,
      suggestion: `write "\${${unset}}", so that a missing variable is noticed`,
    });
  const secret = isAuthorization(key) ? bareToken.exec(given.trim())?.[1] : undefined;
  if (secret !== undefined && !/auth|bearer|basic|header/i.test(secret))
    context.report({
      at: node,
      path,
      severity: 'info',
      message: `${secret} reads as a token alone, and "${key}" is sent without a scheme before it`,
      suggestion: `${bearer}, unless the variable contains both`,
    });
  if (isOnlyPlaceholders(given)) return;
  const fault = isAuthorization(key) ? credentialFault(withoutPlaceholders(given), given) : keyFault(key, given);
  if (fault !== undefined) context.report({ at: node, path, message: `${fault[0]} in "${key}"`, suggestion: fault[1] });
}

/** One placeholder whose name says that it is a token or key. */
const bareToken = /^\$?\{(?:(?:env|input|secret):)?(\w*(?:token|key|pat|secret|password))\}$/i;

const bearer = 'write "Bearer" and the token, with one space between them';

function credentialFault(value: string, given: string): readonly [string, string] | undefined {
  const [scheme = '', ...rest] = value.trim().split(/\s+/);
  if (/^(["']).*\1$/.test(value.trim()) || /^\w+\s+["'].*["']$/.test(value.trim()))
    return ['there are quotes around the credential', bearer];
  if (/^(?:bearer|basic|token|apikey|negotiate)[:=]/i.test(value)) return ['a colon follows the scheme', bearer];
  if (rest.length === 0 && /^(?:bearer|basic|digest|token|)$/i.test(scheme)) return ['there is no credential', bearer];
  if (rest.length === 0) return ['there is no scheme before the credential', bearer];
  if (rest.length > 1 && /^(?:bearer|basic|token)$/i.test(scheme) && /^(?:bearer|basic|token)$/i.test(rest[0]!))
    return ['there are two schemes', bearer];
  if (rest.length > 1 && /^bearer$/i.test(scheme)) return ['the token contains a space', bearer];
  if (/^basic$/i.test(scheme) && !given.includes('${') && !given.includes('{env:') && !isCredentials(rest.join(' ')))
    return ['the credential of Basic is not the base64 form of user:password', 'write the base64 form of "user:password"'];
  return undefined;
}

const isCredentials = (value: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(value) && Buffer.from(value, 'base64').toString('latin1').includes(':');

const keyFault = (key: string, value: string): readonly [string, string] | undefined =>
  /^(?:x-)?(?:api|access|auth|subscription)[-_]?(?:key|token)$/i.test(key) && /^(?:bearer|basic)\s/i.test(value)
    ? ['there is a scheme, which only Authorization has,', 'write the key alone']
    : undefined;
