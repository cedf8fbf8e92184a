import { isIP } from 'node:net';
import { knownAlpn } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { ofKind } from '../objects/objects.js';

const dnsName = /^(?=.{1,253}$)[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?(?:\.[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?)*\.?$/;

/** Names of certificates that no certificate has, or that the proxy cannot read. */
function checkNames(stream: Node, report: RuleContext['report']): void {
  for (const { node, path } of fieldsNamed(stream, 'verifySubjectAltNames', 'tls'))
    items(node).forEach((item, index) => {
      const name = text(item) ?? '';
      const isUrl = /^https?:\/\//i.test(name);
      if (!isUrl && (name.includes('://') || dnsName.test(name) || isIP(name) !== 0)) return;
      report({
        at: item,
        path: [...path, index],
        message: isUrl
          ? `certificates of servers have names of hosts and no addresses such as "${name.slice(0, 80)}": no server is trusted`
          : `"${name.slice(0, 80)}" is not a name of a host, IP address or URI: the proxy refuses the policy`,
        suggestion: 'write the name of the host alone, as it is in the certificate',
        severity: isUrl ? 'warning' : 'error',
      });
    });
}

/** A server name that is sent to a host with another name. */
function checkServerName(stream: Node, report: RuleContext['report']): void {
  for (const { owner, node, path } of fieldsNamed(stream, 'sni', 'tls')) {
    const host = text(at(owner.node, 'spec', 'static', 'host')) ?? '';
    const name = text(node) ?? '';
    if (owner.kind !== 'AgentgatewayBackend' || !host.includes('.') || isIP(host) !== 0 || isIP(name) !== 0 || name === '') continue;
    if (/\.(?:svc|local|internal)\.?$|\.svc\./.test(host) || host.toLowerCase() === name.toLowerCase()) continue;
    report({
      at: node,
      path,
      message: `"${host.slice(0, 80)}" is asked for the certificate of "${name.slice(0, 80)}", and refused without it`,
      suggestion: `write "${host.slice(0, 80)}", or leave it out`,
      severity: 'info',
    });
  }
}

export const policyTls: Rule = {
  id: 'policy-tls',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The connection is not protected as TLS suggests, or no client can make one.',
  docs: {
    checks:
      'TLS of backends: the certificate of the server is verified, and by a name that certificates have; an info for a server name other than the host. TLS of the frontend: protocols that clients know. Validation of clients: it does not fall back to none. An info for checks that are switched off by name.',
    seen: 'Controllers of v1.1.0 and v1.4.1: versions in the wrong order, checks switched off and optional client certificates are accepted and sent to the proxy. Live: proxies of v1.1.0 and v1.4.1 refuse a static configuration with the name `not a name` (`invalid dns name`).',
    basedOn: 'The source of the proxy of v1.4.1: a name with "://" is compared with URIs of the certificate.',
    fix: 'Trust the authority of the server with caCertificateRefs instead of skipping the check.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.example, port: 443}
  policies: {tls: {insecureSkipVerify: All}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.example, port: 443}
  policies: {tls: {caCertificateRefs: [{name: authority}]}}
`,
  },
  check({ root, report }) {
    checkNames(root, report);
    for (const { node, path } of fieldsNamed(root, 'sni', 'tls'))
      if (isIP(text(node) ?? '') !== 0)
        report({
          at: node,
          path,
          message: 'TLS has no server name for an IP address: none is sent, and the certificate has to hold the address',
          suggestion: 'write the hostname of the certificate',
        });
    checkServerName(root, report);
    for (const { node, path } of fieldsNamed(root, 'insecureSkipVerify'))
      if (text(node) === 'All' || text(node) === 'Hostname')
        report({
          at: node,
          path,
          chosen: true,
          message:
            text(node) === 'All'
              ? 'any server is trusted: its certificate is not verified'
              : 'a server with the certificate of any other host is trusted',
          suggestion: 'trust the authority with "caCertificateRefs"',
        });
    for (const { node, path } of fieldsNamed(root, 'alpnProtocols', 'tls')) {
      if (path[1] !== 'frontend') continue;
      items(node).forEach((item, index) => {
        if (knownAlpn.has(text(item) ?? '')) return;
        report({
          at: item,
          path: [...path, index],
          message: `clients do not ask for the protocol "${text(item)}", so it is never chosen`,
          suggestion: 'write "h2" or "http/1.1"',
        });
      });
    }
    for (const gateway of ofKind(root, 'Gateway')) {
      const frontend = at(gateway.node, 'spec', 'tls', 'frontend');
      const places = [
        { node: at(frontend, 'default', 'validation', 'mode'), path: ['default', 'validation', 'mode'] },
        ...items(get(frontend, 'perPort')).map((port, index) => ({
          node: at(port, 'tls', 'validation', 'mode'),
          path: ['perPort', index, 'tls', 'validation', 'mode'],
        })),
      ];
      for (const { node, path } of places)
        if (gateway.own && node !== undefined && text(node) === 'AllowInsecureFallback')
          report({
            at: node,
            path: ['spec', 'tls', 'frontend', ...path],
            chosen: true,
            message: 'a client without a certificate, or with a wrong one, is let in',
            suggestion: 'use "AllowValidOnly"',
          });
    }
  },
};
