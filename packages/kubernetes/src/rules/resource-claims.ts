import { given, givenKeys, itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const resourceClaims: ObjectRule = {
  id: 'resource-claims',
  severity: 'error',
  on: ['PodSpec'],
  why: 'A claim of a pod names a claim or a template, and containers use claims that the pod has.',
  check(node, context) {
    const claims = itemsAt(node, 'resourceClaims');
    const names = new Set(claims.map(claim => textAt(claim, 'name')));
    duplicates(
      claims,
      claim => textAt(claim, 'name'),
      (index, name) => context.report(['resourceClaims', index, 'name'], `another claim of the pod is called "${name}"`),
    );
    for (const [index, claim] of claims.entries()) {
      const source = context.minor < 31 ? given(claim, 'source') : claim;
      const found = source?.kind === 'map' ? givenKeys(source, ['resourceClaimName', 'resourceClaimTemplateName']).length : 0;
      if (found !== 1) context.report(['resourceClaims', index], 'a claim needs one of resourceClaimName and resourceClaimTemplateName');
    }
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries())
        for (const [at, claim] of itemsAt(given(container, 'resources'), 'claims').entries())
          if (textAt(claim, 'name') !== '' && !names.has(textAt(claim, 'name')))
            context.report([kind, index, 'resources', 'claims', at, 'name'], `the pod has no claim "${textAt(claim, 'name')}"`);
  },
};
