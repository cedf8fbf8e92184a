import type { MapNode, Node } from '@mcpgw/structure';
import { child, is, list, pairs, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const selectorMatchesTemplate: ObjectRule = {
  id: 'selector-matches-template',
  on: ['DeploymentSpec', 'ReplicaSetSpec', 'DaemonSetSpec', 'StatefulSetSpec', 'JobSpec'],
  why: 'a workload must select the pods that its own template makes',
  check(node, context) {
    const selector = child(node, 'selector');
    const template = child(node, 'template');
    if (selector?.kind !== 'map' || template === undefined) return;
    const isJob = context.types.includes('JobSpec');
    if (isJob && !is(node, 'manualSelector', true)) return;
    const wanted = pairs(selector, 'matchLabels');
    const expressions = list(selector, 'matchExpressions');
    if (wanted.length + expressions.length === 0 && !isJob)
      context.report(['selector'], 'the selector is empty: it would select every pod');
    const labels = labelsOf(template);
    for (const { key, value } of wanted) {
      if (labels.get(key) === textOf(value)) continue;
      const found = labels.get(key);
      const message = `the template lacks the label ${key}: ${textOf(value)} that the selector wants${found === undefined ? '' : `, it has "${found}"`}`;
      context.report(['template', 'metadata', 'labels', key], message, 'give the template every label of the selector');
    }
    if (expressions.some(expression => !matches(expression, labels)))
      context.report(['template', 'metadata', 'labels'], 'the labels of the template do not match matchExpressions of the selector');
  },
};

function labelsOf(template: Node): Map<string, string> {
  return new Map(pairs(child(template, 'metadata'), 'labels').map(({ key, value }) => [key, textOf(value)]));
}

function matches(expression: Node, labels: ReadonlyMap<string, string>): boolean {
  const value = labels.get(str(expression, 'key'));
  const values = list(expression as MapNode, 'values').map(textOf);
  switch (str(expression, 'operator')) {
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
