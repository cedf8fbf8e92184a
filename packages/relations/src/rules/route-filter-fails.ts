import { urlPartProblem, whyHeaderCannotBeSet } from '@mcpgw/agentgateway';
import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { type FilterView, filtersIn } from '../reach/routes.js';

function checkHeaders({ node, path }: PlacedNode, report: RuleContext['report']): void {
  const written = ['add', 'set'].flatMap(key => placed(node, path, key));
  for (const item of written) {
    const message = whyHeaderCannotBeSet(text(get(item.node, 'name')) ?? '', text(get(item.node, 'value')) ?? '');
    if (message !== undefined)
      report({ at: item.node, path: item.path, message, suggestion: 'use another header, and a value on one line' });
  }
  for (const item of placed(node, path, 'remove')) {
    const message = whyHeaderCannotBeSet(text(item.node) ?? '', undefined);
    if (message !== undefined) report({ at: item.node, path: item.path, message, suggestion: 'write the name of a header' });
  }
}

function checkAddress(filter: FilterView, report: RuleContext['report']): void {
  for (const key of ['urlRewrite', 'requestRedirect'])
    for (const part of ['replaceFullPath', 'replacePrefixMatch']) {
      const below: Path = [key, 'path', part];
      const node = at(filter.node, ...below);
      const value = text(node);
      const problem = value === undefined ? undefined : urlPartProblem('path', value);
      if (problem !== undefined)
        report({
          at: node!,
          path: [...filter.path, ...below],
          message: `"${value}" cannot become part of an address: ${problem}`,
          suggestion: 'write "/" and the path',
        });
    }
}

/** Filters that the controller takes in the list of a backend. */
const ofBackend: ReadonlySet<string> = new Set(['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestRedirect', 'RequestMirror']);

export const routeFilterFails: Rule = {
  id: 'route-filter-fails',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The filter is stored, and each request that it touches fails, or the controller does not accept the route.',
  docs: {
    checks:
      'Filters of routes and of their backends, and headers of AgentgatewayModels: names and values of headers that HTTP allows, and none that HTTP sets itself; paths of rewrites and redirects that start with "/" and hold no query. For a Gateway of agentgateway an error: a filter of a backend that is not a header modifier, redirect or mirror.',
    seen: 'The proxy of v0.12.0, v1.1.0 and v1.4.1 answers 500 for a value with a line break, and drops requests with another `content-length`, in a static configuration with the same policies.',
    fix: 'Set headers of your own, write paths starting with "/", and put other filters into the list of the rule.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: URLRewrite, urlRewrite: {path: {type: ReplaceFullPath, replaceFullPath: "items?all=1"}}}]
      backendRefs: [{name: web, port: 80}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: URLRewrite, urlRewrite: {path: {type: ReplaceFullPath, replaceFullPath: /items}}}]
      backendRefs: [{name: web, port: 80}]
`,
  },
  check({ root, report }) {
    for (const filter of filtersIn(root)) {
      for (const key of ['requestHeaderModifier', 'responseHeaderModifier']) {
        const node = get(filter.node, key);
        if (node !== undefined) checkHeaders({ node, path: [...filter.path, key] }, report);
      }
      checkAddress(filter, report);
      if (filter.ofBackend && filter.rule.ours && !ofBackend.has(filter.type))
        report({
          at: get(filter.node, 'type') ?? filter.node,
          path: [...filter.path, 'type'],
          message: `agentgateway takes no filter of type ${filter.type} in the list of a backend: it does not accept the rule`,
          suggestion: 'move the filter into "filters" of the rule',
          severity: 'error',
        });
    }
    for (const key of ['request', 'response']) for (const field of fieldsNamed(root, key, 'headers')) checkHeaders(field, report);
  },
};
