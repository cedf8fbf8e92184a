/** Limits of what a server may list: checked on the parsed data, without recursion, before anything else reads it. */

export interface Bounds {
  /** Maximum number of levels of arrays and objects. */
  readonly depth: number;
  /** Maximum number of values of any kind. */
  readonly nodes: number;
  /** Maximum number of UTF-16 units of all strings and keys. */
  readonly characters: number;
}

/** Limits of one listed item. */
export const itemBounds: Bounds = { depth: 64, nodes: 20_000, characters: 256 * 1024 };

interface Measure {
  nodes: number;
  characters: number;
}

/** Adds `value` itself to `measure`, and returns its children. */
function count(value: unknown, measure: Measure): unknown[] {
  measure.nodes++;
  if (typeof value === 'string') measure.characters += value.length;
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) for (const key of Object.keys(value)) measure.characters += key.length;
  return Object.values(value);
}

/** Why `value` is too large, as the end of a sentence, or how many characters it has. */
export function measure(value: unknown, bounds: Bounds = itemBounds): { fault: string } | { characters: number } {
  const total: Measure = { nodes: 0, characters: 0 };
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bounds.depth) return { fault: `is nested more than ${bounds.depth} levels deep` };
    const next: unknown[] = [];
    for (const item of level) {
      for (const child of count(item, total)) next.push(child);
      if (total.nodes > bounds.nodes) return { fault: `has more than ${bounds.nodes} values` };
      if (total.characters > bounds.characters) return { fault: `has more than ${bounds.characters} characters` };
    }
    level = next;
  }
  return { characters: total.characters };
}
