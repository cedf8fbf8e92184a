import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, isGiven, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { hostsOf, ownBackendsOf } from '../objects/backends.js';
import { integerOf, type ObjectView, ofKind } from '../objects/objects.js';
import { routesView } from '../reach/routes.js';
import { hasTls, hasTlsOnPath } from '../reach/tls.js';

/** Hosts that are called inside the cluster or a private network, where TLS may end elsewhere. */
const isInside = (host: string): boolean =>
  !host.includes('.') ||
  /\.(?:svc|local|internal|lan|localhost|cluster\.local)$|\.svc\./i.test(host) ||
  /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host);

/** Credentials that the gateway adds to calls. */
const added = ['key', 'secretRef', 'oauthTokenExchange', 'crossAppAccess', 'gcp', 'azure', 'credentials'];
const addsCredential = (auth: Node | undefined): boolean => entries(auth).some(({ key }) => added.includes(key));

/** Paths of single requests to models. The proxy adds them to the base of the API. */
const endpoint = /\/(?:chat\/completions|completions|messages|responses|embeddings|models|rerank)\/?$/;

function checkBase(model: ObjectView, report: RuleContext['report']): void {
  const node = at(model.node, 'spec', 'baseURL');
  const parts = /^(https?):\/\/([^/:]+)(?::(\d+))?(\/.*)?$/i.exec(text(node) ?? '');
  if (node === undefined || parts === null) return;
  const [scheme, host, port, path] = [parts[1]!.toLowerCase(), parts[2]!, parts[3], parts[4] ?? ''];
  const policies = at(model.node, 'spec', 'policies');
  const say = (message: string, suggestion: string): void => report({ at: node, path: ['spec', 'baseURL'], message, suggestion });
  if (endpoint.test(path))
    say(
      `"${endpoint.exec(path)![0]}" is added for each request, so it stands there twice: every request fails`,
      `end the address with "${path.replace(endpoint, '') || '/'}"`,
    );
  if (/\/api\/(?:chat|generate|tags)\/?$/.test(path))
    say(
      'this is a request of the API of Ollama itself, and the proxy speaks that of OpenAI: every request fails',
      'end the address with "/v1"',
    );
  if ((scheme === 'http' && port === '443') || (scheme === 'https' && port === '80'))
    say(`port ${port} is the usual port of the other scheme`, `write "${scheme === 'http' ? 'https' : 'http'}://", or another port`);
  else if (scheme === 'http' && !isInside(host) && addsCredential(get(policies, 'auth')) && !isGiven(policies, 'tls'))
    say(`the credentials are sent to "${host}" in clear text`, 'write "https://"');
}

/** Backends of one host, whose credentials everybody on the way can read. */
function checkHosts(stream: Node, backend: ObjectView, report: RuleContext['report']): void {
  for (const { node, path, policies } of hostsOf(backend)) {
    const host = text(get(node, 'host')) ?? '';
    const port = text(get(node, 'port')) ?? String(integerOf(get(node, 'port')));
    const isAuthorized = policies.some(each => addsCredential(get(each, 'auth')));
    const place: Path = [...path, 'host'];
    if (!isAuthorized || port === '443' || isInside(host) || !/^[\w.-]+$/.test(host)) continue;
    if (policies.some(each => isGiven(each, 'tls')) || hasTls(stream, backend)) continue;
    if ((routesView(stream).byBackend.get(backend) ?? []).some(rule => hasTlsOnPath(stream, rule))) continue;
    report({
      at: get(node, 'host')!,
      path: place,
      message: `the credentials are sent to "${host}" in clear text: nothing switches TLS on for this backend`,
      suggestion: 'add "policies.tls: {}"',
    });
  }
}

const example = (policies: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec:
  static: {host: api.example.com, port: 8443}
  policies: {auth: {secretRef: {name: key}}${policies}}
`;

export const backendCredentialPlain: Rule = {
  id: 'backend-credential-plain',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A credential that leaves the cluster without TLS can be read and used by everybody on the way.',
  docs: {
    checks:
      'Hosts of AgentgatewayBackends and baseURL of AgentgatewayModels outside the cluster, for which the gateway adds credentials: TLS is switched on. A baseURL ends with the base of the API, not with one of its requests, and its port fits the scheme. Port 443 without TLS is in backend-host.',
    seen: 'The controller of v1.4.1 reports the backend as Accepted=True and sends the key without TLS for the connection.',
    basedOn:
      'The rule of `backendAuth`, which adds the credential to a request whether it is sent with TLS or not. What can be read on the way was not measured.',
    fix: 'Add "policies.tls: {}" to the backend, or write https:// in baseURL.',
    wrong: example(''),
    correct: example(', tls: {}'),
  },
  check({ root, report }) {
    for (const backend of ownBackendsOf(root)) checkHosts(root, backend, report);
    for (const model of ofKind(root, 'AgentgatewayModel')) if (model.own && model.group === 'agentgateway.dev') checkBase(model, report);
  },
};
