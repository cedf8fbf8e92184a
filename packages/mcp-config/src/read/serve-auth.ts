/** Who may call the gateway, and which profiles callers may use. */
import { at, entries, get, items, type Node, text as textOf } from '@mcpgw/structure';
import { dialects, literalText } from '../formats/placeholders.js';
import type { ServeAuth, ServeBinding, ServeIssuer, ServeKey, ServeOauth, ServeProfile } from './serve-config.js';
import type { SettingsReader } from './settings-reader.js';

/** The settings of `auth`. */
export function authOf(root: Node, reader: SettingsReader): ServeAuth {
  const oauth = oauthOf(root, reader);
  return { keys: keysOf(root, reader, 'api_keys'), adminKeys: keysOf(root, reader, 'admin_keys'), ...(oauth && { oauth }) };
}

/** The keys of a list, each a text or a mapping. An empty key is an error: it would admit everybody or nobody. */
function keysOf(root: Node, reader: SettingsReader, list: string): ServeKey[] {
  const texts = reader.in('auth');
  const plain = texts.texts(list) ?? [];
  let place = 0;
  return items(at(root, 'auth', list)).flatMap((node, index) => {
    const named = node.kind === 'map' ? reader.in('auth', list, index) : undefined;
    const key = named !== undefined ? named.text('key') : textOf(node) === undefined ? undefined : plain[place++];
    if (key === undefined) return [];
    const source = named ?? texts;
    const known = source.isOpen(key) ? literalText(key, dialects.serve) : key;
    if ((!source.isOpen(key) && key.trim() === '') || /[^\x21-\x7e]/.test(known)) {
      const message = `${list} has a key that is empty or that no header can carry`;
      source.refuse('bad-value', message, 'use printable ASCII without spaces', named === undefined ? list : 'key');
    }
    return [
      { name: named?.text('name') ?? `${list}[${index}]`, key, groups: named?.texts('groups') ?? [], scopes: named?.texts('scopes') ?? [] },
    ];
  });
}

/** Allowed difference of clocks where nothing is said, in milliseconds. */
const defaultClockSkew = 5000;

function oauthOf(root: Node, reader: SettingsReader): ServeOauth | undefined {
  if (at(root, 'auth', 'oauth')?.kind !== 'map') return undefined;
  const fields = reader.in('auth', 'oauth');
  const resource = fields.text('resource') ?? '';
  return {
    resource: resource.replace(/\/+$/, ''),
    issuers: items(at(root, 'auth', 'oauth', 'issuers')).map((_node, index) => issuerOf(reader, index)),
    requiredScopes: fields.texts('required_scopes') ?? [],
    admins: bindingsOf(at(root, 'auth', 'oauth', 'admins')),
    clockSkew: reader.milliseconds(fields, 'clock_skew') ?? defaultClockSkew,
  };
}

function issuerOf(reader: SettingsReader, index: number): ServeIssuer {
  const fields = reader.in('auth', 'oauth', 'issuers', index);
  const jwksUri = fields.text('jwks_uri');
  return {
    issuer: fields.text('issuer') ?? '',
    audiences: fields.texts('audiences') ?? [],
    ...(jwksUri !== undefined && { jwksUri }),
    algorithms: fields.texts('algorithms') ?? [],
    groupsClaim: fields.text('groups_claim') ?? 'groups',
  };
}

const conditions = ['subjects', 'groups', 'scopes', 'issuers', 'keys'] as const;

/** A mapping of conditions, or a list of mappings. One without conditions holds for nobody, and is left out. */
function bindingsOf(node: Node | undefined): ServeBinding[] {
  const all = node?.kind === 'map' ? [node] : items(node);
  return all.flatMap(binding => {
    const given = conditions.flatMap(name => {
      const list = get(binding, name);
      return list?.kind === 'list' ? [[name, items(list).flatMap(item => textOf(item) ?? [])] as const] : [];
    });
    return given.length === 0 ? [] : [Object.fromEntries(given) as ServeBinding];
  });
}

/** The profiles of `gateway.yaml`, and of `mcp_config.json`, which has no `tools` and no `allow`. */
export function profilesOf(root: Node): ServeProfile[] {
  return items(get(root, 'profiles')).flatMap((node): ServeProfile[] => {
    const name = textOf(get(node, 'name'));
    if (name === undefined) return [];
    const [tools, allow] = [get(node, 'tools'), get(node, 'allow')];
    return [
      {
        name,
        servers: texts(get(node, 'servers')),
        ...(tools?.kind === 'map' && { tools: Object.fromEntries(entries(tools).map(({ key, value }) => [key, texts(value)])) }),
        ...(allow !== undefined && { allow: bindingsOf(allow) }),
      },
    ];
  });
}

const texts = (node: Node | undefined): string[] => items(node).flatMap(item => textOf(item) ?? []);
