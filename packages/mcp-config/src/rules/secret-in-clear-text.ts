import {
  at,
  entries,
  get,
  items,
  type Kind,
  type Rule,
  type RuleContext,
  reportIfSecret,
  reportSecret,
  secretRule,
} from '@mcpgw/structure';
import { serverKinds, serversOf } from './mcp-servers-of.js';
import { ownKeys } from './own-keys.js';

/** Reports secrets of the servers of a list, and of the gateway that reads it. */
export const secretInClearText: Rule = secretRule(serverKinds, context => {
  const suggestion = suggestions[context.kind] ?? 'name an environment variable instead';
  for (const { node, path } of serversOf(context))
    for (const key of ['env', 'environment', 'headers', 'oauth', 'auth'])
      for (const entry of entries(get(node, key))) reportIfSecret(context, entry.key, entry.value, [...path, key, entry.key], suggestion);
  if (context.kind === 'serve') ownSecrets(context, suggestion);
  if (context.kind === 'mcp-config') reportIfSecret(context, 'api_key', get(context.root, 'api_key'), ['api_key'], suggestion);
});

/** Reports keys and tokens of `gateway.yaml` itself. Every value of these fields is a secret. */
function ownSecrets(context: RuleContext, suggestion: string): void {
  reportSecret(context, 'token', at(context.root, 'page', 'token'), ['page', 'token'], suggestion);
  for (const { list, node, path } of ownKeys(context.root)) reportSecret(context, list, node, path, suggestion);
  for (const { key, value } of entries(at(context.root, 'telemetry', 'headers')))
    reportIfSecret(context, key, value, ['telemetry', 'headers', key], suggestion);
  for (const [index, node] of items(at(context.root, 'login', 'keys')).entries())
    reportSecret(context, 'keys', node, ['login', 'keys', index], suggestion);
}

const suggestions: Partial<Record<Kind, string>> = {
  'mcp-config': `write "\${env:NAME}"`,
  serve: `write "\${env:NAME}"`,
  'vscode-config': `write "\${input:id}" and ask for it under "inputs"`,
};
