import type { Rule } from '@mcpgw/structure';
import { programOf } from '../formats/container-engine.js';
import { endpointsOf, isLoopback, isOnlyPlaceholders, urlOf, withoutPlaceholders } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

/** The package that connects a client of standard input and output to an address, with or without a version. */
const bridge = /^mcp-remote(?:@[\w.-]+)?$/;

/** Options that are taken out, with their values, before the first argument is read as the address. */
const isOfHeader = (text: string | undefined): boolean => text === '--header' || text === '--header-file';

/** Hosts that are taken without TLS. `[::1]` and other names of this machine are none. */
const local = /^(?:localhost|127\.0\.0\.1)$/;

/** Why the bridge does not take an address. */
function problemOf(text: string, rest: readonly { readonly text: string }[]): { message: string; suggestion: string } | undefined {
  const url = urlOf(text);
  const isUnknown = url === undefined && (isOnlyPlaceholders(text) || withoutPlaceholders(text) !== text || text.includes('$'));
  if (isUnknown) return undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return {
      message: `mcp-remote takes its first argument as the address, and "${text.slice(0, 80)}" is none`,
      suggestion: 'write the address with https:// before all options but "--header"',
    };
  if (url.protocol === 'https:' || local.test(url.hostname) || rest.some(each => each.text === '--allow-http')) return undefined;
  return isLoopback(url.hostname)
    ? { message: `mcp-remote refuses ${url.hostname} over plain HTTP`, suggestion: 'write localhost or 127.0.0.1, or add "--allow-http"' }
    : {
        message: `mcp-remote refuses ${url.hostname} over plain HTTP`,
        suggestion: 'write https; only in a private network add "--allow-http"',
      };
}

export const bridgeAddress: Rule = {
  id: 'bridge-address',
  severity: 'error',
  kinds: serverKinds,
  why: 'The bridge ends at once with an address that it does not take, and the client shows a server that never starts.',
  docs: {
    checks:
      'The arguments of `mcp-remote`: an address first, over https unless it is `localhost` or `127.0.0.1` or `--allow-http` is given, and headers of the form `Name: value` in one argument.',
    seen: '`mcp-remote` 0.15.1 ended with code 1 for `http://crm.acme.com/mcp`, `http://[::1]:9/mcp` and `localhost:9/mcp`, and for an option before the address. It warned of `--header "Authorization Bearer x"`, left it out and continued.',
    fix: 'Write https.',
    wrong: 'mcpServers:\n  crm:\n    command: npx\n    args: [-y, mcp-remote, "http://crm.acme.com/mcp"]\n',
    correct: 'mcpServers:\n  crm:\n    command: npx\n    args: [-y, mcp-remote, "https://crm.acme.com/mcp"]\n',
  },
  check(context) {
    for (const { command, args, transport } of endpointsOf(context)) {
      const start = bridge.test(programOf(command?.text ?? '')) ? -1 : args.findIndex(({ text }) => bridge.test(text));
      if (transport !== 'stdio' || (start < 0 && !bridge.test(programOf(command?.text ?? '')))) continue;
      const rest = args.slice(start + 1);
      rest.forEach((arg, index) => {
        if (rest[index - 1]?.text !== '--header' || /^[\w-]+:/.test(arg.text) || arg.text.startsWith('${')) return;
        context.report({
          at: arg.node,
          path: arg.path,
          severity: 'warning',
          message: `"${arg.text.slice(0, 40)}" is not a header: mcp-remote ignores it`,
          suggestion: 'write "Name: value" as one argument',
        });
      });
      const address = rest.find((_, index) => !isOfHeader(rest[index]?.text) && !isOfHeader(rest[index - 1]?.text));
      const problem = address === undefined ? undefined : problemOf(address.text, rest);
      if (problem !== undefined) context.report({ at: address!.node, path: address!.path, ...problem });
    }
  },
};
