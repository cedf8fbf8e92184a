import { expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

const secrets = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'api-key', 'x-goog-api-key']);

export const logSecret: Rule = {
  id: 'log-secret',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Anyone who reads the log, the traces or the metrics can use the credentials in them.',
  docs: {
    checks: 'Fields of logs, spans and metrics read neither credentials nor all headers of a request.',
    seen: 'Live: v1.1.0 and v1.4.1 write the value of `authorization` into `/metrics`, and into the log with `request.headers`.',
    fix: 'Log who it was (`jwt.sub`, `apiKey.name`), or `request.headers.redacted()` (from v1.0).',
    wrong: withSection(`frontendPolicies: {accessLog: {add: {auth: 'request.headers["authorization"]'}}}`),
    correct: withSection(`frontendPolicies: {accessLog: {add: {agent: 'request.headers["user-agent"]'}}}`),
  },
  check({ root, version, report }) {
    for (const { node, path, phase, reads, calls } of expressions(root, version)) {
      if (phase !== 'log' || path.includes('descriptors') || calls.some(({ name }) => /^(?:redacted|sha256\.encode|has|size)$/.test(name)))
        continue;
      const read = reads.find(({ path: [root_, field, header, ...more] }) => {
        if (root_ !== 'request' && root_ !== 'response') return false;
        return (
          field === 'headers' &&
          more.length === 0 &&
          (header === undefined
            ? calls.length === 0 || calls.some(({ name }) => name.startsWith('flatten'))
            : secrets.has(header.toLowerCase()))
        );
      });
      if (read === undefined && !calls.some(({ name }) => name === 'unredacted' || name === 'variables')) continue;
      const what = read?.path[2] === undefined ? 'all headers, credentials among them' : `the credential in "${read.path[2]}"`;
      report({
        at: node,
        path,
        message: `this records ${read === undefined ? 'a credential' : what}`,
        suggestion: 'record who it was, such as jwt.sub, or request.headers.redacted()',
      });
    }
  },
};
