import { type Entry, entriesAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const most = 1024 * 1024;

export const configDataSize: ObjectRule = {
  id: 'config-data-size',
  severity: 'error',
  on: ['ConfigMap', 'Secret'],
  why: 'The data of a config map or secret may have 1 MiB in all; a key stands in one of its two mappings.',
  check(node, context) {
    const data = entriesAt(node, 'data');
    const plain = context.kind === 'Secret' ? entriesAt(node, 'stringData') : data;
    const encoded = context.kind === 'Secret' ? data : entriesAt(node, 'binaryData');
    const size = sizeOf(plain, textSize) + sizeOf(encoded, base64Size);
    if (size > most) context.report(['data'], `the data has ${size} bytes in all, at most ${most} are taken`);
    if (context.kind === 'Secret' || encoded.length === 0) return;
    const keys = new Set(encoded.map(entry => entry.key));
    for (const { key } of data) if (keys.has(key)) context.report(['data', key], `"${key}" stands in binaryData too`);
  },
};

function sizeOf(entries: readonly Entry[], measure: (text: string) => number): number {
  let size = 0;
  for (const { value } of entries) size += measure(textOrEmpty(value));
  return size;
}

function textSize(text: string): number {
  return text.length * 3 > most ? Buffer.byteLength(text) : text.length;
}

function base64Size(text: string): number {
  return Math.floor((text.length * 3) / 4);
}
