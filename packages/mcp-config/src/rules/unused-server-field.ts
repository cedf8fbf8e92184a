import { entries, entry, items, type Kind, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

/** Fields that only a server over HTTP uses. */
const ofHttp = [
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'headersHelper',
  'oauth',
  'auth',
  'authentication',
  'authProviderType',
  'auth_broker',
  'sse_read_timeout',
  'terminate_on_close',
  'httpx_client_factory',
] as const;

/** Fields that only a program uses. */
const ofProgram = [
  'command',
  'args',
  'env',
  'environment',
  'envFile',
  'cwd',
  'working_dir',
  'isolation',
  'sandbox',
  'sandboxEnabled',
  'encoding',
  'encoding_error_handler',
  'keep_alive',
] as const;

const isEmpty = (node: Node): boolean =>
  node.kind === 'scalar'
    ? node.value === null || node.value === '' || node.value === false
    : [...entries(node), ...items(node)].length === 0;

export const unusedServerField: Rule = {
  id: 'unused-server-field',
  severity: 'warning',
  kinds: serverKinds,
  why: 'A server is either a program or an address; fields of the other kind are read and have no effect.',
  docs: {
    checks:
      'Fields of a program (`command`, `args`, `env`, the directory, isolation) beside an address that counts, fields of an address (`url`, `headers`, a login) beside a program that counts, and addresses and transports of which only the first counts.',
    seen: '`mcpgw` starts the command and never opens the address; with a named HTTP transport it opens the address and starts nothing.',
    basedOn: 'The source of mcpproxy-go: it starts the command of an HTTP server as its launcher.',
    fix: 'Remove the fields that do not count, or name the transport that was meant.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    url: http://localhost:8000/mcp\n',
    correct: 'mcpServers:\n  files:\n    url: http://localhost:8000/mcp\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      const isProgram = server.transport === 'stdio';
      // An entry without the command or address of its transport has a finding of its own.
      if ((isProgram ? server.command : server.urls[0]) === undefined) continue;
      for (const key of isProgram ? ofHttp : ofProgram) reportUnused(context, server, key, isProgram);
      if (!isProgram) reportOtherAddresses(context, server);
      reportOtherTransport(context, server);
    }
  },
};

const launcher: Partial<Record<Kind, string>> = {
  'mcp-config': '; mcpproxy-go alone starts it, as the launcher of the server',
};

function reportUnused(context: RuleContext, server: EndpointView, key: string, isProgram: boolean): void {
  const found = entry(server.node, key);
  if (found === undefined || isEmpty(found.value)) return;
  const by =
    server.named === undefined
      ? `"${isProgram ? 'command' : (server.urls[0]?.key ?? 'url')}"`
      : `"${server.named.key}: ${server.named.text}"`;
  const more = key === 'command' ? (launcher[context.kind] ?? '') : '';
  context.report({
    at: found.keySpan,
    path: [...server.path, key],
    message: `"${key}" of "${server.name ?? ''}" has no effect: ${by} makes the server ${isProgram ? 'a program' : 'an address'}${more}`,
    suggestion: isProgram
      ? `remove "${key}", or remove "command" and name an HTTP transport`
      : `remove "${key}", or remove the address and name the transport stdio`,
  });
}

function reportOtherAddresses(context: RuleContext, server: EndpointView): void {
  const [first, ...others] = server.urls;
  for (const other of others)
    context.report({
      at: other.keySpan,
      path: other.path,
      message: `"${other.key}" of "${server.name ?? ''}" has no effect: "${first!.key}" counts`,
      suggestion: `keep one address`,
    });
}

function reportOtherTransport(context: RuleContext, server: EndpointView): void {
  if (context.kind !== 'client-config' || server.named?.key !== 'type') return;
  const other = entry(server.node, 'transport');
  if (other?.value.kind !== 'scalar' || other.value.text.replace('_', '-') === server.named.text.replace('_', '-')) return;
  context.report({
    at: other.keySpan,
    path: [...server.path, 'transport'],
    message: `"transport: ${other.value.text}" of "${server.name ?? ''}" has no effect: "type: ${server.named.text}" counts`,
    suggestion: 'keep one of them',
  });
}
