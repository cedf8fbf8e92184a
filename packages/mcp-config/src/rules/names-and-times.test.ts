/** Names of the gateway that it refuses itself, and sessions that end before their streams: each beside one that is right. */
import { parseYaml } from '@mcpgw/structure';
import { serveFindings } from '../read/read-serve.js';

function found(text: string, rule: string): string[] {
  const [root] = parseYaml(text, { file: 'f.yaml', dialect: 'core' }).documents;
  const { findings } = serveFindings(root!, { file: 'f.yaml', env: {}, resolve: 'form', kind: 'serve' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, path = [] }) => `${severity} ${path.join('.')}`);
}

const base = 'servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto}}\nauth: {api_keys: ["${env:K}"]}\n';
const login = 'login: {url: "https://tools.example.com"}\n';

it.each<[what: string, text: string, expected: string[]]>([
  ['another name', `${login}trusted_hosts: [gateway.example.com]`, ['warning login.url']],
  ['another name on all addresses', `${login}listen: "0.0.0.0:8080"\ntrusted_hosts: [gateway.example.com]`, ['warning login.url']],
  ['no names on loopback, where a proxy in front may send another', login, ['info login.url']],
  ['no names on all addresses', `${login}listen: "0.0.0.0:8080"`, []],
  ['the name, in other case', `${login}trusted_hosts: [Tools.Example.com]`, []],
  ['a name that is not known yet', `${login}trusted_hosts: ["\${env:NAME}"]`, []],
  ['every name, for callers with a key', `${login}trusted_hosts: ["*"]`, ['info trusted_hosts.0']],
  ['an address of this machine', 'login: {url: "http://localhost:8080"}\ntrusted_hosts: [gateway.example.com]', []],
])('login.url and %s', (_, text, expected) => expect(found(`${base}${text}`, 'web-page-access')).toEqual(expected));

it('every name is accepted of callers who show nothing', () => {
  const text = 'servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto}}\ntrusted_hosts: ["*"]\n';
  expect(found(text, 'web-page-access')).toEqual(['warning trusted_hosts.0']);
});

it('the resource of tokens and the redirect address of a login are names of the gateway too', () => {
  const text = `servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto, oauth: {redirect_uri: "https://tools.example.com/oauth/callback"}}}
auth: {oauth: {resource: "https://tools.example.com/mcp", issuers: [{issuer: "https://login.example.com"}]}}
trusted_hosts: [gateway.example.com]
`;
  expect(found(text, 'web-page-access')).toEqual(['warning auth.oauth.resource', 'warning servers.a.oauth.redirect_uri']);
});

it.each<[times: string, expected: string[]]>([
  ['{session_idle: 5m, resume: 10m}', ['warning timeouts.session_idle']],
  ['{resume: 45m}', ['warning timeouts.resume']],
  ['{session_idle: 10m, resume: 5m}', []],
  ['{session_idle: 5m, resume: 5m}', []],
  ['{session_idle: 5m}', []],
  ['{session_idle: 0s, resume: 10m}', []],
])('timeouts: %s', (times, expected) => expect(found(`${base}timeouts: ${times}`, 'timeout-order')).toEqual(expected));
