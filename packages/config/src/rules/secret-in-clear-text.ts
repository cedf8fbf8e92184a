import type { Path } from '@mcpgw/diagnostics';
import { isKnownToken, isPlaceholder, isSecretName } from '../secret-text.js';
import { at, entries, get, items, type Node, text } from '../yaml/node.js';
import { serverKinds, serversOf } from './mcp-servers-of.js';
import type { Rule, RuleContext } from './rule.js';

export const secretInClearText: Rule = {
  id: 'secret-in-clear-text',
  severity: 'warning',
  kinds: [...serverKinds, 'agentgateway'],
  why: 'Whoever can read the file, its history or the rendered ConfigMap has the secret.',
  check(context) {
    if (context.kind === 'agentgateway') return walk(context, context.root, []);
    for (const { node, path } of serversOf(context)) {
      for (const key of ['env', 'environment', 'headers', 'oauth', 'auth']) look(context, get(node, key), [...path, key]);
    }
    if (context.kind === 'serve') ownSecrets(context);
    if (context.kind === 'mcp-config') single(context, 'api_key', get(context.root, 'api_key'), ['api_key']);
  },
};

/** Keys and tokens of `gateway.yaml` itself: whatever stands there is a secret. */
function ownSecrets(context: RuleContext): void {
  const token = at(context.root, 'page', 'token');
  secret(context, 'token', token, ['page', 'token']);
  for (const list of ['api_keys', 'admin_keys'])
    for (const [index, node] of items(at(context.root, 'auth', list)).entries()) secret(context, list, node, ['auth', list, index]);
}

function secret(context: RuleContext, key: string, node: Node | undefined, path: Path): void {
  const value = text(node);
  if (node === undefined || value === undefined || value === '' || isPlaceholder(value)) return;
  context.report({ at: node, path, message: `the secret in "${key}" stands in clear text`, suggestion: suggestions.serve! });
}

function look(context: RuleContext, node: Node | undefined, path: Path): void {
  for (const { key, value } of entries(node)) single(context, key, value, [...path, key]);
}

function single(context: RuleContext, key: string, node: Node | undefined, path: Path): void {
  const value = text(node);
  if (node === undefined || value === undefined || value === '' || isPlaceholder(value)) return;
  if (!isSecretName(key) && !isKnownToken(value)) return;
  context.report({
    at: node,
    path,
    message: `the secret in "${key}" stands in clear text`,
    suggestion: suggestions[context.kind] ?? 'name an environment variable instead',
  });
}

const suggestions: Partial<Record<string, string>> = {
  'mcp-config': `write "\${env:NAME}"`,
  serve: `write "\${env:NAME}"`,
  'vscode-config': `write "\${input:id}" and ask for it under "inputs"`,
  agentgateway: `write "\${NAME}" and give the proxy the variable from a Secret, or name a file`,
};

/** In the proxy's configuration: API keys, client secrets, tokens of backends. */
function walk(context: RuleContext, node: Node, path: Path): void {
  if (node.kind === 'list') for (const [index, item] of node.items.entries()) walk(context, item, [...path, index]);
  for (const { key, value } of entries(node)) {
    if (['key', 'apiKey', 'clientSecret', 'password', 'secretAccessKey', 'sessionToken'].includes(key))
      backendSecret(context, key, value, [...path, key]);
    walk(context, value, [...path, key]);
  }
}

function backendSecret(context: RuleContext, key: string, node: Node, path: Path): void {
  const parent = String(path.at(-2) ?? '');
  if (key === 'key' && !['backendAuth', 'auth'].includes(parent) && path.at(-3) !== 'keys') return;
  const value = text(node);
  if (value === undefined || value === '' || isPlaceholder(value)) return;
  context.report({ at: node, path, message: `the secret in "${key}" stands in clear text`, suggestion: suggestions.agentgateway! });
}
