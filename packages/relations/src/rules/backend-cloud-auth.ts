import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { backendsOf, hostsOf } from '../objects/backends.js';
import { fieldsNamed } from '../objects/fields.js';

/** Texts of AWS for the names of sessions, and for keys and values of tags. */
const sessionName = /^[\w+=,.@-]{2,64}$/;
const tagText = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const literal = (expression: string): string | undefined => /^\s*(["'])((?:(?!\1)[^\\])*)\1\s*$/.exec(expression)?.[2];

function checkRoles(stream: Node, report: RuleContext['report']): void {
  for (const { node, path } of fieldsNamed(stream, 'sessionNameExpression', 'assumeRole')) {
    const name = literal(text(node) ?? '');
    if (name !== undefined && !sessionName.test(name))
      report({
        at: node,
        path,
        message: `AWS takes no session name "${name.slice(0, 80)}": every request is refused`,
        suggestion: 'use 2 to 64 letters, digits and "+=,.@-_"',
      });
  }
  for (const { node, path } of fieldsNamed(stream, 'tags', 'assumeRole'))
    items(node).forEach((tag, index) => {
      const key = get(tag, 'key');
      const value = get(tag, 'value');
      const reserved = /^aws:/i.test(text(key) ?? '');
      if (reserved || !tagText.test(text(key) ?? ''))
        report({
          at: key!,
          path: [...path, index, 'key'],
          message: reserved
            ? 'keys that begin with "aws:" belong to AWS: the role is not given, and every request is refused'
            : `AWS does not accept a tag with the key "${text(key)!.slice(0, 80)}": every request is refused`,
          suggestion: 'use another key of letters, digits, spaces and "_.:/=+-@"',
        });
      if (value !== undefined && !tagText.test(text(value) ?? ''))
        report({
          at: value,
          path: [...path, index, 'value'],
          message: 'AWS does not accept a tag with this value: every request is refused',
          suggestion: 'use letters, digits, spaces and "_.:/=+-@"',
        });
    });
  for (const { node, path } of fieldsNamed(stream, 'serviceName', 'aws'))
    if (!/^[a-z0-9-]+$/.test(text(node) ?? 'x'))
      report({
        at: node,
        path,
        message: `"${(text(node) ?? '').slice(0, 80)}" is not a name of a service in signatures of AWS: every request is refused`,
        suggestion: 'write it in lower case, such as execute-api or bedrock',
      });
}

/** Services of Google that take tokens for themselves, and those that take access tokens. */
const takesIdToken = /\.(?:run\.app|cloudfunctions\.net)$/;
const takesAccessToken = /\.googleapis\.com$/;

const example = (type: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: shop}
spec: {static: {host: shop-abc123-ew.a.run.app, port: 443}, policies: {tls: {}, auth: {gcp: {type: ${type}}}}}
`;

export const backendCloudAuth: Rule = {
  id: 'backend-cloud-auth',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The cloud refuses credentials of another form than the service takes, and the request fails with them.',
  docs: {
    checks:
      'Credentials of AWS: names of sessions, keys and values of tags, and names of services as AWS takes them. Credentials of Google: ID tokens for Cloud Run and Cloud Functions, access tokens for googleapis.com.',
    seen: 'The controller of v1.4.1 accepts both types for a host of Cloud Run and sends them as they are written, with `accessToken` and `idToken`.',
    basedOn: 'The source of v1.4.1: an access token is sent unless the type is IdToken. What the clouds take is from their documentation.',
    fix: 'Write "type: IdToken" for Cloud Run, and names as the message says.',
    wrong: example('AccessToken'),
    correct: example('IdToken'),
  },
  check({ root, report }) {
    checkRoles(root, report);
    for (const backend of backendsOf(root)) {
      const path = ['spec', 'policies', 'auth', 'gcp'];
      const gcp = at(backend.node, ...path);
      if (!backend.own || gcp === undefined) continue;
      const isIdToken = text(get(gcp, 'type')) === 'IdToken';
      const wrong = isIdToken ? takesAccessToken : takesIdToken;
      const host = hostsOf(backend)
        .map(({ node }) => text(get(node, 'host')) ?? '')
        .find(each => wrong.test(each));
      if (host !== undefined)
        report({
          at: get(gcp, 'type') ?? gcp,
          path: get(gcp, 'type') === undefined ? path : [...path, 'type'],
          message: `"${host}" takes ${isIdToken ? 'access' : 'ID'} tokens: every request is refused`,
          suggestion: `write type: ${isIdToken ? 'AccessToken' : 'IdToken'}`,
        });
    }
  },
};
