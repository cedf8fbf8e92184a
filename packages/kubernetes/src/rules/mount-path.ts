import { given, isAt, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { descendingPath } from '../formats/paths.js';
import type { ObjectRule } from '../objects/rule.js';

export const mountPath: ObjectRule = {
  id: 'mount-path',
  severity: 'error',
  on: ['VolumeMount'],
  why: 'A part of a volume is named by a path below its root, in one way.',
  check(node, context) {
    for (const key of ['subPath', 'subPathExpr']) {
      const path = textAt(node, key);
      const wrong = path === '' ? undefined : descendingPath(path);
      if (wrong !== undefined) context.report([key], `${quoted(path)} is not a path below the volume: ${wrong}`);
    }
    if (textAt(node, 'subPath') !== '' && textAt(node, 'subPathExpr') !== '')
      context.report(['subPathExpr'], 'subPath and subPathExpr may not stand together');
    const recursive = textAt(node, 'recursiveReadOnly');
    if ((recursive === 'IfPossible' || recursive === 'Enabled') && !isAt(node, 'readOnly', true))
      context.report(['recursiveReadOnly'], `recursiveReadOnly ${recursive} needs readOnly: true`);
    if (
      recursive !== '' &&
      recursive !== 'Disabled' &&
      given(node, 'mountPropagation') !== undefined &&
      textAt(node, 'mountPropagation') !== 'None'
    )
      context.report(['recursiveReadOnly'], `recursiveReadOnly ${recursive} does not go with mountPropagation`);
  },
};
