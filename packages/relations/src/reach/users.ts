/** Which objects refer to a backend: routes, policies and other backends, however many steps away. */
import type { Node } from '@mcpgw/structure';
import { type ObjectView, objectsOf, targetsIn } from '../objects/objects.js';
import { type FoundReference, referencesOf } from '../table/references.js';
import { addTo } from './add-to.js';

const known = new WeakMap<Node, ReadonlyMap<ObjectView, readonly FoundReference[]>>();
const backends: ReadonlySet<string> = new Set(['Service', 'AgentgatewayBackend', 'InferencePool']);
/** Targets of policies are what these act on, not what they call. */
const isUse = ({ kind, path }: FoundReference): boolean => backends.has(kind) && !path.includes('targetRefs');

/** The references to each given Service, AgentgatewayBackend and InferencePool, those of targets left out. */
export function usesOf(stream: Node, object: ObjectView): readonly FoundReference[] {
  let done = known.get(stream);
  if (done === undefined) {
    const made = new Map<ObjectView, FoundReference[]>();
    for (const each of objectsOf(stream))
      for (const reference of referencesOf(each))
        if (isUse(reference)) for (const target of targetsIn(stream, reference)) addTo(made, target, [reference]);
    done = made;
    known.set(stream, done);
  }
  return done.get(object) ?? [];
}
