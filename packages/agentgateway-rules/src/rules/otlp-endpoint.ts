import type { Placed } from '@mcpgw/agentgateway/internal';
import { at, get, inRange, isNull, type Node, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

function exporters(root: Node): Placed[] {
  return [
    ['config', 'tracing'],
    ['frontendPolicies', 'tracing'],
    ['frontendPolicies', 'accessLog', 'otlp'],
    ['frontendPolicies', 'logging', 'otlp'],
  ].flatMap(path => {
    const node = at(root, ...path);
    return node === undefined || isNull(node) ? [] : [{ node, path }];
  });
}

const ports: Readonly<Record<string, 'grpc' | 'http'>> = { '4317': 'grpc', '4318': 'http' };

/** A path that is not the standard one was written to be used. */
const severityOf = (path: Node): 'info' | 'warning' => (/^\/v1\/(?:traces|logs)$|^\/$/.test(text(path) ?? '/') ? 'info' : 'warning');

export const otlpEndpoint: Rule = {
  id: 'otlp-endpoint',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A collector takes gRPC on port 4317 and HTTP on port 4318; with the other protocol every export fails, and nothing says so in the answer of a request.',
  docs: {
    checks: 'The protocol of a collector fits its port, and a path is given only for HTTP and begins with "/".',
    seen: 'Live: v1.1.0 and v1.4.1 begin with HTTP/2 (`PRI * HTTP/2.0`) at port 4318, and send `POST /v1/traces` with `protocol: http`.',
    fix: 'Use port 4317 with `grpc`, which is the default, or port 4318 with `http`.',
    wrong: withSection('frontendPolicies: {tracing: {host: "localhost:4318", randomSampling: true}}'),
    correct: withSection('frontendPolicies: {tracing: {host: "localhost:4318", protocol: http, randomSampling: true}}'),
  },
  check({ root, version, report }) {
    for (const { node, path } of exporters(root)) {
      const key = get(node, 'otlpEndpoint') === undefined ? 'host' : 'otlpEndpoint';
      const target = get(node, key);
      const port = /:(\d+)(?:\/|$)/.exec(text(target) ?? '')?.[1] ?? '';
      const named = text(get(node, key === 'host' ? 'protocol' : 'otlpProtocol'));
      const protocol = named ?? 'grpc';
      const wanted = ports[port];
      if (wanted !== undefined && wanted !== protocol)
        report({
          at: target!,
          path: [...path, key],
          message: `port ${port} of a collector takes ${wanted}, and ${named === undefined ? 'the default is' : 'it is spoken to with'} ${protocol}`,
          suggestion: `use port ${wanted === 'http' ? 4317 : 4318}, or "${wanted}"`,
        });
      const urlPath = /^https?:\/\/[^/]+(\/.+)/.exec(text(target) ?? '')?.[1];
      if (key === 'otlpEndpoint' && urlPath !== undefined && inRange(version, { since: '1.0.0' }))
        report({ at: target!, path: [...path, key], message: `the path "${urlPath}" is not used`, suggestion: 'write it in "path"' });
      const own = get(node, 'path');
      if (own !== undefined && protocol === 'grpc')
        report({
          at: own,
          path: [...path, 'path'],
          severity: severityOf(own),
          message: 'gRPC has no path: it has no effect',
          suggestion: 'remove it, or use http',
        });
      else if (text(own) !== undefined && !text(own)!.startsWith('/'))
        report({ at: own!, path: [...path, 'path'], message: 'the path does not begin with "/"', suggestion: `write "/${text(own)}"` });
    }
  },
};
