import type { Path } from '@mcpgw/diagnostics';
import { type Node, text } from '../yaml/node.js';
import type { Kind, Rule, RuleContext } from './rule.js';
import { isKnownToken, isPlaceholder, isSecretName } from './secret-text.js';

/** The rule `secret-in-clear-text`, for kinds of documents whose secrets `check` finds. */
export const secretRule = (kinds: readonly Kind[], check: Rule['check']): Rule => ({
  id: 'secret-in-clear-text',
  severity: 'warning',
  kinds,
  why: 'Whoever can read the file, its history or the rendered ConfigMap has the secret.',
  check,
});

/** Reports a value that is a secret, unless it is empty or stands for a value from elsewhere. */
export function reportSecret(context: RuleContext, key: string, node: Node | undefined, path: Path, suggestion: string): void {
  const value = text(node);
  if (node === undefined || value === undefined || value === '' || isPlaceholder(value)) return;
  context.report({ at: node, path, message: `the secret in "${key}" stands in clear text`, suggestion });
}

/** Reports a value that is a secret by the name of its key or by its own form. */
export function reportIfSecret(context: RuleContext, key: string, node: Node | undefined, path: Path, suggestion: string): void {
  if (isSecretName(key) || isKnownToken(text(node) ?? '')) reportSecret(context, key, node, path, suggestion);
}
