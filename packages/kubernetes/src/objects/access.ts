import type { Entry, MapNode, Node } from '@mcpgw/structure';

/** The value of a key; null and a missing key are no value, as for the server. */
export function child(node: Node | undefined, key: string): Node | undefined {
  if (node?.kind !== 'map') return undefined;
  const { entries } = node;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (entry.key === key) return entry.value.kind === 'scalar' && entry.value.value === null ? undefined : entry.value;
  }
  return undefined;
}

/** The text of a key, empty where there is none. */
export function str(node: Node | undefined, key: string): string {
  return textOf(child(node, key));
}

/** The text of a string, empty for any other node. */
export function textOf(node: Node | undefined): string {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
}

/** The number of a key; undefined where there is none. */
export function num(node: Node | undefined, key: string): number | undefined {
  const value = child(node, key);
  return value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;
}

/** Whether a key holds a value that equals the one given. */
export function is(node: Node | undefined, key: string, wanted: string | boolean): boolean {
  const value = child(node, key);
  return value?.kind === 'scalar' && value.value === wanted;
}

const none: readonly never[] = [];

/** The items of the list under a key. */
export function list(node: Node | undefined, key: string): readonly Node[] {
  const value = child(node, key);
  return value?.kind === 'list' ? value.items : none;
}

/** The entries of the mapping under a key. */
export function pairs(node: Node | undefined, key: string): readonly Entry[] {
  const value = child(node, key);
  return value?.kind === 'map' ? value.entries : none;
}

/** Which of some keys hold a value. */
export function present(node: MapNode, keys: readonly string[]): string[] {
  return keys.filter(key => child(node, key) !== undefined);
}
