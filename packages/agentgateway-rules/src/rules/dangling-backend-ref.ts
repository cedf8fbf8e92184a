import { backendNames, backendReferences } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const danglingBackendRef: Rule = {
  id: 'dangling-backend-ref',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A reference to a backend that is not in the top-level `backends` is never resolved: the request fails, or the policy that needs it does.',
  docs: {
    checks: 'Follows each `backend: /name` to the top-level backends.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and answer 500.',
    fix: 'Name a backend that exists.',
    wrong: withRoute('backends:\n- backend: /missing'),
    correct: withRoute('backends:\n- host: "api:8080"'),
  },
  check({ root, report }) {
    const names = backendNames(root);
    for (const { node, path, ref } of backendReferences(root)) {
      if (!ref.startsWith('/') || names.includes(ref.slice(1)) || ref.includes('$')) continue;
      const near = nearest(ref.slice(1), names);
      const suggestion = near === undefined ? 'add a backend of this name to the top-level "backends"' : `did you mean "/${near}"?`;
      report({ at: node, path, message: `there is no backend "${ref.slice(1)}" in the top-level "backends"`, suggestion });
    }
  },
};
