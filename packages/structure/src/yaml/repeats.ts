/** Keys that occur more than once in a mapping. */
import type { Entry } from './node.js';

const fewKeys = 12;

/** Whether any key occurs more than once. Most mappings are small, and comparing their keys is faster than using a set. */
export function hasRepeats(entries: readonly Entry[]): boolean {
  if (entries.length > fewKeys) return new Set(entries.map(({ key }) => key)).size < entries.length;
  for (let index = 1; index < entries.length; index++) {
    const { key } = entries[index]!;
    for (let before = 0; before < index; before++) if (entries[before]!.key === key) return true;
  }
  return false;
}

/** The entries with the key of an earlier entry. */
export function repeatedEntries(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ key }) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** The last entry of each key, ordered by the first occurrence of the keys. */
export function lastOfEach(entries: readonly Entry[]): readonly Entry[] {
  if (!hasRepeats(entries)) return entries;
  const last = new Map<string, Entry>();
  for (const entry of entries) last.set(entry.key, entry);
  return [...last.values()];
}
