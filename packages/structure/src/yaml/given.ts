/** Accessors that read as the API server does: a key with the value null counts as absent, and the last of duplicate keys counts. */
import type { Entry, MapNode, Node } from './node.js';

/** The value of a key; undefined if the key is missing or its value is null. */
export function given(node: Node | undefined, key: string): Node | undefined {
  if (node?.kind !== 'map') return undefined;
  const { entries } = node;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (entry.key === key) return entry.value.kind === 'scalar' && entry.value.value === null ? undefined : entry.value;
  }
  return undefined;
}

/** The string under a key; empty if there is none. */
export function textAt(node: Node | undefined, key: string): string {
  return textOrEmpty(given(node, key));
}

/** The text of a string; empty for any other node. */
export function textOrEmpty(node: Node | undefined): string {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
}

/** The number under a key; undefined if there is none. */
export function numberAt(node: Node | undefined, key: string): number | undefined {
  const value = given(node, key);
  return value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
}

/** Whether the value of a key equals `wanted`. */
export function isAt(node: Node | undefined, key: string, wanted: string | boolean): boolean {
  const value = given(node, key);
  return value?.kind === 'scalar' && value.value === wanted;
}

const none: readonly never[] = [];

/** The items of the list under a key. */
export function itemsAt(node: Node | undefined, key: string): readonly Node[] {
  const value = given(node, key);
  return value?.kind === 'list' ? value.items : none;
}

/** The entries of the mapping under a key. */
export function entriesAt(node: Node | undefined, key: string): readonly Entry[] {
  const value = given(node, key);
  return value?.kind === 'map' ? value.entries : none;
}

/** The keys, out of some, that have a value other than null. */
export function givenKeys(node: MapNode, keys: readonly string[]): string[] {
  return keys.filter(key => given(node, key) !== undefined);
}

/** Whether a key has a value other than null. */
export const isGiven = (node: Node | undefined, key: string): boolean => given(node, key) !== undefined;
