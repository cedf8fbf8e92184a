import { at, get, type Node, type Rule } from '@mcpgw/structure';
import { isOn, tell, textOf, textsBelow } from './value-at.js';

const wellKnown = '/.well-known/oauth-protected-resource';

export const chartMetadataPath: Rule = {
  id: 'chart-metadata-path',
  severity: 'warning',
  kinds: ['values'],
  why: 'A refusal names the address of the metadata of the gateway; the proxy has no route to it and answers 404, so clients cannot find out where to log in.',
  docs: {
    checks:
      'A gateway that checks tokens (`gateway.config.auth.oauth`) under an address outside of the cluster: some further object or setting mentions the path of its metadata, because the route of the chart takes the prefix of the gateway alone.',
    basedOn:
      'The chart renders one route for the gateway, and its answer to a request without a token names `/.well-known/oauth-protected-resource` before the path of the resource.',
    fix: 'Route the path to the Service of the gateway, such as by an HTTPRoute or an Ingress in `extraObjects`.',
    wrong:
      'gateway:\n  enabled: true\n  networkPolicy: {extraEgressPorts: [443]}\n  config:\n    servers: {files: {url: "http://files:8000/mcp"}}\n    auth:\n      oauth:\n        resource: https://mcp.acme.com/mcp/gateway\n        issuers: [{issuer: "https://idp.acme.com", audiences: [mcp]}]\n',
    correct:
      'gateway:\n  enabled: true\n  networkPolicy:\n    extraEgressPorts: [443]\n    extraIngress: [{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress-nginx}}}], ports: [{port: 8080}]}]\n  config:\n    servers: {files: {url: "http://files:8000/mcp"}}\n    auth:\n      oauth:\n        resource: https://mcp.acme.com/mcp/gateway\n        issuers: [{issuer: "https://idp.acme.com", audiences: [mcp]}]\nextraObjects:\n  - apiVersion: networking.k8s.io/v1\n    kind: Ingress\n    metadata: {name: metadata}\n    spec:\n      rules:\n        - host: mcp.acme.com\n          http:\n            paths:\n              - path: /.well-known/oauth-protected-resource\n                pathType: Prefix\n                backend: {service: {name: mcp-gateway-gateway, port: {number: 8080}}}\n',
  },
  check(context) {
    const { root } = context;
    const path = ['gateway', 'config', 'auth', 'oauth', 'resource'];
    const resource = textOf(at(root, ...path));
    if (!isOn(at(root, 'gateway', 'enabled')) || resource === '' || isInside(resource) || mentionsMetadata(root)) return;
    tell(
      context,
      path,
      `nothing routes ${wellKnown}${pathOf(resource)}, where clients look for the issuer`,
      'route it to the Service of the gateway, such as by extraObjects',
    );
  },
};

/** Whether an address is one of the cluster, where clients ask the gateway and not the proxy, or is not known yet. */
const isInside = (resource: string): boolean =>
  /\{\{|\$\{/.test(resource) || /^https?:\/\/(?:[^/.:]+|[^/]*\.svc(?:\.[^/:]*)?|localhost|127\.[\d.]+)(?::\d+)?(?:\/|$)/.test(resource);

const pathOf = (resource: string): string => (URL.canParse(resource) ? new URL(resource).pathname.replace(/\/$/, '') : '');

/** Whether an object or a setting beyond those of the chart has the path. */
const mentionsMetadata = (root: Node): boolean =>
  ['extraObjects', 'extraConfig'].some(key =>
    textsBelow(get(root, key), []).some(({ value }) => value.includes('/.well-known') || value === '/'),
  );
