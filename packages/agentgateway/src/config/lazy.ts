import { lazy, type Shape } from '@mcpgw/structure';

/** The sets of policies that contain each other. This registry avoids import cycles between their modules. */
export type PolicySet = 'simple' | 'backend' | 'route';

const sets = new Map<PolicySet, Shape>();

/** Registers the shape of a policy set. */
export function definePolicies(name: PolicySet, shape: Shape): void {
  sets.set(name, shape);
}

/** A policy set by name, looked up when a value is first checked. */
export function lazyPolicies(name: PolicySet): Shape {
  return lazy(() => sets.get(name)!);
}
