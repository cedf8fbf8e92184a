import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type McpTargetView, mcpServicesFor, mcpTargetsOf, ownBackendsOf, speaksMcp } from '../objects/backends.js';
import { ofKind, textOr } from '../objects/objects.js';
import { servicePorts } from '../objects/services.js';

const longestName = 40;
function checkSelector(stream: Node, { owner, node, path }: McpTargetView, report: RuleContext['report']): void {
  const selector = get(node, 'selector');
  if (selector === undefined) return;
  const given = ofKind(stream, 'Service');
  const found = mcpServicesFor(stream, owner, selector);
  if (found.some(service => servicePorts(service).some(speaksMcp)) || given.length === 0) return;
  const message =
    found.length === 0
      ? 'the selector matches none of the given Services'
      : `no port of the Service "${found[0]!.name}" has an appProtocol of MCP, so it is not a target`;
  report({
    at: selector,
    path: [...path, 'selector'],
    message,
    suggestion: found.length === 0 ? 'write the labels of the Services' : 'set appProtocol: agentgateway.dev/mcp on the port',
  });
}

/** A path by which servers usually offer the other transport. */
function checkPath({ node, path }: McpTargetView, report: RuleContext['report']): void {
  const own = at(node, 'static', 'path');
  const value = text(own) ?? '';
  const protocol = textOr(get(node, 'static'), 'protocol', 'StreamableHTTP');
  if (own !== undefined && ((protocol === 'SSE' && /\/mcp\/?$/.test(value)) || (protocol !== 'SSE' && /\/sse\/?$/.test(value))))
    report({
      at: own,
      path: [...path, 'static', 'path'],
      message: `the protocol is ${protocol}, and "${value}" is the usual path of the other one`,
      suggestion:
        protocol === 'SSE' ? 'write protocol: StreamableHTTP, or the path of SSE' : 'write protocol: SSE, or the path of streamable HTTP',
    });
  if (own !== undefined && value !== '' && !value.startsWith('/'))
    report({
      at: own,
      path: [...path, 'static', 'path'],
      message: `the path "${value}" does not start with "/"`,
      suggestion: 'put "/" in front',
      severity: 'error',
    });
}

export const mcpBackend: Rule = {
  id: 'mcp-backend',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The tools of the target are not reached, or clients cannot tell or call them.',
  docs: {
    checks:
      'Every MCP target of an AgentgatewayBackend: a selector finds Services with a port for MCP, the path goes with the protocol, and names leave room for the names of tools. Several targets without prefixes do not hide the tools of each other, a target that fails is not left out silently, and targets that speak SSE have sessions.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a selector that finds no Service, or only Services without an appProtocol of MCP, gives a backend that is Accepted=True and has no target.',
    fix: 'Give the Service port the appProtocol agentgateway.dev/mcp, write the path of the protocol, use short names of targets, and leave prefixMode and failureMode out.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80, path: /sse}}]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80, path: /sse, protocol: SSE}}]}}
`,
  },
  check({ root, report }) {
    for (const backend of ownBackendsOf(root)) {
      const mcp = at(backend.node, 'spec', 'mcp');
      const targets = mcpTargetsOf(backend);
      for (const target of targets) {
        checkSelector(root, target, report);
        checkPath(target, report);
        const name = text(target.name) ?? '';
        if (target.name !== undefined && name.length > longestName && targets.length > 1)
          report({
            at: target.name,
            path: [...target.path, 'name'],
            message: `the name has ${name.length} characters; with it as a prefix, names of tools exceed the 64 that clients take`,
            suggestion: `use at most ${longestName} characters`,
          });
      }
      const many = targets.length > 1 || items(get(mcp, 'targets')).some(target => get(target, 'selector') !== undefined);
      const prefix = get(mcp, 'prefixMode');
      if (many && text(prefix) === 'Never')
        report({
          at: prefix!,
          path: ['spec', 'mcp', 'prefixMode'],
          message: 'without prefixes, a tool hides the tools of the same name of other targets',
          suggestion: 'use "Conditional" or "Always"',
        });
      const routing = get(mcp, 'sessionRouting');
      if (text(routing) === 'Stateless' && targets.some(({ node }) => text(at(node, 'static', 'protocol')) === 'SSE'))
        report({
          at: routing!,
          path: ['spec', 'mcp', 'sessionRouting'],
          message: 'every request opens an event stream of its own to a target that speaks SSE, where a stream is the session',
          suggestion: 'use "Stateful"',
        });
      const mode = get(mcp, 'failureMode');
      if (many && text(mode) === 'FailOpen')
        report({
          at: mode!,
          path: ['spec', 'mcp', 'failureMode'],
          chosen: true,
          message: 'a target that fails is left out without an error: its tools are missing, and clients are not told',
          suggestion: 'use "FailClosed", if clients have to know',
        });
    }
  },
};
