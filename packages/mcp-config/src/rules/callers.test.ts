/** Claims with the groups of callers, and conditions on callers that one of them has to meet together. */
import { parseYaml } from '@mcpgw/structure';
import { serveFindings } from '../read/read-serve.js';

/** The findings of a rule about a gateway.yaml. */
function findings(text: string, id: string) {
  const [root] = parseYaml(text, { file: 'f.yaml', dialect: 'core' }).documents;
  return serveFindings(root!, { file: 'f.yaml', env: {}, resolve: 'form', kind: 'serve' })
    .findings.filter(({ rule }) => rule === id)
    .map(({ severity, path = [], suggestion }) => ({ severity, path: path.join('.'), suggestion }));
}

const found = (text: string, id: string): string[] => findings(text, id).map(({ severity, path }) => `${severity} ${id} ${path}`);
const gateway = (text: string): string => `servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto}}\n${text}`;

const claimed = (claim: string): string =>
  gateway(
    `auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com", groups_claim: ${JSON.stringify(claim)}}]}}`,
  );
const claimPath = 'auth.oauth.issuers.0.groups_claim';

describe('a claim whose path is written', () => {
  it.each<[claim: string, advice: string]>([
    ['realm_access/roles', 'write "realm_access.roles"'],
    ['/realm_access/roles', 'write "realm_access.roles"'],
    ['#/realm_access/roles', 'write "realm_access.roles"'],
    ['$.realm_access.roles', 'write "realm_access.roles"'],
    ['$', 'name the claim with the groups'],
    ['$.groups[*]', 'write "groups"'],
    ["resource_access['gateway'].roles", 'write "resource_access.gateway.roles"'],
    ['groups[0]', 'write "groups"'],
    ['.realm_access.roles', 'write "realm_access.roles"'],
    ['realm_access.roles.', 'write "realm_access.roles"'],
    ['realm_access..roles', 'write "realm_access.roles"'],
    ['/', 'name the claim with the groups'],
    ['groups, roles', 'name one claim'],
  ])('%s', (claim, advice) =>
    expect(
      findings(claimed(claim), 'oauth-settings').map(({ severity, path, suggestion }) => `${severity} ${path}: ${suggestion}`),
    ).toEqual([`warning ${claimPath}: ${advice}`]),
  );

  it.each([
    'groups',
    'realm_access.roles',
    'https://x.example/claims/groups',
    'https://x.example/a.b/groups#all',
    'urn:zitadel:iam:org:project:roles',
    'cognito:groups',
    'x.example.com/groups',
    'kubernetes.io/serviceaccount',
    '__proto__',
    '${env:CLAIM}',
  ])('%s', claim => expect(found(claimed(claim), 'oauth-settings')).toEqual([]));

  it('a long name takes no time that grows with its square', () =>
    expect(found(claimed('a.'.repeat(50_000)), 'oauth-settings')).toEqual([`warning oauth-settings ${claimPath}`]));
});

const callers = (allow: string, more = ''): string =>
  gateway(
    `profiles: [{name: p, servers: [a], allow: ${allow}}]\nauth: {api_keys: [{name: ci, key: "\${env:CI_KEY}", groups: [build], scopes: [run]}, {name: desk, key: "\${env:DESK_KEY}", groups: [staff]}]${more}}`,
  );
const login = (more = ''): string =>
  `, oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com"}]${more}}`;

describe('conditions that one caller has to meet together', () => {
  const wrong = ['warning profile-binding profiles.0.allow'];
  it.each<[what: string, allow: string, more: string, expected: string[]]>([
    ['a key without the group', '{keys: [ci], groups: [staff]}', login(), wrong],
    ['a key without the scope', '{keys: [desk], scopes: [run]}', login(), wrong],
    ['a key with one of two scopes', '{keys: [ci], scopes: [run, stop]}', login(), wrong],
    ['keys that share nothing', '{keys: [ci, desk], groups: [staff], scopes: [run]}', login(), wrong],
    ['a subject and a key', '{keys: [ci], subjects: [alice]}', login(), wrong],
    ['an issuer and a key', '{keys: [ci], issuers: ["https://l.example.com"]}', login(), wrong],
    ['one entry of a list', '[{keys: [ci]}, {keys: [ci], groups: [staff]}]', login(), ['warning profile-binding profiles.0.allow.1']],
    ['a group and a scope of two keys, without tokens', '{groups: [staff], scopes: [run]}', '', wrong],
    ['a group that nobody has, found once', '{keys: [ci], groups: [other]}', '', ['warning profile-binding profiles.0.allow.groups.0']],
    [
      'a key that is not there, found once',
      '{keys: [none], groups: [staff]}',
      login(),
      ['warning profile-binding profiles.0.allow.keys.0'],
    ],
    ['keys as admins', '{keys: [ci]}', login(', admins: {keys: [ci]}'), ['warning profile-binding auth.oauth.admins']],
    ['a key with the group', '{keys: [ci], groups: [staff, build]}', login(), []],
    ['one of the keys has it', '{keys: [ci, desk], groups: [staff]}', login(), []],
    ['a group and a scope that a token may have', '{groups: [staff], scopes: [run]}', login(), []],
    ['a group and a scope of one key', '{groups: [build], scopes: [run]}', '', []],
    ['two entries', '[{keys: [ci]}, {groups: [staff]}]', login(', admins: {groups: [boss]}'), []],
  ])('%s', (_what, allow, more, expected) => expect(found(callers(allow, more), 'profile-binding')).toEqual(expected));
});
