import { given, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { labelValue } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

export const tolerations: ObjectRule = {
  id: 'tolerations',
  severity: 'error',
  on: ['Toleration'],
  why: 'Exists takes no value, every other operator needs a key, and seconds go with NoExecute.',
  check(node, context) {
    const operator = textAt(node, 'operator');
    const value = textAt(node, 'value');
    if (textAt(node, 'key') === '' && operator !== 'Exists')
      context.report(['operator'], 'without a key, the operator must be Exists', 'set operator to Exists, or name a key');
    if (operator === 'Exists' && value !== '')
      context.report(['value'], 'the operator Exists takes no value', 'remove the value, or use Equal');
    const wrong = operator === 'Equal' || operator === '' ? labelValue(value) : undefined;
    if (wrong !== undefined) context.report(['value'], `${quoted(value)} is not the value of a taint: ${wrong}`);
    if (given(node, 'tolerationSeconds') !== undefined && textAt(node, 'effect') !== 'NoExecute')
      context.report(['tolerationSeconds'], 'tolerationSeconds goes with the effect NoExecute only');
  },
};
