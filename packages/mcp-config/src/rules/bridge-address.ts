import type { Rule } from '@mcpgw/structure';
import { programOf } from '../formats/container-engine.js';
import { endpointsOf, isLoopback, urlOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

/** The package that connects a client of standard input and output to an address, with or without a version. */
const bridge = /^mcp-remote(?:@[\w.-]+)?$/;

export const bridgeAddress: Rule = {
  id: 'bridge-address',
  severity: 'error',
  kinds: serverKinds,
  why: 'The bridge ends at once with an address that it does not take, and the client shows a server that never starts.',
  docs: {
    checks:
      'The arguments of `mcp-remote`: an address, over https unless it is this machine or `--allow-http` is given, and headers of the form `Name: value` in one argument.',
    fix: 'Write https.',
    wrong: 'mcpServers:\n  crm:\n    command: npx\n    args: [-y, mcp-remote, "http://crm.acme.com/mcp"]\n',
    correct: 'mcpServers:\n  crm:\n    command: npx\n    args: [-y, mcp-remote, "https://crm.acme.com/mcp"]\n',
  },
  check(context) {
    for (const { command, args, transport } of endpointsOf(context)) {
      const start = bridge.test(programOf(command?.text ?? '')) ? -1 : args.findIndex(({ text }) => bridge.test(text));
      if (transport !== 'stdio' || (start < 0 && !bridge.test(programOf(command?.text ?? '')))) continue;
      const rest = args.slice(start + 1);
      const address = rest.find(({ text }) => /^https?:\/\//i.test(text));
      const url = address === undefined ? undefined : urlOf(address.text);
      if (
        address !== undefined &&
        url?.protocol === 'http:' &&
        !isLoopback(url.hostname) &&
        !rest.some(({ text }) => text === '--allow-http')
      )
        context.report({
          at: address.node,
          path: address.path,
          message: `mcp-remote refuses ${url.hostname} over plain HTTP`,
          suggestion: 'write https; only in a private network add "--allow-http"',
        });
      rest.forEach((arg, index) => {
        if (rest[index - 1]?.text !== '--header' || /^[\w-]+\s*:/.test(arg.text) || arg.text.startsWith('${')) return;
        context.report({
          at: arg.node,
          path: arg.path,
          severity: 'warning',
          message: `"${arg.text.slice(0, 40)}" is no header: mcp-remote ignores it`,
          suggestion: 'write "Name: value" as one argument',
        });
      });
    }
  },
};
