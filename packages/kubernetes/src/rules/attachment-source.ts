import { present } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const attachmentSource: ObjectRule = {
  id: 'attachment-source',
  on: ['VolumeAttachmentSource'],
  why: 'an attachment is of one volume',
  check(node, context) {
    const found = present(node, ['persistentVolumeName', 'inlineVolumeSpec']);
    if (found.length !== 1) context.report([], 'one of persistentVolumeName and inlineVolumeSpec is needed');
  },
};
