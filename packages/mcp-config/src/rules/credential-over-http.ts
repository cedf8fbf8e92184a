import { at, entries, isSecretName, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { endpointsOf, isPublicHost, urlOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const credentialOverHttp: Rule = {
  id: 'credential-over-http',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Every host on the way reads the credential of a request over plain HTTP.',
  docs: {
    checks:
      'An `http` address of a public host, of a server, an API or a collector, beside a header, a user or a login that carries a secret. Hosts of this machine and of private networks are left out.',
    basedOn: 'RFC 6750, which asks for TLS where credentials are sent. No program was run for this rule.',
    fix: 'Write `https`.',
    wrong: 'mcpServers:\n  issues:\n    url: http://issues.acme.com/mcp\n    headers: {Authorization: "Bearer ${TOKEN}"}\n',
    correct: 'mcpServers:\n  issues:\n    url: https://issues.acme.com/mcp\n    headers: {Authorization: "Bearer ${TOKEN}"}\n',
  },
  check(context) {
    for (const { transport, urls, headers, name, node } of endpointsOf(context)) {
      const [first] = urls;
      const url = transport === 'stdio' || first === undefined ? undefined : urlOf(first.text);
      if (url?.protocol !== 'http:' || !isPublicHost(url.hostname)) continue;
      const hasLogin = at(node, 'oauth')?.kind === 'map';
      if (!hasLogin && !headers.some(({ key }) => isSecretName(key)) && url.username === '') continue;
      context.report({
        at: first!.node,
        path: first!.path,
        message: `the credential of "${name ?? ''}" is sent to ${url.hostname} over plain HTTP`,
        suggestion: 'write https',
      });
    }
    if (context.kind !== 'serve') return;
    checkTelemetry(context);
    for (const [index, api] of items(at(context.root, 'apis')).entries()) {
      const node = at(api, 'base_url');
      const url = urlOf(text(node) ?? '');
      if (node === undefined || url?.protocol !== 'http:' || !isPublicHost(url.hostname) || at(api, 'auth') === undefined) continue;
      context.report({
        at: node,
        path: ['apis', index, 'base_url'],
        message: `the secret of the API is sent to ${url.hostname} over plain HTTP`,
        suggestion: 'write https',
      });
    }
  },
};

function checkTelemetry({ root, report }: RuleContext): void {
  const node = at(root, 'telemetry', 'endpoint');
  const url = urlOf(text(node) ?? '');
  if (node === undefined || url?.protocol !== 'http:' || !isPublicHost(url.hostname)) return;
  if (!entries(at(root, 'telemetry', 'headers')).some(({ key }) => isSecretName(key)) && url.username === '') return;
  report({
    at: node,
    path: ['telemetry', 'endpoint'],
    message: `the credential of telemetry is sent to ${url.hostname} over plain HTTP`,
    suggestion: 'write https',
  });
}
