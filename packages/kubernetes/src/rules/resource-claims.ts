import { child, list, present, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const resourceClaims: ObjectRule = {
  id: 'resource-claims',
  on: ['PodSpec'],
  why: 'a claim of a pod names a claim or a template, and containers use claims that the pod has',
  check(node, context) {
    const claims = list(node, 'resourceClaims');
    const names = new Set(claims.map(claim => str(claim, 'name')));
    duplicates(
      claims,
      claim => str(claim, 'name'),
      (index, name) => context.report(['resourceClaims', index, 'name'], `another claim of the pod is called "${name}"`),
    );
    for (const [index, claim] of claims.entries()) {
      const source = context.minor < 31 ? child(claim, 'source') : claim;
      const found = source?.kind === 'map' ? present(source, ['resourceClaimName', 'resourceClaimTemplateName']).length : 0;
      if (found !== 1) context.report(['resourceClaims', index], 'a claim needs one of resourceClaimName and resourceClaimTemplateName');
    }
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries())
        for (const [at, claim] of list(child(container, 'resources'), 'claims').entries())
          if (str(claim, 'name') !== '' && !names.has(str(claim, 'name')))
            context.report([kind, index, 'resources', 'claims', at, 'name'], `the pod has no claim "${str(claim, 'name')}"`);
  },
};
