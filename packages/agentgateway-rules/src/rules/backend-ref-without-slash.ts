import { backendNames, backendReferences } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const backendRefWithoutSlash: Rule = {
  id: 'backend-ref-without-slash',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A reference without a leading slash is never resolved, though a backend of that name exists: every request that needs it fails.',
  docs: {
    checks: 'References to backends start with a slash: the namespace, which is empty in a file, and the name.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and answer 500 though the backend exists.',
    fix: 'Write a slash before the name.',
    wrong:
      'backends:\n- name: a\n  host: "one:8080"\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - backend: a\n',
    correct:
      'backends:\n- name: a\n  host: "one:8080"\nbinds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - backend: /a\n',
  },
  check({ root, report }) {
    const names = backendNames(root);
    for (const { node, path, ref } of backendReferences(root)) {
      if (ref.includes('/') || ref.includes('$')) continue;
      const fix = names.includes(ref) ? [{ span: node.span, text: JSON.stringify(`/${ref}`) }] : [];
      report({
        at: node,
        path,
        message: `the reference "${ref}" lacks its leading slash and is never resolved`,
        suggestion: `write "/${ref}"`,
        fix,
      });
    }
  },
};
