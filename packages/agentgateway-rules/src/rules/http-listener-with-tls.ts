import { listeners } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

export const httpListenerWithTls: Rule = {
  id: 'http-listener-with-tls',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Protocol HTTP ignores `tls`: the port serves clear text.',
  docs: {
    checks: 'Looks for TLS settings of listeners whose protocol is HTTP.',
    seen: 'Live: v1.1.0 and v1.4.1 serve clear text, and do not even open the files of `tls`; with protocol HTTPS they refuse a file that is not there.',
    fix: 'Use protocol HTTPS.',
    wrong: withListener('protocol: HTTP\ntls:\n  cert: a.pem\n  key: a.key\nroutes:\n- backends:\n  - host: "api:8080"'),
    correct: withListener('protocol: HTTPS\ntls:\n  cert: a.pem\n  key: a.key\nroutes:\n- backends:\n  - host: "api:8080"'),
  },
  check({ root, report }) {
    for (const listener of listeners(root)) {
      const tls = get(listener.node, 'tls');
      const protocol = get(listener.node, 'protocol');
      if (tls === undefined || isNull(tls) || listener.path[0] !== 'binds' || !['HTTP', undefined].includes(text(protocol))) continue;
      const fix = protocol === undefined ? [] : [{ span: protocol.span, text: 'HTTPS' }];
      report({
        at: protocol ?? tls,
        path: [...listener.path, protocol === undefined ? 'tls' : 'protocol'],
        message: 'protocol HTTP ignores "tls" and serves clear text',
        suggestion: 'use "protocol: HTTPS"',
        fix,
      });
    }
  },
};
