import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, given, isGiven, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { ownKeys } from './own-keys.js';
import { separatorsOf } from './unmatched-tool-name.js';

export const profileBinding: Rule = {
  id: 'profile-binding',
  severity: 'warning',
  kinds: ['serve'],
  why: 'A condition that nobody meets closes a profile, and one that a stranger can meet opens it.',
  docs: {
    checks:
      'Conditions on callers (`profiles[].allow`, `auth.oauth.admins`) without keys and tokens to show, without any condition, with empty lists, with names of keys, issuers and groups that nobody can have, and with groups or subjects of any of several issuers. Conditions that no caller meets together: a key has the groups and scopes of its entry, and no subject or issuer; only tokens make admins. Profiles that nobody may use because others are bound, and selections of tools that have no effect, also because the server hides the tool.',
    basedOn: 'The code of `mcpgw serve`: a profile is open to callers that meet its condition.',
    fix: 'Name keys, groups, scopes and issuers that callers have, and give every profile its `allow` once one has it.',
    wrong:
      'servers:\n  files:\n    command: file-server\nprofiles:\n  - name: reading\n    servers: [files]\n    allow: {keys: [ci]}\nauth:\n  api_keys:\n    - {name: desk, key: "${env:DESK_KEY}"}\n',
    correct:
      'servers:\n  files:\n    command: file-server\nprofiles:\n  - name: reading\n    servers: [files]\n    allow: {keys: [ci]}\nauth:\n  api_keys:\n    - {name: ci, key: "${env:CI_KEY}"}\n',
  },
  check(context) {
    const known = { ...knownOf(context.root), keysCount: true };
    const profiles = items(get(context.root, 'profiles'));
    const areBound = profiles.some(profile => get(profile, 'allow') !== undefined);
    for (const [index, profile] of profiles.entries()) {
      const path = ['profiles', index];
      const allow = get(profile, 'allow');
      if (allow !== undefined) checkBindings(context, allow, [...path, 'allow'], known);
      else if (areBound)
        context.report({
          at: get(profile, 'name') ?? profile,
          path,
          ...(hasAdmins(context) ? { severity: 'info' as const } : {}),
          message: `only admins may use the profile "${text(get(profile, 'name')) ?? ''}": other profiles have allow, and this one has none`,
          suggestion: 'add allow, such as {groups: [NAME]}',
        });
      checkTools(context, profile, path);
      checkHidden(context, profile, path);
    }
    const admins = at(context.root, 'auth', 'oauth', 'admins');
    checkBindings(context, admins, ['auth', 'oauth', 'admins'], { ...known, keysCount: false });
    for (const condition of admins?.kind === 'list' ? items(admins) : [admins]) checkAdmins(context, condition);
  },
};

/** Admins by scopes that every token has to have anyway. */
function checkAdmins({ root, report }: RuleContext, condition: Node | undefined): void {
  const scopes = items(get(condition, 'scopes')).map(item => text(item) ?? '');
  const required = items(at(root, 'auth', 'oauth', 'required_scopes')).map(item => text(item) ?? '');
  const others = ['subjects', 'groups', 'keys'].some(name => get(condition, name) !== undefined);
  if (condition === undefined || others || scopes.length === 0 || !scopes.every(scope => required.includes(scope))) return;
  report({
    at: get(condition, 'scopes')!,
    path: ['auth', 'oauth', 'admins', 'scopes'],
    message: 'every token has these scopes, since they are required: every caller with a token is an admin',
    suggestion: 'name a scope that only admins get, or groups',
  });
}

/** What callers can show. */
interface Known {
  readonly keyNames: ReadonlySet<string>;
  /** Groups and scopes of keys; tokens may have any. */
  readonly keyGroups: ReadonlySet<string>;
  readonly keyScopes: ReadonlySet<string>;
  readonly issuers: readonly string[];
  readonly hasIssuers: boolean;
  readonly hasKeys: boolean;
  readonly keys: readonly KeyCaller[];
}

/** What the holder of a key has. */
interface KeyCaller {
  readonly name: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
}

/** What callers can show to meet conditions of one place. */
interface Callers extends Known {
  /** Whether the conditions are asked of callers with a key too. Those of admins are asked of tokens alone. */
  readonly keysCount: boolean;
}

const textsOf = (node: Node | undefined): string[] => items(node).flatMap(item => text(item) ?? []);

