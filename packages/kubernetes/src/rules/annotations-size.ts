import { entriesAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const most = 256 * 1024;

export const annotationsSize: ObjectRule = {
  id: 'annotations-size',
  severity: 'error',
  on: ['ObjectMeta'],
  why: 'The server refuses annotations of more than 256 KiB in all.',
  check(node, context) {
    const entries = entriesAt(node, 'annotations');
    let characters = 0;
    for (const { key, value } of entries) characters += key.length + textOrEmpty(value).length;
    if (characters * 3 <= most) return;
    let size = 0;
    for (const { key, value } of entries) size += Buffer.byteLength(key) + Buffer.byteLength(textOrEmpty(value));
    if (size > most) context.report(['annotations'], `the annotations have ${size} bytes in all, at most ${most} are taken`);
  },
};
