import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { mcpServicesFor, mcpTargetsOf, ownBackendsOf, speaksMcp } from '../objects/backends.js';
import { integerOf, type ObjectView, textOr } from '../objects/objects.js';

const annotation = 'agentgateway.dev/mcp-target-name';
const nameForm = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

interface SelectedName {
  /** The Service in words. */
  readonly own: string;
  readonly name: string;
  readonly isBroken: boolean;
}

/** The names that the controller gives to the Services that a selector finds. */
const selectedNames = (stream: Node, backend: ObjectView, selector: Node): SelectedName[] =>
  mcpServicesFor(stream, backend, selector).flatMap(service =>
    items(at(service.node, 'spec', 'ports'))
      .filter(speaksMcp)
      .map(port => {
        const written = text(at(service.node, 'metadata', 'annotations', annotation));
        return {
          own: `the Service "${service.namespace === '' ? '' : `${service.namespace}/`}${service.name}"`,
          name: written ?? `${service.name}-${textOr(port, 'name', String(integerOf(get(port, 'port')) ?? ''))}`,
          isBroken: written !== undefined && !nameForm.test(written),
        };
      }),
  );

export const mcpSelectedNames: Rule = {
  id: 'mcp-selected-names',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The name of a Service becomes the prefix of its tools: of two targets with one name, the tools of one cannot be called.',
  docs: {
    checks:
      'Services that MCP targets of an AgentgatewayBackend select: the names that the controller gives them (the Service with the name or number of its port, or an annotation) are all different, and a name in an annotation is a DNS name (an error).',
    seen: 'The controller of v1.4.1 reports the backend as Accepted=True and sends two targets with the name `search-mcp`.',
    fix: 'Give one of the Services the annotation agentgateway.dev/mcp-target-name.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: search, namespace: one, labels: {mcp: "true"}}
spec: {ports: [{name: mcp, port: 80, appProtocol: agentgateway.dev/mcp}]}
---
apiVersion: v1
kind: Service
metadata: {name: search, namespace: two, labels: {mcp: "true"}}
spec: {ports: [{name: mcp, port: 80, appProtocol: agentgateway.dev/mcp}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools, namespace: one}
spec: {mcp: {targets: [{name: all, selector: {namespaces: {}, services: {matchLabels: {mcp: "true"}}}}]}}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: search, namespace: one, labels: {mcp: "true"}}
spec: {ports: [{name: mcp, port: 80, appProtocol: agentgateway.dev/mcp}]}
---
apiVersion: v1
kind: Service
metadata: {name: books, namespace: two, labels: {mcp: "true"}}
spec: {ports: [{name: mcp, port: 80, appProtocol: agentgateway.dev/mcp}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools, namespace: one}
spec: {mcp: {targets: [{name: all, selector: {namespaces: {}, services: {matchLabels: {mcp: "true"}}}}]}}
`,
  },
  check({ root, report }) {
    for (const backend of ownBackendsOf(root)) {
      const taken = new Map<string, string>();
      for (const target of mcpTargetsOf(backend)) {
        const selector = get(target.node, 'selector');
        if (selector === undefined) taken.set(text(target.name) ?? '', `the target "${text(target.name)}"`);
        for (const { own, name, isBroken } of selector === undefined ? [] : selectedNames(root, backend, selector)) {
          const other = taken.get(name);
          taken.set(name, own);
          if (!isBroken && other === undefined) continue;
          report({
            at: selector!,
            path: [...target.path, 'selector'],
            message: isBroken
              ? `${own} has the name "${name}" in an annotation, which is not a DNS name: the controller refuses the backend`
              : `${own} gets the name "${name}" that ${other} has already`,
            suggestion: `set the annotation ${annotation} of the Service to its own name`,
            ...(isBroken ? { severity: 'error' } : {}),
          });
        }
      }
    }
  },
};
