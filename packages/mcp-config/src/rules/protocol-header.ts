import type { Rule } from '@mcpgw/structure';
import { endpointsOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

const headers: Readonly<Record<string, string>> = {
  accept: 'servers answer 406 to what does not accept application/json and text/event-stream',
  'content-type': 'requests are JSON, and servers refuse another type',
  'mcp-session-id': 'the server gives it at the start of each session and answers 404 to any other',
  'mcp-protocol-version': 'client and server agree on it at the start of each session',
  'mcp-method': 'it says what the message is',
  'mcp-name': 'it says which tool the message calls',
  'last-event-id': 'it says which events the client has read',
  'accept-encoding': 'the client says which encodings it reads',
};

export const protocolHeader: Rule = {
  id: 'protocol-header',
  severity: 'warning',
  kinds: serverKinds,
  why: 'MCP clients set these headers for each request; a fixed value contradicts them or replaces them.',
  docs: {
    checks:
      'Headers of a server that belong to the transport of MCP: the session, the protocol version, the types of the body, the last event.',
    basedOn: 'The MCP specification of Streamable HTTP. No program was run for this rule.',
    fix: 'Remove the header.',
    wrong: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {Mcp-Session-Id: "1"}\n',
    correct: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {X-Tenant: "1"}\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      if (server.transport === 'stdio') continue;
      for (const { key, keySpan, path, text } of server.headers) {
        const name = key.toLowerCase();
        if (!Object.hasOwn(headers, name)) continue;
        if (name === 'accept' && /application\/json/.test(text) && /text\/event-stream/.test(text)) continue;
        if (name === 'content-type' && /^application\/json\s*(?:;|$)/i.test(text)) continue;
        context.report({ at: keySpan, path, message: `the header ${key} belongs to MCP: ${headers[name]}`, suggestion: 'remove it' });
      }
    }
  },
};
