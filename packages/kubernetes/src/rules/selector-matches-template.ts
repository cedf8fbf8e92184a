import { entriesAt, given, isAt, itemsAt, type MapNode, type Node, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const selectorMatchesTemplate: ObjectRule = {
  id: 'selector-matches-template',
  severity: 'error',
  on: ['DeploymentSpec', 'ReplicaSetSpec', 'DaemonSetSpec', 'StatefulSetSpec', 'JobSpec'],
  why: 'A workload must select the pods that its own template makes.',
  check(node, context) {
    const selector = given(node, 'selector');
    const template = given(node, 'template');
    if (selector?.kind !== 'map' || template === undefined) return;
    const isJob = context.types.includes('JobSpec');
    if (isJob && !isAt(node, 'manualSelector', true)) return;
    const wanted = entriesAt(selector, 'matchLabels');
    const expressions = itemsAt(selector, 'matchExpressions');
    if (wanted.length + expressions.length === 0 && !isJob)
      context.report(['selector'], 'the selector is empty: it would select every pod');
    const labels = labelsOf(template);
    for (const { key, value } of wanted) {
      if (labels.get(key) === textOrEmpty(value)) continue;
      const found = labels.get(key);
      const message = `the template lacks the label ${key}: ${textOrEmpty(value)} that the selector wants${found === undefined ? '' : `, it has "${found}"`}`;
      context.report(['template', 'metadata', 'labels', key], message, 'give the template every label of the selector');
    }
    if (expressions.some(expression => !matches(expression, labels)))
      context.report(['template', 'metadata', 'labels'], 'the labels of the template do not match matchExpressions of the selector');
  },
};

function labelsOf(template: Node): Map<string, string> {
  return new Map(entriesAt(given(template, 'metadata'), 'labels').map(({ key, value }) => [key, textOrEmpty(value)]));
}

function matches(expression: Node, labels: ReadonlyMap<string, string>): boolean {
  const value = labels.get(textAt(expression, 'key'));
  const values = itemsAt(expression as MapNode, 'values').map(textOrEmpty);
  switch (textAt(expression, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return true;
  }
}
