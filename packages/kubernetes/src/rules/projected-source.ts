import { givenKeys, listNames } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

/** The sources that the server keeps. It drops the others because their feature gates are off. */
const sources = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken'];

export const projectedSource: ObjectRule = {
  id: 'projected-source',
  severity: 'error',
  on: ['VolumeProjection'],
  why: 'An entry of a projected volume has one source.',
  check(node, context) {
    const found = givenKeys(node, sources);
    if (found.length > 1) context.report([found[1]!], `an entry may have one source, found ${listNames(found, 'and', '')}`);
  },
};
