import type { Node } from '@mcpgw/structure';

/** Calls `again` for each item with the key of an earlier item. Items without a key (an empty string) are skipped. */
export function duplicates(items: readonly Node[], keyOf: (item: Node) => string, again: (index: number, key: string) => void): void {
  if (items.length < 2) return;
  const met = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const key = keyOf(items[index]!);
    if (key === '') continue;
    if (met.has(key)) again(index, key);
    met.add(key);
  }
}
