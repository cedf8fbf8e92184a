import { extAuthzs, integerOf } from '@mcpgw/agentgateway/internal';
import { at, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const rest = 'host: "localhost:9000", policies: {http: {requestTimeout: 2s}}';
/** The largest message that gRPC servers take by default. */
const most = 4_194_304;

export const extauthzBodyHuge: Rule = {
  id: 'extauthz-body-huge',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'That much of each body is held in memory before the check, and gRPC servers refuse messages over 4 MiB by default.',
  docs: {
    checks: 'The part of the body that is sent to an authorization service is at most 4 MiB.',
    seen: 'Live: v1.1.0 and v1.4.1 take the file, and let a body of 3 MB pass after the check.',
    fix: 'Send what the service reads, such as `maxRequestBytes: 8192` with `allowPartialMessage: true`.',
    wrong: onRoute(`extAuthz: {${rest}, includeRequestBody: {maxRequestBytes: 4294967295}}`),
    correct: onRoute(`extAuthz: {${rest}, includeRequestBody: {maxRequestBytes: 65536}}`),
  },
  check({ root, report }) {
    for (const { node, path } of extAuthzs(root)) {
      const bytes = at(node, 'includeRequestBody', 'maxRequestBytes');
      if ((integerOf(bytes) ?? 0) > most)
        report({
          at: bytes!,
          path: [...path, 'includeRequestBody', 'maxRequestBytes'],
          message: 'more than 4 MiB of each body are held in memory and sent',
          suggestion: 'write what the service reads, such as 65536',
        });
    }
  },
};
