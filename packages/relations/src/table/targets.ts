/** The objects that a reference in a text leads to, for editors. */
import type { Node } from '@mcpgw/structure';
import { get } from '@mcpgw/structure';
import { targetsIn } from '../objects/objects.js';
import { referencesIn } from './references.js';

/** An object that a reference leads to. */
export interface ReferenceTarget {
  /** The index of its file in the stream. */
  readonly file: number;
  /** Its name, or the whole object if it has none. */
  readonly node: Node;
}

/** The name of the object that the reference at an offset of the checked file leads to; undefined if there is no reference. */
export const referredName = (stream: Node, offset: number): string | undefined => referencesAt(stream, offset)[0]?.name;

/** The objects of the stream that the reference at an offset of the checked file leads to. */
export function referenceTargets(stream: Node, offset: number): ReferenceTarget[] {
  return referencesAt(stream, offset)
    .flatMap(reference => targetsIn(stream, reference))
    .map(({ file, node }) => ({ file, node: get(get(node, 'metadata'), 'name') ?? node }));
}

const referencesAt = (stream: Node, offset: number) =>
  referencesIn(stream).filter(({ node: { span } }) => span.start <= offset && offset <= span.end);
