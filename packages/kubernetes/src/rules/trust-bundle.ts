import { str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const trustBundle: ObjectRule = {
  id: 'trust-bundle',
  on: ['ClusterTrustBundleProjection'],
  why: 'trust bundles are named, or chosen by their signer',
  check(node, context) {
    const name = str(node, 'name') !== '';
    const signer = str(node, 'signerName') !== '';
    if (name === signer) context.report([], name ? 'name and signerName may not both be set' : 'name or signerName is needed');
  },
};
