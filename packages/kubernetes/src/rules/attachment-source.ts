import { givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const attachmentSource: ObjectRule = {
  id: 'attachment-source',
  severity: 'error',
  on: ['VolumeAttachmentSource'],
  why: 'An attachment is of one volume.',
  check(node, context) {
    const found = givenKeys(node, ['persistentVolumeName', 'inlineVolumeSpec']);
    if (found.length !== 1) context.report([], 'one of persistentVolumeName and inlineVolumeSpec is needed');
  },
};
