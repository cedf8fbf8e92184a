import { own } from './drafts.js';
import type { SchemaNode } from './schema.js';
import { ancestorsPerStep, spend, type Work } from './work.js';

/**
 * A step on the way from the root schema to this one. Steps over the same value share `depth`. A schema that occurs twice at one depth is a
 * cycle.
 */
export interface EvaluationScope {
  readonly schema: SchemaNode;
  readonly depth: number;
  /** The number of steps from the root schema, including those over the same value. */
  readonly height: number;
  readonly parent: EvaluationScope | undefined;
}

/** The schema that `$recursiveRef` means in this scope. */
export function recursiveTarget(from: SchemaNode, start: EvaluationScope, work?: Work): SchemaNode | undefined {
  const target = from.refs.get('$recursiveRef');
  if (!target || own(target.json, '$recursiveAnchor') !== true) return target;
  const root = (schema: SchemaNode): SchemaNode | undefined => {
    const pointer = schema.document.resource(schema.pointer).pointer;
    return schema.pointer === pointer ? schema : undefined;
  };
  let found = target;
  spend(work, (start.height + 1) / ancestorsPerStep);
  for (let scope: EvaluationScope | undefined = start; scope; scope = scope.parent) {
    const candidate = root(scope.schema);
    if (candidate && own(candidate.json, '$recursiveAnchor') === true) found = candidate;
  }
  return found;
}

/** The schema that `$dynamicRef` means in this scope. */
export function dynamicTarget(from: SchemaNode, start: EvaluationScope, work?: Work): SchemaNode | undefined {
  const target = from.refs.get('$dynamicRef');
  const reference = own(from.json, '$dynamicRef');
  if (!target || typeof reference !== 'string') return target;
  const anchor = reference.slice(reference.indexOf('#') + 1);
  if (anchor === '' || own(target.json, '$dynamicAnchor') !== anchor) return target;
  let found = target;
  spend(work, (start.height + 1) / ancestorsPerStep);
  for (let scope: EvaluationScope | undefined = start; scope; scope = scope.parent) {
    const resource = scope.schema.document.resource(scope.schema.pointer);
    const pointer = resource.dynamicAnchors.has(anchor) ? resource.anchors.get(anchor) : undefined;
    const dynamic = pointer === undefined ? undefined : scope.schema.dynamicAnchor?.(pointer);
    if (dynamic) found = dynamic;
  }
  return found;
}

/** Whether the schema refers to itself over the same value. */
export function isCycle(from: SchemaNode, start: EvaluationScope, work?: Work): boolean {
  let scope = start.parent;
  for (; scope && scope.depth === start.depth; scope = scope.parent) if (scope.schema === from) return true;
  spend(work, (start.height - (scope?.height ?? 0)) / ancestorsPerStep);
  return false;
}
