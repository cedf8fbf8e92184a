import { sentReadsAs, wrongSide } from '@mcpgw/agentgateway';
import type { Path } from '@mcpgw/diagnostics';
import { get, isAt, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { filtersIn } from '../reach/routes.js';

/** Filters of a type in the rules and backends of given routes. */
const filters = (stream: Node, key: string): PlacedNode[] =>
  filtersIn(stream).flatMap(filter => {
    const node = get(filter.node, key);
    return node === undefined ? [] : [{ node, path: [...filter.path, key] }];
  });

const modifiers = (stream: Node): PlacedNode[] => [
  ...filters(stream, 'requestHeaderModifier'),
  ...filters(stream, 'responseHeaderModifier'),
];

/** Headers that are written on one side and belong to the other. */
function checkSide({ node, path }: PlacedNode, report: RuleContext['report']): void {
  const side = path.at(-1) === 'requestHeaderModifier' ? 'request' : 'response';
  const said = (item: Node, name: string, where: Path, isRemoved: boolean): void => {
    const message = wrongSide(side, name, isRemoved);
    if (message === undefined) return;
    report({ at: item, path: where, message, suggestion: `move it to the filter of the ${side === 'request' ? 'response' : 'request'}` });
  };
  for (const key of ['set', 'add'])
    for (const item of placed(node, path, key))
      said(get(item.node, 'name') ?? item.node, textOr(item.node, 'name', ''), [...item.path, 'name'], false);
  for (const item of placed(node, path, 'remove')) said(item.node, text(item.node) ?? '', item.path, true);
}

function checkModifier({ node, path }: PlacedNode, report: RuleContext['report']): void {
  const lists = ['set', 'add', 'remove'];
  if (lists.every(key => items(get(node, key)).length === 0)) {
    report({ at: node, path, message: 'the modifier changes no header', suggestion: 'add "set", "add" or "remove"' });
    return;
  }
  for (const key of ['set', 'add'])
    for (const item of placed(node, path, key)) {
      const value = get(item.node, 'value');
      const reads = sentReadsAs(text(value) ?? '');
      if (reads !== undefined)
        report({
          at: value!,
          path: [...item.path, 'value'],
          message: `"${text(value)}" reads as ${reads}, and it is sent as it is`,
          suggestion: 'use "transformation" of an AgentgatewayPolicy, whose values are expressions',
        });
    }
  checkSide({ node, path }, report);
  const removed = new Set(items(get(node, 'remove')).map(item => (text(item) ?? '').toLowerCase()));
  const set = new Set(items(get(node, 'set')).map(item => textOr(item, 'name', '').toLowerCase()));
  for (const key of ['set', 'add'])
    items(get(node, key)).forEach((item, index) => {
      const name = textOr(item, 'name', '').toLowerCase();
      const other = removed.has(name) ? 'remove' : key === 'add' && set.has(name) ? 'set' : undefined;
      if (other !== undefined)
        report({
          at: get(item, 'name') ?? item,
          path: [...path, key, index, 'name'],
          message: `the header "${name}" is in "${other}" too`,
          suggestion: 'keep one of the two',
        });
    });
}

function checkCors({ node, path }: PlacedNode, report: RuleContext['report']): void {
  const origins = items(get(node, 'allowOrigins'));
  if (isAt(node, 'allowCredentials', true) && origins.some(item => text(item) === '*'))
    report({
      at: get(node, 'allowCredentials')!,
      path: [...path, 'allowCredentials'],
      message: 'credentials for any origin: browsers refuse the answer, or any page may act as the user',
      suggestion: 'name the origins',
    });
  if (origins.length === 0)
    report({ at: node, path, message: 'no origin is allowed, so the policy permits nothing', suggestion: 'add "allowOrigins"' });
}

export const policyHeaders: Rule = {
  id: 'policy-headers',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The headers are not what the configuration seems to say.',
  docs: {
    checks:
      'Header modifiers and CORS of routes: modifiers change a header of their side, name each in one list only, and set values without variables of other proxies, which are sent as they are; CORS allows at least one origin, and no credentials for any origin. Policies have the rules header-modifier-conflict and cors-star-credentials.',
    seen: 'Controllers of v1.1.0 and v1.4.1: an origin without a scheme and `cors` without origins are Attached=True and sent to the proxy.',
    fix: 'Keep one entry for each header; name origins as scheme and host.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: CORS, cors: {allowOrigins: ["*"], allowCredentials: true}}]
      backendRefs: [{name: web, port: 80}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - filters: [{type: CORS, cors: {allowOrigins: ["https://app.example"], allowCredentials: true}}]
      backendRefs: [{name: web, port: 80}]
`,
  },
  check({ root, report }) {
    for (const place of modifiers(root)) checkModifier(place, report);
    for (const place of filters(root, 'cors')) checkCors(place, report);
  },
};
