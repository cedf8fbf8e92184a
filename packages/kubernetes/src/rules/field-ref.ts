import { textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

const known = new Set(['metadata.name', 'metadata.namespace', 'metadata.uid']);
const envOnly = new Set(['spec.nodeName', 'spec.serviceAccountName', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs']);
const volumeOnly = new Set(['metadata.labels', 'metadata.annotations']);
const subscript = /^metadata\.(?:labels|annotations)\['[^']+'\]$/;

export const fieldRef: ObjectRule = {
  id: 'field-ref',
  severity: 'error',
  on: ['EnvVarSource', 'DownwardAPIVolumeFile'],
  why: 'Only some fields of a pod can be read through the downward API.',
  check(node, context) {
    const entry = node.entries.findLast(({ key }) => key === 'fieldRef')?.value;
    const path = textAt(entry, 'fieldPath');
    if (path === '') return;
    const inVolume = node.entries.some(({ key }) => key === 'path');
    const more = inVolume ? volumeOnly : envOnly;
    if (!known.has(path) && !more.has(path) && !subscript.test(path))
      context.report(
        ['fieldRef', 'fieldPath'],
        `${quoted(path)} cannot be read ${inVolume ? 'into a volume' : 'into a variable'}`,
        `one of ${[...known, ...more].join(', ')}, metadata.labels['key'], metadata.annotations['key']`,
      );
    const version = textAt(entry, 'apiVersion');
    if (version !== '' && version !== 'v1')
      context.report(['fieldRef', 'apiVersion'], `the apiVersion of a field reference is v1, found ${quoted(version)}`);
  },
};
