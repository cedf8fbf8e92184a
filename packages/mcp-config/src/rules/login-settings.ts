import { at, entry, get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isLoopback, urlOf } from './endpoint.js';
import { isSafe, isSet, knownText, type LoginView, loginsOf, machineModes, reportField } from './login-view.js';

export const loginSettings: Rule = {
  id: 'login-settings',
  severity: 'error',
  kinds: ['serve', 'mcp-config'],
  why: 'A login with such settings never ends in a token, or ends in one that others can read or use.',
  docs: {
    checks:
      'The `oauth` of servers and `login`: redirect addresses that no login can come back to, authorization servers and client metadata without https, a resource that is not the server, and modes without the client that they need. Also one login for all callers where each should have one, an exchange of tokens of callers, who have none or whose tokens any server could ask for, and a shared store without a shared key.',
    basedOn: 'RFC 6749, RFC 8252 and the MCP specification of authorization. No program was run for this rule.',
    fix: 'Write https addresses, a redirect address of this machine (or below login.url), and the client that the mode needs.',
    wrong: 'servers:\n  crm:\n    url: https://crm.acme.com/mcp\n    oauth: {mode: client_credentials, issuer: "http://login.acme.com"}\n',
    correct:
      'servers:\n  crm:\n    url: https://crm.acme.com/mcp\n    oauth: {mode: client_credentials, issuer: "https://login.acme.com", client_id: gateway, client_secret: "${env:CRM_SECRET}"}\n',
  },
  check(context) {
    const logins = loginsOf(context);
    for (const login of logins) {
      checkAddresses(login);
      checkRedirect(login);
      checkMode(login);
    }
    if (context.kind === 'serve') checkGateway(context, logins);
  },
};

function checkAddresses(login: LoginView): void {
  for (const key of ['issuer', 'client_metadata_url', 'resource']) {
    const value = knownText(login, key);
    if (value === undefined) continue;
    const url = urlOf(value);
    const isDocument = key !== 'client_metadata_url' || (url?.protocol === 'https:' && url.pathname !== '/');
    if (!isSafe(url) || !isDocument)
      reportField(login, key, {
        message: `oauth.${key} of "${login.name}" is not an https address${isDocument ? '' : ' of a document'}: no login can use it`,
        suggestion: 'write the whole address, with https',
      });
    else if (key === 'resource') checkResource(login, url!);
  }
}

function checkResource(login: LoginView, resource: URL): void {
  const server = login.url === undefined || login.url.includes('${') ? undefined : urlOf(login.url);
  if (server === undefined || server.origin === resource.origin) return;
  reportField(login, 'resource', {
    severity: 'warning',
    message: `tokens are asked for ${resource.origin}, and sent to ${server.origin}`,
    suggestion: 'remove "resource", unless the server takes tokens for another name',
  });
}

function checkRedirect(login: LoginView): void {
  const value = knownText(login, 'redirect_uri');
  if (value === undefined) return;
  const url = urlOf(value);
  const suggestion =
    'write an address of this machine such as http://127.0.0.1:8976/callback, or one that ends in /oauth/callback of the gateway';
  if (url === undefined || !isSafe(url) || url.hash !== '')
    reportField(login, 'redirect_uri', {
      message: 'the answer of a login cannot come back to oauth.redirect_uri: it must be https, or http on this machine',
      suggestion,
    });
  else if (!isLoopback(url.hostname) && !url.pathname.endsWith('/oauth/callback'))
    reportField(login, 'redirect_uri', { message: `nothing of mcpgw answers at ${url.origin}${url.pathname}`, suggestion });
}

function checkMode(login: LoginView): void {
  const mode = text(get(login.node, 'mode')) ?? 'shared';
  if (mode === 'user') checkUsers(login);
  if (!machineModes.includes(mode)) return;
  if (!isSet(login, 'client_id'))
    reportField(login, 'mode', {
      message: `oauth.mode ${mode} of "${login.name}" needs a client: nobody registers one for it`,
      suggestion: 'add "client_id" and "client_secret" or "private_key"',
    });
  else if (!isSet(login, 'client_secret') && !isSet(login, 'private_key'))
    reportField(login, 'mode', {
      message: `oauth.mode ${mode} of "${login.name}" needs a client with a secret or a private key`,
      suggestion: 'add "client_secret" or "private_key"',
    });
  if (mode === 'token_exchange' && text(get(login.node, 'subject')) === 'caller') checkCallers(login);
  else if (mode === 'token_exchange' && !isSet(login, 'subject_token_file'))
    reportField(login, 'mode', {
      message: `oauth.mode token_exchange of "${login.name}" has no token to exchange`,
      suggestion: 'add "subject_token_file"',
    });
}

/** The token of a caller is given to the authorization server: it must be one that the operator chose, and callers must have tokens. */
function checkCallers(login: LoginView): void {
  if (!isSet(login, 'issuer'))
    reportField(login, 'subject', {
      message: `the tokens of callers would go to whichever authorization server "${login.name}" names: no token is exchanged`,
      suggestion: 'add "issuer", the authorization server that may see the tokens of callers',
    });
  if (at(login.context.root, 'auth', 'oauth') === undefined)
    reportField(login, 'subject', {
      message: `no caller of "${login.name}" has a token to exchange: the gateway takes tokens only with auth.oauth`,
      suggestion: 'add "auth.oauth", or use "subject_token_file" without "subject"',
    });
}

/** Without keys of clients all callers are one: the first who logs in does it for everybody. */
function checkUsers(login: LoginView): void {
  const auth = get(login.context.root, 'auth');
  if (auth !== undefined && auth.kind === 'map' && auth.entries.length > 0) return;
  reportField(login, 'mode', {
    severity: 'warning',
    message: `each caller of "${login.name}" should have a login, and callers cannot be told apart: all of them use one`,
    suggestion: 'add keys of clients under "auth", or use the mode shared',
  });
}

function checkGateway({ root, report }: RuleContext, logins: readonly LoginView[]): void {
  const url = at(root, 'login', 'url');
  const value = text(url);
  const parsed = value === undefined || value === '' || value.includes('${') ? undefined : (urlOf(value) ?? null);
  if (
    url !== undefined &&
    parsed !== undefined &&
    (parsed === null || !isSafe(parsed) || !['', '/'].includes(parsed.pathname) || parsed.search !== '')
  )
    report({
      at: url,
      path: ['login', 'url'],
      message: 'login.url is not an https address without a path: browsers do not come back from a login',
      suggestion: 'write the address that browsers reach the gateway by, such as https://gateway.example.com',
    });
  const isShared = text(at(root, 'store', 'type')) === 'redis';
  const stored = logins.find(({ node }) => !machineModes.includes(text(get(node, 'mode')) ?? ''));
  const store = entry(root, 'store');
  if (isShared && stored !== undefined && store !== undefined && items(at(root, 'login', 'keys')).length === 0)
    report({
      at: store.keySpan,
      path: ['store'],
      message: `the login to "${stored.name}" cannot be stored: with Redis every replica needs the same key`,
      suggestion: 'add login.keys, such as ["${env:LOGIN_KEY}"]',
    });
}
