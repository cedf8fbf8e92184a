import { entries, entry, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { clientOf, type KnownClient } from './clients.js';
import { endpointsOf, isShell } from './endpoint.js';
import { serversOf } from './mcp-servers-of.js';

export const foreignField: Rule = {
  id: 'foreign-field',
  severity: 'warning',
  kinds: ['client-config', 'vscode-config'],
  why: 'The field belongs to another client: the one whose file this is ignores it, and the server is not reached, or shows more tools than it should.',
  docs: {
    checks:
      'Fields of servers that belong to other clients, in files whose name or place tells the client: `.cursor/mcp.json`, `.vscode/mcp.json` or a `mcp.json` with `inputs`, `.mcp.json`, `claude_desktop_config.json`, `.gemini/settings.json`, `.roo/mcp.json` and that of Windsurf. An address without a type that Claude Code knows, and placeholders that the client does not replace: Cursor and Roo Code know `${env:NAME}` and the folders, Windsurf `${env:NAME}` and `${file:PATH}`, Claude Code and Gemini `${NAME}` and `${NAME:-text}`, Claude Desktop none. A program that gets the variable, and a shell, replace them themselves. `mcpgw` itself reads the fields of all clients.',
    seen: 'Reported by users: Claude Code 2.1 leaves out a server that has `url` and no `type`, and shows nothing; it replaces `${NAME}` and not `${env:NAME}`. Claude Desktop passed `${NAME}` to the program as it is written; Gemini CLI 0.49 did not replace `${env:NAME}`. The documents of Cursor and Windsurf and the source of Roo Code name the others.',
    fix: 'Write the field that the client reads.',
    file: '.cursor/mcp.json',
    wrong: '{"mcpServers": {"issues": {"serverUrl": "https://issues.example/mcp"}}}',
    correct: '{"mcpServers": {"issues": {"url": "https://issues.example/mcp"}}}',
  },
  check(context) {
    const { root, file, report } = context;
    const client = clientOf(file, root);
    if (client === undefined) return;
    for (const wrapper of ['mcpServers', 'servers'] as const) {
      const found = entry(root, wrapper);
      if (wrapper !== client.wrapper && found !== undefined && get(root, client.wrapper) === undefined)
        report({
          at: found.keySpan,
          path: [wrapper],
          message: `${client.name} does not read "${wrapper}": it has no server`,
          suggestion: `write "${client.wrapper}"`,
        });
    }
    checkTypes(context, client);
    checkPlaceholders(context, client);
    for (const server of serversOf(context))
      for (const { key, keySpan } of entries(server.node)) {
        const reason = Object.hasOwn(client.unread, key) ? client.unread[key] : undefined;
        if (reason !== undefined)
          report({
            at: keySpan,
            path: [...server.path, key],
            message: `${client.name} does not read "${key}": ${reason}`,
            suggestion: `remove "${key}", or write what ${client.name} reads`,
          });
      }
  },
};

/** Servers with an address whose type is missing, or one of another client. */
function checkTypes(context: RuleContext, { name, types }: KnownClient): void {
  if (types === undefined) return;
  for (const server of serversOf(context)) {
    const address = entry(server.node, 'url');
    const type = entry(server.node, 'type');
    const written = text(type?.value);
    if (address === undefined || (written !== undefined && types.includes(written)) || entry(server.node, 'command') !== undefined)
      continue;
    context.report({
      at: (type ?? address).keySpan,
      path: [...server.path, type === undefined ? 'url' : 'type'],
      message: `${name} leaves the server out: ${type === undefined ? 'an address needs a "type"' : `it has no type "${written}"`}`,
      suggestion: 'write "type": "http"',
    });
  }
}

/** Placeholders that the client passes on as they are. */
function checkPlaceholders(context: RuleContext, { name, replaces }: KnownClient): void {
  if (replaces === undefined) return;
  for (const { command, args, env, headers, urls } of endpointsOf(context))
    for (const { text: value, node, path } of [
      ...(command ? [command] : []),
      ...(isShell(command) ? [] : args),
      ...env,
      ...headers,
      ...urls,
    ])
      for (const [whole, inner = ''] of value.matchAll(/\$\{([^{}]*)\}/g)) {
        // A program that gets the variable, such as mcp-remote, replaces it itself.
        const isOfProgram = args.some(arg => arg.node === node) && env.some(({ key }) => key === inner);
        if (replaces.inner.test(inner) || isOfProgram) continue;
        context.report({
          at: node,
          path,
          message: `${name} does not replace "${whole}": it is used as written`,
          suggestion: `write ${replaces.write}`,
        });
      }
}
