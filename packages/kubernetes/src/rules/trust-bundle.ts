import { textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const trustBundle: ObjectRule = {
  id: 'trust-bundle',
  severity: 'error',
  on: ['ClusterTrustBundleProjection'],
  why: 'Trust bundles are named, or chosen by their signer.',
  check(node, context) {
    const name = textAt(node, 'name') !== '';
    const signer = textAt(node, 'signerName') !== '';
    if (name === signer) context.report([], name ? 'name and signerName may not both be set' : 'name or signerName is needed');
  },
};
