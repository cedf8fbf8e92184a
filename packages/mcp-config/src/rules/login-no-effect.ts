import { entries, entry, get, items, type Rule, text } from '@mcpgw/structure';
import { loginParameters } from '../formats/login-parameters.js';
import { endpointsOf } from './endpoint.js';
import { isSet, type LoginView, loginsOf, reportField } from './login-view.js';

export const loginNoEffect: Rule = {
  id: 'login-no-effect',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'A login proceeds without the setting, so it is not the login that the file describes.',
  docs: {
    checks:
      'Settings of `oauth` that do nothing: secrets without a client, two ways to identify one client, fields of other modes, an empty list of scopes, parameters that the login sets itself, and a fixed `Authorization` header that the token replaces.',
    basedOn: 'The code of `mcpgw serve`: the login does not read the field then.',
    fix: 'Remove the setting, or add what it belongs to.',
    wrong: 'servers:\n  crm:\n    url: https://crm.acme.com/mcp\n    oauth: {client_secret: "${env:CRM_SECRET}"}\n',
    correct: 'servers:\n  crm:\n    url: https://crm.acme.com/mcp\n    oauth: {client_id: gateway, client_secret: "${env:CRM_SECRET}"}\n',
  },
  check(context) {
    for (const login of loginsOf(context)) {
      checkClient(login);
      checkModes(login);
      checkParameters(login);
    }
    for (const { node, headers, name, transport } of endpointsOf(context)) {
      const header =
        transport === 'stdio' || get(node, 'oauth')?.kind !== 'map'
          ? undefined
          : headers.find(({ key }) => key.toLowerCase() === 'authorization');
      if (header !== undefined)
        context.report({
          at: header.keySpan,
          path: header.path,
          message: `"Authorization" of "${name ?? ''}" has no effect: the token of the login replaces it`,
          suggestion: 'remove the header, or "oauth"',
        });
    }
  },
};

function checkClient(login: LoginView): void {
  const has = (key: string) => isSet(login, key);
  const orphan = has('client_id') ? undefined : ['client_secret', 'private_key'].find(has);
  const without = (key: string, why: string, suggestion: string) =>
    reportField(login, key, { message: `oauth.${key} of "${login.name}" has no effect: ${why}`, suggestion });
  if (orphan !== undefined) without(orphan, 'there is no client_id that it belongs to', 'add "client_id", or remove it');
  else if (has('client_secret') && has('private_key'))
    without('client_secret', 'the client identifies itself with private_key', 'keep one of the two');
  if (has('private_key_id') && !has('private_key')) without('private_key_id', 'there is no private_key', 'add "private_key", or remove it');
  if (has('client_metadata_url') && has('client_id')) without('client_metadata_url', 'client_id names the client', 'keep one of the two');
}

/** Fields by the modes in which they count. */
const ofModes: Readonly<Record<string, readonly string[]>> = {
  redirect_uri: ['shared', 'user'],
  client_metadata_url: ['shared', 'user'],
  extra_params: ['shared', 'user'],
  audience: ['token_exchange'],
  subject: ['token_exchange'],
  subject_token_file: ['token_exchange'],
};

function checkModes(login: LoginView): void {
  const mode = text(get(login.node, 'mode')) ?? 'shared';
  for (const [key, modes] of Object.entries(ofModes)) {
    const found = entry(login.node, key);
    if (found === undefined || modes.includes(mode) || (found.value.kind === 'scalar' && !isSet(login, key))) continue;
    reportField(login, key, {
      message: `oauth.${key} of "${login.name}" has no effect in the mode ${mode}`,
      suggestion: `remove it; it is of the mode ${modes.join(' or ')}`,
    });
  }
}

function checkParameters(login: LoginView): void {
  const { context, node, path, name } = login;
  const scopes = get(node, 'scopes');
  if (scopes?.kind === 'list' && items(scopes).length === 0)
    reportField(login, 'scopes', {
      severity: 'info',
      message: `the empty list of scopes of "${name}" has no effect: the scopes that the server names are asked for`,
      suggestion: 'remove it, or name scopes',
    });
  for (const { key, keySpan } of entries(get(node, 'extra_params')))
    if (loginParameters.has(key))
      context.report({
        at: keySpan,
        path: [...path, 'extra_params', key],
        message: `the parameter "${key}" has no effect: the login sets it itself`,
        suggestion: 'remove it',
      });
}
