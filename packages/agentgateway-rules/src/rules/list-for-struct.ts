import { walk } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Mappings for which the proxy also takes a list of their fields in order, so that an empty list sets nothing. */
const structures = new Set(
  'policies cors timeout transformations requestHeaderModifier responseHeaderModifier http tls tcp keepalives health eviction ai prompts promptCaching buffer frontendPolicies proxy proxyProtocol accessLog logging tracing storage backend includeRequestBody'.split(
    ' ',
  ),
);

/** Whether an empty list stands where a mapping belongs. The top-level `policies` are a list. */
function isStructure(path: Path): boolean {
  const key = String(path.at(-1));
  const inBuffer = (key === 'request' || key === 'response') && ['buffer', 'transformations'].includes(String(path.at(-2)));
  const isPolicy = ['policies', 'policy'].includes(String(path.at(-2))) && key !== 'localRateLimit';
  return key !== 'csrf' && (inBuffer || isPolicy || (structures.has(key) && !(key === 'policies' && path.length === 1)));
}

export const listForStruct: Rule = {
  id: 'list-for-struct',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty list is taken where a mapping belongs, and means that nothing is set.',
  docs: {
    checks: 'Looks for empty lists where a mapping belongs.',
    seen: 'Live: v1.1.0 and v1.4.1 start; with `timeout: []` no timeout ends a request, and with `requestHeaderModifier: []` no header is changed. `csrf: []` is the policy without further origins, and refuses requests of other sites as `csrf: {}` does.',
    fix: 'Write the mapping, or remove the field.',
    wrong: withRoute('policies:\n  timeout: []'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      if (node.kind !== 'list' || node.items.length > 0 || !isStructure(path)) return;
      const message = 'an empty list stands where a mapping belongs: nothing is set';
      report({ at: node, path, message, suggestion: 'write the mapping, or remove the field' });
    });
  },
};
