import { at, get, type Rule } from '@mcpgw/structure';
import { mcpTargetsOf, ownBackendsOf } from '../objects/backends.js';
import { isEmptySelector } from '../objects/selectors.js';

export const mcpSelectsAll: Rule = {
  id: 'mcp-selects-all',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A selector without a condition selects everything: anyone who may create a Service in any namespace adds tools to the backend.',
  docs: {
    checks:
      'Selectors of MCP targets of an AgentgatewayBackend: one of them names labels. With "namespaces" and no labels at all, the Services of every namespace are targets; an info if only the Services of its namespace are.',
    seen: 'The controllers of v1.1.0 and v1.4.1 take a Service of another namespace for a target with "namespaces: {}".',
    fix: 'Write labels that only the Services of MCP servers have.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: all, selector: {namespaces: {}}}]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: all, selector: {namespaces: {}, services: {matchLabels: {mcp: "true"}}}}]}}
`,
  },
  check({ root, report }) {
    for (const backend of ownBackendsOf(root)) {
      for (const { node, path } of mcpTargetsOf(backend)) {
        const selector = get(node, 'selector');
        const [namespaces, services] = [get(selector, 'namespaces'), at(node, 'selector', 'services')];
        if (selector === undefined || !isEmptySelector(services) || (namespaces !== undefined && !isEmptySelector(namespaces))) continue;
        report({
          at: selector,
          path: [...path, 'selector'],
          message: `every Service of ${namespaces === undefined ? 'the namespace' : 'every namespace'} with an appProtocol of MCP is a target`,
          suggestion: 'write labels in "services"',
          ...(namespaces === undefined ? { severity: 'info' } : {}),
        });
      }
    }
  },
};
