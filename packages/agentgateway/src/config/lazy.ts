import { lazy, type Shape } from '@mcpgw/structure';

/** The sets of policies that stand in each other; a place to meet for modules that would import one another. */
export type PolicySet = 'simple' | 'backend' | 'route';

const sets = new Map<PolicySet, Shape>();

/** Names the shape of a policy set. */
export function definePolicies(name: PolicySet, shape: Shape): void {
  sets.set(name, shape);
}

/** A policy set by name, looked up when it is first needed. */
export function lazyPolicies(name: PolicySet): Shape {
  return lazy(() => sets.get(name)!);
}