function knownOf(root: Node): Known {
  const keys = ownKeys(root);
  const named = (['api_keys', 'admin_keys'] as const).flatMap(list => items(at(root, 'auth', list)));
  const all = (field: string) => new Set(named.flatMap(key => items(get(key, field)).flatMap(item => text(item) ?? [])));
  const issuers = items(at(root, 'auth', 'oauth', 'issuers'));
  return {
    keyNames: new Set(keys.map(({ name, path }) => text(name) ?? `${path[1]}[${path[2]}]`)),
    keyGroups: all('groups'),
    keyScopes: all('scopes'),
    issuers: issuers.flatMap(issuer => text(get(issuer, 'issuer')) ?? []),
    hasIssuers: issuers.length > 0,
    hasKeys: keys.length > 0,
    keys: keys.map(({ name, path: [, list = '', index = 0] }) => {
      const entry = at(root, 'auth', list, index);
      return { name: text(name) ?? `${list}[${index}]`, groups: textsOf(get(entry, 'groups')), scopes: textsOf(get(entry, 'scopes')) };
    }),
  };
}

const conditions = ['subjects', 'groups', 'scopes', 'issuers', 'keys'] as const;
type Condition = (typeof conditions)[number];

function checkBindings(context: RuleContext, node: Node | undefined, path: Path, known: Callers): void {
  if (node === undefined) return;
  const { report } = context;
  if (!known.hasIssuers && !known.hasKeys) {
    const message = 'nobody meets these conditions: without auth, no caller shows who it is';
    report({ at: node, path, severity: 'error', message, suggestion: 'add auth.api_keys or auth.oauth' });
    return;
  }
  if (node.kind === 'list' && items(node).length === 0)
    report({ at: node, path, message: 'an empty list allows nobody', suggestion: 'add a condition, or remove the field' });
  if (node.kind === 'map') checkBinding(context, node, path, known);
  for (const [index, binding] of items(node).entries()) checkBinding(context, binding, [...path, index], known);
}

function checkBinding(context: RuleContext, binding: Node, path: Path, known: Callers): void {
  const { report } = context;
  if (binding.kind !== 'map') return;
  const named = conditions.filter(name => isGiven(binding, name));
  if (named.length === 0)
    report({
      at: binding,
      path,
      message: 'nobody meets conditions of which there is none',
      suggestion: 'name groups, scopes, subjects, issuers or keys',
    });
  for (const name of named) {
    const list = get(binding, name)!;
    if (list.kind === 'list' && items(list).length === 0)
      report({
        at: list,
        path: [...path, name],
        message: `nobody meets an empty list of ${name}`,
        suggestion: 'add an entry, or remove the field',
      });
    checkValues(context, list, [...path, name], name, known);
  }
  const isOfAnyIssuer = known.issuers.length > 1 && !named.includes('issuers') && !named.includes('keys');
  const vague = named.find(name => name === 'subjects' || name === 'groups');
  if (isOfAnyIssuer && vague !== undefined)
    report({
      at: get(binding, vague)!,
      path: [...path, vague],
      ...(vague === 'groups' ? { severity: 'info' as const } : {}),
      message: `these ${vague} count of each of ${known.issuers.length} issuers, and each of them can give any name`,
      suggestion: 'add issuers: the one whose names are meant',
    });
  const [reason, advice] = unmetTogether(binding, named, known) ?? [];
  if (reason !== undefined && advice !== undefined) report({ at: binding, path, message: reason, suggestion: advice });
}

/** Why nobody meets conditions together; undefined if somebody may, or if a value is reported by itself. */
function unmetTogether(binding: Node, named: readonly Condition[], known: Callers): readonly [reason: string, advice: string] | undefined {
  const advice = 'write two entries in a list';
  const ofKeys = named.includes('keys');
  if (ofKeys && !known.keysCount) return ['nobody meets conditions on keys here: only tokens make admins', 'use auth.admin_keys'];
  if (ofKeys && (named.includes('subjects') || named.includes('issuers'))) return ['nobody has both a key and a token', advice];
  // Whether a token fits, only its issuer knows.
  if (!ofKeys && known.hasIssuers) return undefined;
  const names = textsOf(get(binding, 'keys'));
  const keys = known.keys.filter(({ name }) => !ofKeys || names.includes(name));
  const lists = named.filter(name => name !== 'keys');
  const isReported = lists.some(name => textsOf(get(binding, name)).every(value => unmet(name, value, known) !== undefined));
  if (lists.length === 0 || isReported || keys.length === 0 || keys.some(key => meets(key, binding))) return undefined;
  const lacks = lists.join(' and ');
  const holder = keys.length === 1 ? `the key "${keys[0]!.name}" has` : ofKeys ? 'each of these keys has' : 'each key has';
  return [`nobody meets all of this: ${holder} other ${lacks}, or none`, `${advice}, or give a key these ${lacks}`];
}

