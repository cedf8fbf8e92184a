import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';

export const oauthSettings: Rule = {
  id: 'oauth-settings',
  severity: 'error',
  kinds: ['serve'],
  why: 'Tokens are accepted only if they name exactly this issuer and this resource, and only with keys that were read over https.',
  docs: {
    checks:
      'Under `auth.oauth`: addresses of issuers, keys and the resource without https, with a query, a fragment or a user; issuers that are named twice; scopes that no token can have, and `offline_access`. Also the address of a metadata document where the issuer or its keys are meant; a resource that is not the address of /mcp; audiences that every token of an issuer may carry; and a resource on this machine while the gateway listens for others. A claim for groups that has one value, or whose path is not written with dots.',
    seen: '`mcpgw serve` with the issuer http://login.example answered every token with 503: its keys are not read over http.',
    fix: 'Write the issuer exactly as its metadata do, with https, and the address of /mcp as clients know it.',
    wrong:
      'servers:\n  files:\n    command: file-server\nauth:\n  oauth:\n    resource: https://mcp.example.com/mcp\n    issuers:\n      - issuer: http://login.example.com\n',
    correct:
      'servers:\n  files:\n    command: file-server\nauth:\n  oauth:\n    resource: https://mcp.example.com/mcp\n    issuers:\n      - issuer: https://login.example.com\n',
  },
  check(context) {
    const oauth = at(context.root, 'auth', 'oauth');
    const base = ['auth', 'oauth'];
    checkAddress(context, get(oauth, 'resource'), [...base, 'resource'], 'resource');
    checkResource(context, get(oauth, 'resource'), [...base, 'resource']);
    checkListening(context, get(oauth, 'resource'), [...base, 'resource']);
    const seen = new Set<string>();
    for (const [index, entry] of items(get(oauth, 'issuers')).entries()) {
      const path = [...base, 'issuers', index];
      const node = get(entry, 'issuer');
      checkAddress(context, node, [...path, 'issuer'], 'issuer');
      checkAddress(context, get(entry, 'jwks_uri'), [...path, 'jwks_uri'], 'keys');
      for (const key of ['issuer', 'jwks_uri']) checkDocument(context, get(entry, key), [...path, key]);
      checkGroups(context, get(entry, 'groups_claim'), [...path, 'groups_claim']);
      checkAudiences(context, get(entry, 'audiences'), [...path, 'audiences']);
      const issuer = text(node);
      if (node !== undefined && issuer !== undefined && seen.has(issuer))
        context.report({
          at: node,
          path: [...path, 'issuer'],
          severity: 'warning',
          message: `the issuer ${issuer} is named twice: only the first entry is used`,
          suggestion: 'keep one of the two',
        });
      if (issuer !== undefined) seen.add(issuer);
    }
    checkScopes(context, get(oauth, 'required_scopes'), [...base, 'required_scopes']);
  },
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

type What = 'resource' | 'issuer' | 'keys';

/** What is wrong with an address, and what to do about it. */
function faultOf(what: What, address: URL, written: string): readonly [message: string, suggestion: string] | undefined {
  const isOpen = address.protocol === 'http:' && !loopback.test(address.hostname);
  if (isOpen && what !== 'resource') return ['keys are not read over http: every token is answered with 503', 'write the https address'];
  if (isOpen) return ['tokens for a resource without https cross the network readably', 'write the https address that clients use'];
  if (address.username !== '' || address.password !== '') return ['the address contains a user', 'remove it'];
  if (written.includes('#')) return ['the address has a fragment, which no token names (RFC 8707, section 2)', 'remove it'];
  if (what === 'issuer' && written.includes('?'))
    return ['an issuer has no query (RFC 8414, section 2)', 'write the issuer as its metadata do'];
  if (what === 'resource' && written.includes('?'))
    return ['the addresses of profiles are below the resource, which must have no query', 'remove it'];
  return undefined;
}

function checkAddress({ report }: RuleContext, node: Node | undefined, path: Path, what: What): void {
  const written = text(node);
  if (node === undefined || written === undefined || written.includes('${') || !URL.canParse(written)) return;
  const [message, suggestion] = faultOf(what, new URL(written), written) ?? [];
  const isOnlyRisky = what === 'resource' && written.startsWith('http:');
  if (message !== undefined && suggestion !== undefined)
    report({ at: node, path, message, suggestion, ...(isOnlyRisky && { severity: 'warning' as const }) });
}

/** The documents of RFC 8414 and of OpenID Connect Discovery, which name the issuer and its keys and are neither. */
function checkDocument({ report }: RuleContext, node: Node | undefined, path: Path): void {
  const written = text(node);
  if (node === undefined || written === undefined) return;
  const match = /^(.{1,2000}?)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(.*)$/.exec(written);
  if (match !== null)
    report({
      at: node,
      path,
      message: `"${written}" is the address of the metadata: ${path.at(-1) === 'issuer' ? 'no token names it as its issuer' : 'it holds no keys'}`,
      suggestion: path.at(-1) === 'issuer' ? `write "${match[1]}${match[2]}"` : 'remove it: keys are found by the metadata of the issuer',
    });
}

/** A gateway that listens for other machines has a name that they can call. */
function checkListening({ root, report }: RuleContext, node: Node | undefined, path: Path): void {
  const [written, listen] = [text(node) ?? '', text(at(root, 'listen')) ?? ''];
  if (node === undefined || !URL.canParse(written) || !/^(?:0\.0\.0\.0|\[::\]):\d+$/.test(listen)) return;
  if (loopback.test(new URL(written).hostname))
    report({
      at: node,
      path,
      severity: 'warning',
      message: `clients on other machines cannot call ${written}, and the gateway listens for them on ${listen}`,
      suggestion: 'write the address that clients use, or listen on 127.0.0.1',
    });
}

/** Clients compare the resource with the address that they call, so it normally ends in /mcp. */
function checkResource({ report }: RuleContext, node: Node | undefined, path: Path): void {
  const written = text(node) ?? '';
  if (node === undefined || written.includes('${') || !URL.canParse(written)) return;
  const { pathname } = new URL(written);
  const place = { at: node, path, severity: 'warning' as const };
  if (/\/mcp\/p\/[^/]+\/?$/.test(pathname))
    report({ ...place, message: 'this is the address of a profile, which is appended to the resource', suggestion: 'end it in /mcp' });
  else if (pathname === '/' || pathname.endsWith('/'))
    report({
      ...place,
      severity: 'info',
      message: `clients that call ${new URL('/mcp', written).href} refuse metadata for the resource ${written}`,
      suggestion: 'write the address of /mcp, exactly as clients have it',
    });
}

/** Claims with one text or number about the caller or the token (RFC 7519, OpenID Connect Core). */
const single: ReadonlySet<string> = new Set(
  'sub iss jti azp client_id sid nonce email name given_name family_name nickname preferred_username picture locale exp iat nbf auth_time'.split(
    ' ',
  ),
);

/** Why no token has a claim of this name, and the name that is meant; undefined if one may have it. Names may be addresses. */
function misspelledPath(claim: string): readonly [reason: string, suggestion: string] | undefined {
  if (claim.includes('${')) return undefined;
  if (/[\s,]/.test(claim)) return ['one claim is read, and its name has no spaces and no commas', 'name one claim'];
  const [first = ''] = claim.split('/', 1);
  // The names of RFC 7519, section 4.2: addresses, URNs, and what begins with a domain.
  if (first.includes(':') || (first !== '' && /^[^.[\]$]+(?:\.[^.[\]$]+)+$/.test(first) && claim.includes('/'))) return undefined;
  const steps = claim.replace(/^\$/, '').replaceAll(/["']/g, '');
  const names = steps.split(/[/.[\]#]/).filter(name => name !== '' && name !== '*' && !/^\d+$/.test(name));
  const advice = names.length === 0 ? 'name the claim with the groups' : `write "${names.join('.')}"`;
  if (claim.includes('/')) return ['a slash is part of the name, and dots lead into nested objects', advice];
  if (claim.startsWith('$')) return ['the path begins at the token itself, without "$"', advice];
  if (/[[\]]/.test(claim)) return ['brackets are part of the name, and dots lead into nested objects', advice];
  if (/^\.|\.$|\.\./.test(claim)) return ['a part of the path between dots is empty', advice];
  return undefined;
}

function checkGroups({ report }: RuleContext, node: Node | undefined, path: Path): void {
  const claim = text(node) ?? '';
  if (node === undefined || claim === '') return;
  const place = { at: node, path, severity: 'warning' as const };
  const [reason, suggestion] = misspelledPath(claim) ?? [];
  if (single.has(claim))
    report({
      ...place,
      message: `"${claim}" says something about one caller or one token, and holds no groups`,
      suggestion: 'name the claim with the groups, such as "groups" or "roles"',
    });
  else if (reason !== undefined && suggestion !== undefined)
    report({ ...place, message: `no caller has a group by the claim "${claim}": ${reason}`, suggestion });
}

/** Audiences of many tokens, whoever they are for. */
const common: ReadonlySet<string> = new Set(['account', 'api', 'default', 'public', 'urn:example']);

function checkAudiences({ report }: RuleContext, list: Node | undefined, path: Path): void {
  for (const [index, node] of items(list).entries()) {
    const audience = text(node) ?? '';
    const place = { at: node, path: [...path, index], severity: 'warning' as const };
    if (audience.includes('*'))
      report({ ...place, message: `"${audience}" is compared exactly: no token has it`, suggestion: 'name each audience' });
    else if (common.has(audience) || /^https:\/\/graph\.microsoft\.com\/?$|^00000003-0000-0000-c000-000000000000$/.test(audience))
      report({
        ...place,
        message: `tokens for other services carry the audience "${audience}" too, and all of them are accepted`,
        suggestion: 'give the gateway its own audience',
      });
  }
}

/** Scopes that no token has (RFC 6749, 3.3), and the one that asks for refresh tokens. */
function checkScopes({ report }: RuleContext, list: Node | undefined, path: Path): void {
  for (const [index, node] of items(list).entries()) {
    const scope = text(node);
    if (scope === undefined) continue;
    const place = { at: node, path: [...path, index] };
    if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
      report({
        ...place,
        message: `no token has the scope "${scope}": scopes have no spaces and no quotes`,
        suggestion: 'write each scope as its own entry',
      });
    else if (scope === 'offline_access')
      report({
        ...place,
        severity: 'warning',
        message: 'offline_access asks for a refresh token; many issuers do not put it into access tokens',
        suggestion: 'remove it',
      });
  }
}
