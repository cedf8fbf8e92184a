import { quoted } from '../formats/leaf.js';
import { descendingPath } from '../formats/paths.js';
import { child, is, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const mountPath: ObjectRule = {
  id: 'mount-path',
  on: ['VolumeMount'],
  why: 'a part of a volume is named by a path below its root, in one way',
  check(node, context) {
    for (const key of ['subPath', 'subPathExpr']) {
      const path = str(node, key);
      const wrong = path === '' ? undefined : descendingPath(path);
      if (wrong !== undefined) context.report([key], `${quoted(path)} is no path below the volume: ${wrong}`);
    }
    if (str(node, 'subPath') !== '' && str(node, 'subPathExpr') !== '')
      context.report(['subPathExpr'], 'subPath and subPathExpr may not stand together');
    const recursive = str(node, 'recursiveReadOnly');
    if ((recursive === 'IfPossible' || recursive === 'Enabled') && !is(node, 'readOnly', true))
      context.report(['recursiveReadOnly'], `recursiveReadOnly ${recursive} needs readOnly: true`);
    if (
      recursive !== '' &&
      recursive !== 'Disabled' &&
      child(node, 'mountPropagation') !== undefined &&
      str(node, 'mountPropagation') !== 'None'
    )
      context.report(['recursiveReadOnly'], `recursiveReadOnly ${recursive} does not go with mountPropagation`);
  },
};
