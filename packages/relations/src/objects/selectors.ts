/** Label selectors, as the API server evaluates them. */
import { entries, get, items, type Node, text } from '@mcpgw/structure';
import { textMap, writtenOf } from './objects.js';

type Labels = ReadonlyMap<string, string>;

/** A test of labels that is asked about many objects. */
export type LabelTest = (labels: Labels) => boolean;

/** The test whether labels contain every label of a plain mapping. */
export function labelTest(wanted: Node | undefined): LabelTest {
  const pairs = [...textMap(wanted)];
  return labels => pairs.every(([key, value]) => labels.get(key) === value);
}

/** Whether labels contain every label of a plain mapping. */
export const hasLabels = (wanted: Node | undefined, labels: Labels): boolean => labelTest(wanted)(labels);

/** The test of a label selector (`matchLabels`, `matchExpressions`). An empty selector matches everything. */
export function selectorTest(selector: Node | undefined): LabelTest {
  const hasAll = labelTest(get(selector, 'matchLabels'));
  const expressions = items(get(selector, 'matchExpressions'));
  return labels => hasAll(labels) && expressions.every(one => holds(one, labels));
}

/** Whether a label selector matches labels. */
export const selects = (selector: Node | undefined, labels: Labels): boolean => selectorTest(selector)(labels);

/** Whether a label selector has no condition. */
export function isEmptySelector(selector: Node | undefined): boolean {
  return entries(get(selector, 'matchLabels')).length === 0 && items(get(selector, 'matchExpressions')).length === 0;
}

function holds(expression: Node, labels: Labels): boolean {
  const key = text(get(expression, 'key')) ?? '';
  const values = items(get(expression, 'values')).map(writtenOf);
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