/** Whether the holder of a key has one of the groups and all of the scopes of a condition. */
function meets(key: KeyCaller, binding: Node): boolean {
  const has = (held: readonly string[], wanted: string): boolean => held.some(each => each === wanted || each.includes('${'));
  const [groups, scopes] = [given(binding, 'groups'), given(binding, 'scopes')];
  return (
    (groups === undefined || textsOf(groups).some(group => has(key.groups, group))) && textsOf(scopes).every(each => has(key.scopes, each))
  );
}

function checkValues({ report }: RuleContext, list: Node, path: Path, name: Condition, known: Known): void {
  for (const [index, node] of items(list).entries()) {
    const value = text(node);
    const reason = value === undefined ? undefined : unmet(name, value, known);
    if (reason !== undefined)
      report({
        at: node,
        path: [...path, index],
        message: `nobody has "${value}" here: ${reason}`,
        suggestion: 'correct the name, or remove it',
      });
  }
}

/** Why no caller can have a value; undefined if one can, or if only its token says so. */
function unmet(name: Condition, value: string, known: Known): string | undefined {
  if (name === 'keys') return known.keyNames.has(value) ? undefined : 'no key has this name';
  if (name === 'issuers')
    return known.issuers.includes(value) || known.issuers.some(issuer => issuer.includes('${'))
      ? undefined
      : 'it is none of auth.oauth.issuers';
  if (known.hasIssuers) return undefined;
  if (name === 'subjects') return 'only tokens have subjects, and there is no auth.oauth';
  const held = name === 'groups' ? known.keyGroups : known.keyScopes;
  return held.has(value) ? undefined : `no key has this ${name === 'groups' ? 'group' : 'scope'}, and there is no auth.oauth`;
}

function checkTools({ root, report }: RuleContext, profile: Node, path: Path): void {
  const prefixes = separatorsOf(root);
  const servers = items(get(profile, 'servers')).flatMap(server => text(server) ?? []);
  for (const { key, keySpan: _span, value } of entries(get(profile, 'tools'))) {
    const place = { at: value, path: [...path, 'tools', key] };
    if (!servers.includes(key))
      report({
        ...place,
        message: `the profile does not show the server "${key}", so selecting its tools has no effect`,
        suggestion: 'add it to servers, or remove it here',
      });
    else if (value.kind === 'list' && items(value).length === 0)
      report({ ...place, message: `the profile shows nothing of the server "${key}"`, suggestion: 'name tools, or remove the server' });
    for (const [index, item] of items(value).entries()) {
      const name = text(item) ?? '';
      const prefix = prefixes.map(separator => `${key}${separator}`).find(start => name.startsWith(start));
      if (prefix !== undefined)
        report({
          at: item,
          path: [...place.path, index],
          message: `"${name}" matches no tool: names stand here without their server`,
          suggestion: `write "${name.slice(prefix.length)}"`,
        });
      else if (/[?[\]{}()|\\^$]|\.\*/.test(name))
        report({
          at: item,
          path: [...place.path, index],
          message: `"${name}" is compared exactly, except that "*" stands for any text`,
          suggestion: 'write the names of the tools, or "*" for what differs',
        });
    }
  }
}

/** Tools that a profile selects by name, and that `enabled_tools` or `disabled_tools` of their server keep from everybody. */
function checkHidden({ root, report }: RuleContext, profile: Node, path: Path): void {
  const namesIn = (server: Node | undefined, key: string): readonly string[] => items(get(server, key)).flatMap(item => text(item) ?? []);
  for (const { key, value } of entries(get(profile, 'tools'))) {
    const server = at(root, 'servers', key);
    const [enabled, disabled] = [namesIn(server, 'enabled_tools'), namesIn(server, 'disabled_tools')];
    for (const [index, item] of items(value).entries()) {
      const name = text(item) ?? '';
      const isHidden = !name.includes('*') && (disabled.includes(name) || (enabled.length > 0 && !enabled.includes(name)));
      if (isHidden)
        report({
          at: item,
          path: [...path, 'tools', key, index],
          message: `nobody sees "${name}": ${disabled.includes(name) ? 'disabled_tools' : 'enabled_tools'} of "${key}" hides it`,
          suggestion: 'change the list of the server, or remove it here',
        });
    }
  }
}

/** Whether somebody is named who may decide: for them a profile without conditions may be meant. */
const hasAdmins = ({ root }: RuleContext): boolean =>
  items(at(root, 'auth', 'admin_keys')).length > 0 || isGiven(at(root, 'auth', 'oauth'), 'admins');
