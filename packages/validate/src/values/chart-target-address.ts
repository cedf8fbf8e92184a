import { at, get, items, type Rule } from '@mcpgw/structure';
import { isOn, numberOf, settingsOf, targetsOf, tell, textOf } from './value-at.js';

export const chartTargetAddress: Rule = {
  id: 'chart-target-address',
  severity: 'warning',
  kinds: ['values'],
  why: 'The proxy accepts the target and every call of it fails, because the address is that of another protocol or of the pod itself.',
  docs: {
    checks:
      'Targets whose port is that of the other scheme, whose path belongs to the other transport, whose host is the pod itself or a stand-in, and an issuer or key set that no token and no certificate fits.',
    fix: 'Write the host, port, path and `tls` under which the server is reached from the pod of the proxy.',
    wrong: 'global:\n  agentgateway:\n    extraMcpTargets:\n      - {id: issues, host: issues.acme.com, port: 443}\n',
    correct: 'global:\n  agentgateway:\n    extraMcpTargets:\n      - {id: issues, host: issues.acme.com, port: 443, tls: true}\n',
  },
  check(context) {
    for (const { node, path, id } of targetsOf(context.root)) {
      const [host, target, port] = [textOf(get(node, 'host')), textOf(get(node, 'path')), numberOf(get(node, 'port'))];
      const isTls = isOn(get(node, 'tls'));
      const isSse = textOf(get(node, 'protocol')) === 'SSE';
      if (port === 443 && !isTls)
        tell(context, [...path, 'port'], `"${id}" is called over plain HTTP on port 443, where servers speak TLS`, 'add "tls: true"');
      if (port === 80 && isTls)
        tell(
          context,
          [...path, 'port'],
          `"${id}" is called over TLS on port 80, where servers speak plain HTTP`,
          'write port 443, or remove "tls"',
        );
      if (isSse && /\/mcp\/?$/.test(target))
        tell(
          context,
          [...path, 'path'],
          `the path "${target}" of "${id}" is that of StreamableHTTP, and the protocol is SSE`,
          'write the path /sse, or remove "protocol"',
        );
      if (/^(?:localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host))
        tell(
          context,
          [...path, 'host'],
          `"${host}" is the pod of the proxy: no other pod is reached there`,
          'name the Service of the server',
        );
      if (/(?:^|\.)example\.(?:com|org|net)$|^(?:your|my)-|change-?me/i.test(host))
        tell(context, [...path, 'host'], `the host "${host}" stands for one to be filled in`, 'name the host of the server', 'info');
      if (textOf(get(node, 'pathPrefix')) === '/')
        tell(
          context,
          [...path, 'pathPrefix'],
          `"${id}" gets every request that no other route takes`,
          'write its own prefix, such as /mcp/ID',
        );
    }
    checkJwt(context);
    checkServers(context);
  },
};

function checkJwt(context: Parameters<Rule['check']>[0]): void {
  const path = ['global', 'agentgateway', 'static', 'jwtAuth'];
  const jwt = at(settingsOf(context.root), 'static', 'jwtAuth');
  if (!isOn(get(jwt, 'enabled'))) return;
  const [issuer, jwks] = [textOf(get(jwt, 'issuer')), textOf(get(jwt, 'jwksUrl'))];
  if (issuer !== issuer.trim())
    tell(context, [...path, 'issuer'], 'the issuer begins or ends with a space: no token has it', 'remove the space', 'error');
  else if (/\/\.well-known\//.test(issuer))
    tell(
      context,
      [...path, 'issuer'],
      'this is the address of a document of the issuer: the claim "iss" is what stands before /.well-known',
      `write "${issuer.replace(/\/\.well-known\/.*$/, '')}"`,
    );
  if (/\/\.well-known\/openid-configuration\/?$/.test(jwks))
    tell(context, [...path, 'jwksUrl'], 'this document names the address of the key set; it is none', 'write its "jwks_uri"', 'error');
  const audiences = items(get(jwt, 'audiences')).map(node => textOf(node));
  audiences.forEach((audience, index) => {
    if (audience.trim() === '') tell(context, [...path, 'audiences', index], 'no token has an empty audience', 'remove it');
    else if (audience === '*')
      tell(context, [...path, 'audiences', index], '"*" is compared exactly: no token has this audience', 'name the audience');
    else if (audiences.indexOf(audience) < index)
      tell(context, [...path, 'audiences', index], `the audience "${audience}" occurs twice`, 'remove one of the two');
  });
}

function checkServers(context: Parameters<Rule['check']>[0]): void {
  const servers = at(context.root, 'gateway', 'config', 'servers');
  if (!isOn(at(context.root, 'gateway', 'enabled')) || servers?.kind !== 'map') return;
  const isOwnImage = /(?:^|\/)mcpgw$/.test(textOf(at(context.root, 'gateway', 'image', 'repository')) || 'mcpgw');
  for (const { key, value } of servers.entries) {
    const path = ['gateway', 'config', 'servers', key];
    const url = textOf(get(value, 'url'));
    if (/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url))
      tell(context, [...path, 'url'], `"${key}" is looked for in the pod of the gateway itself`, 'name the Service of the server');
    if (isOwnImage && url === '' && textOf(get(value, 'command')) !== '')
      tell(
        context,
        [...path, 'command'],
        `the image of the gateway contains no program "${textOf(get(value, 'command'))}": it has no shell and no Node`,
        'name an image of yours in gateway.image, or a server by "url"',
      );
  }
}
