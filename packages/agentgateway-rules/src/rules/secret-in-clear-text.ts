import type { Path } from '@mcpgw/diagnostics';
import { entries, type Node, type Rule, type RuleContext, reportSecret, secretRule, text } from '@mcpgw/structure';

/** API keys, client secrets and tokens of backends in the proxy's configuration. */
export const secretInClearText: Rule = secretRule(['agentgateway'], context => reportBelow(context, context.root, []));

const suggestion = `write "\${NAME}" and give the proxy the variable from a Secret, or name a file`;

function reportBelow(context: RuleContext, node: Node, path: Path): void {
  if (node.kind === 'list') for (const [index, item] of node.items.entries()) reportBelow(context, item, [...path, index]);
  for (const { key, value } of entries(node)) {
    if (['key', 'apiKey', 'clientSecret', 'password', 'secretAccessKey', 'sessionToken'].includes(key))
      backendSecret(context, key, value, [...path, key]);
    if (key === 'url' && path.at(-1) === 'database') databaseSecret(context, value, [...path, key]);
    reportBelow(context, value, [...path, key]);
  }
}

/** The password in the address of a database. */
function databaseSecret(context: RuleContext, node: Node, path: Path): void {
  const password = /^[a-z+]+:\/\/[^/?#:@]*:([^/?#@]+)@/.exec(text(node) ?? '')?.[1];
  if (password === undefined || password.includes('$')) return;
  context.report({ at: node, path, message: 'the password of the database is in clear text', suggestion });
}

function backendSecret(context: RuleContext, key: string, node: Node, path: Path): void {
  const parent = String(path.at(-2) ?? '');
  if (key === 'key' && !['backendAuth', 'auth'].includes(parent) && path.at(-3) !== 'keys') return;
  reportSecret(context, key, node, path, suggestion);
}
