/** Label selectors, as the API server evaluates them. */
import { entries, get, items, type Node, text } from '@mcpgw/structure';
import { textMap } from './objects.js';

type Labels = ReadonlyMap<string, string>;

/** Whether labels contain every label of a plain mapping. */
export function hasLabels(wanted: Node | undefined, labels: Labels): boolean {
  return [...textMap(wanted)].every(([key, value]) => labels.get(key) === value);
}

/** Whether a label selector (`matchLabels`, `matchExpressions`) matches labels. An empty selector matches everything. */
export function selects(selector: Node | undefined, labels: Labels): boolean {
  return hasLabels(get(selector, 'matchLabels'), labels) && items(get(selector, 'matchExpressions')).every(one => holds(one, labels));
}

/** Whether a label selector has no condition. */
export function isEmptySelector(selector: Node | undefined): boolean {
  return entries(get(selector, 'matchLabels')).length === 0 && items(get(selector, 'matchExpressions')).length === 0;
}

function holds(expression: Node, labels: Labels): boolean {
  const key = text(get(expression, 'key')) ?? '';
  const values = items(get(expression, 'values')).map(item => (item.kind === 'scalar' ? item.text : ''));
  const value = labels.get(key);
  switch (text(get(expression, 'operator'))) {
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
