import { given, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

const prefix = 'pod-security.kubernetes.io/';

export const podSecurityLabels: ObjectRule = {
  id: 'pod-security-labels',
  severity: 'error',
  on: ['Namespace'],
  why: 'The labels of a namespace name a level of pod security and a version of it.',
  check(node, context) {
    const labels = given(given(node, 'metadata'), 'labels');
    for (const mode of ['enforce', 'audit', 'warn']) {
      const level = textAt(labels, prefix + mode);
      const version = textAt(labels, `${prefix}${mode}-version`);
      const report = (key: string, message: string, advice: string): void => context.report(['metadata', 'labels', key], message, advice);
      if (given(labels, prefix + mode) !== undefined && !/^(?:privileged|baseline|restricted)$/.test(level))
        report(prefix + mode, `${quoted(level)} is not a level of pod security`, 'one of privileged, baseline and restricted');
      if (given(labels, `${prefix}${mode}-version`) !== undefined && !/^(?:latest|v1\.(?:0|[1-9]\d*))$/.test(version))
        report(`${prefix}${mode}-version`, `${quoted(version)} is not a version of pod security`, 'write latest, or one such as v1.34');
    }
  },
};
