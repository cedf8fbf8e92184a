import type { Path } from '@mcpgw/diagnostics';
import { type Node, text } from '../yaml/node.js';
import type { Kind, Rule, RuleContext } from './rule.js';
import { isKnownToken, isPlaceholder, isSecretName } from './secret-text.js';

/** Creates the rule `secret-in-clear-text` for some kinds of documents; `check` finds their secrets. */
export const secretRule = (kinds: readonly Kind[], check: Rule['check']): Rule => ({
  id: 'secret-in-clear-text',
  severity: 'warning',
  kinds,
  why: 'Anyone who can read the file, its history or the rendered ConfigMap has the secret.',
  docs: {
    checks: 'Keys, tokens and passwords are placeholders or files, not text.',
    basedOn: 'The files themselves: what they hold is read by everybody who has them. There is no program to ask.',
    fix: 'Write a placeholder, set the variable where the program starts, and replace the secret that was in the file.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        backendAuth: {key: sk-0123456789abcdef0123456789}
      backends:
      - host: 127.0.0.1:8080
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        backendAuth: {key: $API_KEY}
      backends:
      - host: 127.0.0.1:8080
`,
  },
  check,
});

/** Reports a secret, unless the value is empty or a placeholder. */
export function reportSecret(context: RuleContext, key: string, node: Node | undefined, path: Path, suggestion: string): void {
  const value = text(node);
  if (node === undefined || value === undefined || value === '' || isPlaceholder(value)) return;
  context.report({ at: node, path, message: `the secret in "${key}" is in clear text`, suggestion });
}

/** Reports a value if its key has the name of a secret or the value has the form of a known token. */
export function reportIfSecret(context: RuleContext, key: string, node: Node | undefined, path: Path, suggestion: string): void {
  if (isSecretName(key) || isKnownToken(text(node) ?? '')) reportSecret(context, key, node, path, suggestion);
}
